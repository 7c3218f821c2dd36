import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Field } from '../../../engine/module.ts'
import { ReferenceField } from '../../fields/inputs/ReferenceField.tsx'
import { toastError } from '../toast.ts'
import styles from './cart.module.css'
import { Notice } from './Notice.tsx'
import { createReservation } from './queries.ts'
import { t } from './text.ts'

/** Without a reservation: whom is it for? */
export const NewReservation = ({ allowed }: { allowed: boolean }) => {
  const [customer, setCustomer] = useState<number | null>(null)
  const [missing, setMissing] = useState(false)
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (customer === null) return setMissing(true)
    setBusy(true)
    await createReservation(customer).catch(toastError)
    setBusy(false)
  }
  // The picker reads no more of a field than this.
  const field = { name: 'customer_id', type: 'reference', to: 'customer', title: t('cart.customer'), filter: { is_active: true } }
  return (
    <Notice title={t('cart.noCustomer')} text={t('cart.noCustomerText')}>
      {allowed ? (
        <form className={styles.create} onSubmit={submit}>
          <ReferenceField
            id="cart-customer"
            field={field as unknown as Field}
            value={customer}
            required
            error={missing ? t('cart.createFor') : undefined}
            onChange={(value) => {
              setCustomer(value as number | null)
              setMissing(false)
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
