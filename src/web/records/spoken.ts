import type { Module, Row } from '../../engine/model/module.ts'
import { displayText } from '../fields/display.ts'
import { label } from '../i18n/index.ts'

/** A row with its choices as their labels and its amounts as lists show them: for texts that are made of its fields. */
export const spoken = (module: Pick<Module, 'fields'>, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(
    module.fields.flatMap((field) => {
      const { name, options, type } = field
      if (type === 'money' && row[name] !== null && row[name] !== undefined) return [[name, displayText(field, row[name])]]
      const option = options?.find(({ value }) => value === row[name])
      return option ? [[name, label(option.label)]] : []
    }),
  ),
})
