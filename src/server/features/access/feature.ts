/** Users, roles, permissions, and the applications and menus they open. */

import type { Feature } from '../feature.ts'
import { accessHandlers } from './access.ts'
import { applicationHandlers } from './applications.ts'
import { roleHandlers } from './roles.ts'
import { companyAccessHandlers } from './switch-company.ts'
import { accountHandlers } from './users.ts'

export const access: Feature = {
  name: 'access',
  handlers: [...accountHandlers, ...accessHandlers, ...companyAccessHandlers, ...roleHandlers, ...applicationHandlers],
}
