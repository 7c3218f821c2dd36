import type { RoleModule } from '../admin/types.ts'
import type { MatrixRow } from './matrix.ts'

/** A module as a role holds it, as a row of the matrix. */
export const roleRow = (module: RoleModule): MatrixRow => ({
  application_id: module.application_id,
  module_id: module.module_id,
  name: module.name,
  title: module.title,
  group: module.group ?? '',
  known: module.permission_codes,
  codes: module.codes,
  enabled: module.is_enabled,
})
