/** Roles are identified by their code, in descriptors and settings alike; users can change their names. */
import type { Principal } from '../../model/module.ts'

/** The role of a person, or one that a level or a notification names, as they are compared: codes are the same in capitals. */
export const roleKey = (role: string | Pick<Principal, 'role' | 'role_code'>): string =>
  (typeof role === 'string' ? role : (role.role_code ?? role.role)).toUpperCase()
