import type { Module, Row } from '../../engine/model/module.ts'
import { label } from '../i18n/index.ts'

/** A row with its choices as their labels, as lists show them: for texts that are made of its fields. */
export const spoken = (module: Pick<Module, 'fields'>, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(
    module.fields.flatMap(({ name, options }) => {
      const option = options?.find(({ value }) => value === row[name])
      return option ? [[name, label(option.label)]] : []
    }),
  ),
})
