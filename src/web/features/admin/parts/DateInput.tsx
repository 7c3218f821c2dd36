import { useId } from 'react'
import type { Field } from '../../../../engine/model/module.ts'
import { DateField } from '../../../fields/inputs/DateFields.tsx'

/** A day outside of a record's form, typed and picked as inside of one. */
export const DateInput = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | null
  onChange: (value: string | null) => void
}) => (
  <DateField
    id={useId()}
    field={{ name: 'date', type: 'date', title: label } as Field}
    value={value}
    onChange={(day) => onChange((day as string | null) ?? null)}
  />
)
