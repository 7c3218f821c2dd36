import type { Field, Module } from '../../../engine/model/module.ts'

export interface FieldChange {
  readonly name: string
  readonly field: Field | undefined
  readonly before: unknown
  readonly after: unknown
}
type Values = Readonly<Record<string, unknown>>

const same = (value: unknown, other: unknown): boolean => JSON.stringify(value ?? null) === JSON.stringify(other ?? null)

/** The fields that an entry of the audit trail changed, in the order of the module's form; others after them. */
export function changesOf(module: Module | undefined, before: Values | null, after: Values | null): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const fields = new Map((module?.fields ?? []).map((field, index) => [field.name, { field, index }]))
  return names
    .filter((name) => !same(before?.[name], after?.[name]))
    .map((name) => ({ name, field: fields.get(name)?.field, before: before?.[name], after: after?.[name] }))
    .sort((a, b) => (fields.get(a.name)?.index ?? Number.MAX_SAFE_INTEGER) - (fields.get(b.name)?.index ?? Number.MAX_SAFE_INTEGER))
}
