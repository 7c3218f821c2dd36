import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Field } from '../../../engine/model/module.ts'
import { BooleanField, SelectField } from '../../fields/inputs/ChoiceFields.tsx'
import { DateField } from '../../fields/inputs/DateFields.tsx'
import { MonthField } from '../../fields/inputs/DatePickers.tsx'
import { NumericField } from '../../fields/inputs/NumericField.tsx'
import { ReferenceField } from '../../fields/inputs/ReferenceField.tsx'
import { TextField } from '../../fields/inputs/TextInputs.tsx'
import type { InputProps } from '../../fields/types.ts'
import { useInputs } from '../../fields/useInputs.ts'
import { t } from '../../i18n/index.ts'
import { useEnv } from '../form/useEnv.ts'
import styles from './ReportParameters.module.css'
import { defaultOf, parsed } from './report-defaults.ts'
import type { Filters } from './url-state.ts'

const inputOf = ({ type }: Field): ((props: InputProps) => React.ReactNode) => {
  switch (type) {
    case 'date':
      return DateField
    case 'month':
      return MonthField
    case 'boolean':
      return BooleanField
    case 'select':
    case 'toggle':
      return SelectField
    case 'reference':
    case 'user':
    case 'employee':
      return ReferenceField
    case 'money':
    case 'quantity':
    case 'number':
    case 'integer':
    case 'percent':
    case 'rate':
      return NumericField
    default:
      return TextField
  }
}

/** The parameters of a report. It runs on submit only, so that half-typed parameters cost nothing. */
const ReportParameters = ({
  parameters,
  filters,
  onShow,
}: {
  parameters: readonly Field[]
  filters: Filters
  onShow: (filters: Filters) => void
}) => {
  const env = useEnv()
  const [wrong, setWrong] = useState<Readonly<Record<string, readonly string[]>>>({})
  const {
    values: draft,
    set,
    entryOf,
    ready,
  } = useInputs(() =>
    Object.fromEntries(parameters.map((field) => [field.name, parsed(field, filters[field.name]?.eq) ?? defaultOf(field, env)])),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A text that names no record must not be passed over: the report would be of everything.
    const { values, unresolved } = await ready()
    setWrong(unresolved)
    if (Object.keys(unresolved).length) return
    const entries = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '')
    onShow(Object.fromEntries(entries.map(([name, value]) => [name, { eq: String(value) }])))
  }
  return (
    <form className={styles.bar} onSubmit={(event) => void submit(event)}>
      {parameters.map((field) => {
        const Input = inputOf(field)
        return (
          <div key={field.name} className={styles.field}>
            <Input
              id={`parameter-${field.name}`}
              field={field}
              value={draft[field.name]}
              required={field.required}
              error={wrong[field.name]?.[0]}
              entry={entryOf(field.name)}
              onChange={(value) => {
                set(field.name, value)
                setWrong({})
              }}
            />
          </div>
        )
      })}
      <Button type="submit">{t('report.show')}</Button>
    </form>
  )
}

export default ReportParameters
