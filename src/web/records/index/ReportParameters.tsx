import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Field, Row } from '../../../engine/model/module.ts'
import { useFieldClient } from '../../fields/client.ts'
import { resolveFilter } from '../../fields/filters.ts'
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
import { parsed } from './parameter-values.ts'
import styles from './ReportParameters.module.css'
import { defaultOf } from './report-defaults.ts'
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

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

interface Proposing {
  readonly draft: Row
  readonly set: (name: string, value: unknown) => void
  /** Called once with the values that were filled, when every proposal is known and at least one was taken. */
  readonly onFilled: (filled: Row) => void
}

/** Fills references that a report needs: with the record that their field proposes, or with the only one there is. */
function useProposed(parameters: readonly Field[], { draft, set, onFilled }: Proposing): void {
  const client = useFieldClient()
  const isOpen = useEffectEvent((name: string) => isEmpty(draft[name]))
  const fill = useEffectEvent((name: string, id: unknown): Row => {
    if (!isEmpty(draft[name])) return {}
    set(name, id)
    return { [name]: id }
  })
  const finish = useEffectEvent((filled: Row) => {
    if (Object.keys(filled).length > 0) onFilled(filled)
  })
  useEffect(() => {
    const propose = async (field: Field): Promise<Row> => {
      const filter = resolveFilter(field.filter, undefined)
      const proposed = field.propose && 'where' in field.propose ? field.propose.where : []
      for (const where of [...proposed, {}]) {
        const choices = await client.dropdown(field.to!, { limit: 2, filter: { ...filter, ...resolveFilter(where, undefined) } })
        if (choices.length === 1) return fill(field.name, choices[0]!.id)
      }
      return {}
    }
    const open = parameters.filter(({ name, type, to, required }) => type === 'reference' && to && required && isOpen(name))
    // Without a proposal the report can be asked for as well.
    const filled = open.map((field) => propose(field).catch(() => ({})))
    void Promise.all(filled).then((parts) => finish(Object.assign({}, ...parts)))
    // Once: a value that the user empties stays empty.
  }, [parameters, client])
}

/** The values of parameters as the address has them. */
const asFilters = (values: Row): Filters =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (isEmpty(value) ? [] : [[name, { eq: String(value) }]])))

/** A parameter for the figures of other reports is shown only where the address sets it, so that the user can take it off. */
const isShown = (filters: Filters) => (field: Field) => field.widget !== 'hidden' || !isEmpty(filters[field.name]?.eq)

/**
 * The parameters of a report. It runs on submit only, so that half-typed parameters cost nothing; and at once where what
 * it lacks was proposed, and the user has not begun to choose.
 */
const ReportParameters = ({
  parameters,
  filters,
  onShow,
}: {
  parameters: readonly Field[]
  filters: Filters
  /** `replace`: the page shows what the user came for, so that going back leaves it. */
  onShow: (filters: Filters, options?: { replace: boolean }) => void
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
  const touched = useRef(false)
  useProposed(parameters, {
    draft,
    set,
    onFilled: (filled) => {
      const values = { ...draft, ...filled }
      if (!touched.current && parameters.every(({ name, required }) => !required || !isEmpty(values[name])))
        onShow(asFilters(values), { replace: true })
    },
  })
  const form = useRef<HTMLFormElement>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // A text that names no record must not be passed over: the report would be of everything.
    const { values, unresolved } = await ready()
    const empty = parameters.filter(({ name, required }) => required && isEmpty(values[name]) && !unresolved[name])
    const refused = { ...Object.fromEntries(empty.map(({ name }) => [name, [t('signIn.required')]])), ...unresolved }
    setWrong(refused)
    const first = parameters.find(({ name }) => refused[name])
    if (first) return form.current?.querySelector<HTMLElement>(`#parameter-${first.name}`)?.focus()
    onShow(asFilters(values))
  }
  return (
    <form ref={form} className={styles.bar} noValidate onSubmit={(event) => void submit(event)}>
      {parameters.filter(isShown(filters)).map((field) => {
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
                touched.current = true
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
