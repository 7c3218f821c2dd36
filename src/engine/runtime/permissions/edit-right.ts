/** Rights that the change of a field needs beyond those on its record: a field's `editRight`. */
import type { Field, Principal } from '../../model/module.ts'
import { can } from './codes.ts'

/** The module and the permission code that an `editRight` names. */
export function editRightOf(right: string): { readonly module: string; readonly code: string } {
  const [module = '', code = ''] = right.split('.')
  return { module, code }
}

/** Whether the principal may change the field as far as its `editRight` goes. */
export function mayChange(principal: Pick<Principal, 'grants'>, { editRight }: Pick<Field, 'editRight'>): boolean {
  if (editRight === undefined) return true
  const { module, code } = editRightOf(editRight)
  return can(principal, { name: module, actions: {} }, code)
}
