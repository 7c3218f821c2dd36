import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Field } from '../../../engine/model/module.ts'
import { ReferenceField } from '../../fields/inputs/ReferenceField.tsx'
import { useInputs } from '../../fields/useInputs.ts'
import { toastError } from '../../ui/toast.ts'
import styles from './cart.module.css'
import { Notice } from './Notice.tsx'
import { createReservation } from './queries.ts'
import { t } from './text.ts'

/** Asks for the customer when there is no reservation yet. */
export const NewReservation = ({ allowed }: { allowed: boolean }) => {
  const { values, set, entryOf, ready } = useInputs(() => ({ customer: null }))
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { values: sent, unresolved } = await ready()
    const customer = sent['customer']
    if (unresolved['customer']) return setWrong(unresolved['customer'][0])
    if (typeof customer !== 'number') return setWrong(t('cart.createFor'))
    setBusy(true)
    await createReservation(customer).catch(toastError)
    setBusy(false)
  }
  // The part of a field that the picker reads.
  const field = { name: 'customer_id', type: 'reference', to: 'customer', title: t('cart.customer'), filter: { is_active: true } }
  return (
    <Notice title={t('cart.noCustomer')} text={t('cart.noCustomerText')}>
      {allowed ? (
        <form className={styles.create} onSubmit={submit}>
          <ReferenceField
            id="cart-customer"
            field={field as unknown as Field}
            value={values['customer']}
            entry={entryOf('customer')}
            required
            error={wrong}
            onChange={(value) => {
              set('customer', value)
              setWrong(undefined)
            }}
          />
          <Button type="submit" loading={busy}>
            {t('cart.create')}
          </Button>
        </form>
      ) : (
        <p className={styles.noticeText}>{t('cart.mayNotCreate')}</p>
      )}
    </Notice>
  )
}
