import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { makeField } from '../../../engine/model/make-field.ts'
import type { Row } from '../../../engine/model/module.ts'
import { post, remove } from '../../api/client.ts'
import { ApiError, errorDetail } from '../../api/errors.ts'
import { refreshRecords } from '../../api/queries.ts'
import { inputFor } from '../../fields/registry.tsx'
import { Await } from '../../ui/Await.tsx'
import { dialogs } from '../../ui/dialogs/index.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { money, quantity } from './money.ts'
import classes from './payroll.module.css'
import { entriesQuery } from './queries.ts'
import { t } from './text.ts'
import type { Entry } from './types.ts'

/** Amounts that were entered by hand for this payroll only, and a link to the adjustments of its period. */
export function Adjustments({ id, period, list, editable }: { id: number; period: number; list: string; editable: boolean }) {
  const query = useQuery(entriesQuery(id))
  return (
    <div className={classes.entries}>
      <Text size="sm">
        {t('payroll.adjustmentsHelp')}{' '}
        <Anchor component={Link} underline="always" to={`${list}?filter[pay_period_id]=${period}`}>
          {t('payroll.adjustmentsLink')}
        </Anchor>
      </Text>
      <section>
        <h2>{t('payroll.byHand')}</h2>
        <Await query={query}>{(entries) => <Entries id={id} entries={entries} editable={editable} />}</Await>
      </section>
      {editable && (
        <section>
          <h2>{t('payroll.addEntry')}</h2>
          <EntryForm id={id} />
        </section>
      )}
    </div>
  )
}

function Entries({ id, entries, editable }: { id: number; entries: readonly Entry[]; editable: boolean }) {
  if (!entries.length) return <p className={classes.nothing}>{t('payroll.noEntries')}</p>
  const drop = async (entry: Entry) => {
    if (!(await dialogs.danger({ confirm: t('payroll.remove') }))) return
    try {
      await remove(`payroll/${id}/entries/${entry.id}`)
      await refreshRecords('payroll')
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <ScrollRegion role="region" label={t('payroll.byHand')} className={classes.sideways}>
      <table className={classes.plain}>
        <thead>
          <tr>
            <th scope="col">{t('payroll.employee')}</th>
            <th scope="col">{t('payroll.item')}</th>
            <th scope="col" data-end>
              {t('payroll.quantity')}
            </th>
            <th scope="col" data-end>
              {t('payroll.amount')}
            </th>
            <th scope="col">{t('payroll.remarks')}</th>
            {editable && <td />}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{entry.employee?.label}</td>
              <td>{entry.name}</td>
              <td data-end>{quantity(entry.qty)}</td>
              <td data-end>{money(entry.amount)}</td>
              <td>{entry.remarks}</td>
              {editable && (
                <td>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t('payroll.removeOf', { name: entry.name })}
                    onClick={() => void drop(entry)}
                  >
                    {t('payroll.remove')}
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

const EMPLOYEE = () => makeField('employee_id', 'employee', t('payroll.employee'), { to: 'employee', required: true })
const ITEM = () => makeField('pay_item_id', 'reference', t('payroll.item'), { to: 'pay_item', required: true })
const AMOUNT = () => makeField('amount', 'money', t('payroll.amount'), { required: true, scale: 2, schema: { 'x-allow-negative': true } })

function EntryForm({ id }: { id: number }) {
  const [values, setValues] = useState<Row>({})
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [refused, setRefused] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setErrors({})
    setRefused(null)
    try {
      await post(`payroll/${id}/entries`, values)
      setValues({})
      toast('success', t('payroll.entryAdded'))
      await refreshRecords('payroll')
    } catch (error) {
      const named = error instanceof ApiError ? error.errors : {}
      setErrors(named)
      if (!Object.keys(named).length) setRefused(errorDetail(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <Stack gap="sm">
        {refused && (
          <Alert color="red" role="alert">
            {refused}
          </Alert>
        )}
        <div className={classes.form}>
          {[EMPLOYEE(), ITEM(), AMOUNT()].map((field) => {
            const Input = inputFor(field.type)
            return (
              <Input
                key={field.name}
                id={`entry-${field.name}`}
                field={field}
                value={values[field.name]}
                required
                error={errors[field.name]?.[0]}
                onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
              />
            )
          })}
          <TextInput
            label={t('payroll.remarks')}
            maxLength={200}
            value={String(values.remarks ?? '')}
            onChange={(event) => {
              const remarks = event.currentTarget.value
              setValues((before) => ({ ...before, remarks }))
            }}
          />
        </div>
        <Group>
          <Button type="submit" loading={busy}>
            {t('payroll.add')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
