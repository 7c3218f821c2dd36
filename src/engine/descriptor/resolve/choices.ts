/** Choices of a field that are a list of the product and its packages instead of `options` of the descriptor. */
import type { Option } from '../../model/module.ts'
import type { Registries } from '../../model/registries.ts'
import type { FieldSpec } from './fields.ts'

/** The lists, by the name that `optionsOf` says. */
const LISTS: Readonly<Record<NonNullable<FieldSpec['optionsOf']>, (registries: Registries) => Option[]>> = {
  accountRoles: ({ accountRoles }) => [...accountRoles.values()].map(({ role, name, title }) => ({ value: role, label: title ?? name })),
}

/** The field with its choices written out; one without `optionsOf` as it is. */
export const withChoices = (spec: FieldSpec, registries: Registries): FieldSpec =>
  spec.optionsOf === undefined ? spec : { ...spec, options: LISTS[spec.optionsOf](registries) as NonNullable<FieldSpec['options']> }

/** The same for values that are asked for and not stored: none of them can be older than the list. */
export function withFixedChoices(spec: FieldSpec, registries: Registries): FieldSpec {
  const { optionsOf: _list, ...rest } = withChoices(spec, registries)
  return rest
}
