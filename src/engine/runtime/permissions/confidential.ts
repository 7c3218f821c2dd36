/** Fields that are confidential by their kind, and the access that opens them to everyone who can see the record. */
import type { Field, FieldType, Module } from '../../model/module.ts'

/** The reserved field access: users who can see the record can see the field. No role holds it as a code. */
export const MODULE_ACCESS = 'module'

/** Types whose values are confidential in every module: amounts of money and government numbers. */
export const CONFIDENTIAL_TYPES: ReadonlySet<FieldType> = new Set<FieldType>(['money', 'tin', 'sss_no', 'philhealth_no', 'pagibig_no'])

/** Types whose values are never answered to anyone, so that no access can open them. */
const NEVER_ANSWERED: ReadonlySet<FieldType> = new Set<FieldType>(['password', 'secret'])

/**
 * Whether the field is of a confidential kind: money, a government number, or anything marked `sensitive`. Only users who
 * can see the field's records can name such a field.
 */
export const isConfidential = (field: Pick<Field, 'type' | 'sensitive'>): boolean => field.sensitive || CONFIDENTIAL_TYPES.has(field.type)

/** Whether the field must declare who can see it. Confidential fields must, except those that are never in responses. */
export const needsAccess = (field: Pick<Field, 'type' | 'sensitive'>): boolean => isConfidential(field) && !NEVER_ANSWERED.has(field.type)

/** The access codes that fields, and child tables of the module ask for. */
export function accessCodesOf(module: Pick<Module, 'fields' | 'lines'>): string[] {
  const parts = [...module.fields, ...module.lines, ...module.lines.flatMap((lines) => lines.fields)]
  return [...new Set(parts.flatMap(({ access }) => (access && access !== MODULE_ACCESS ? access : [])))]
}
