import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { moduleQuery } from '../../api/queries.ts'
import { formatDate, formatDateTime } from '../../fields/dates.ts'
import { usePathOf } from '../../records/index/use-records.ts'
import { useHere } from '../../routing/navigation.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { AddItem } from './AddItem.tsx'
import styles from './cart.module.css'
import { ItemRow } from './ItemRow.tsx'
import { price } from './money.ts'
import { Notice } from './Notice.tsx'
import { checkout, RESERVATION, type Reservation } from './queries.ts'
import { TaxTypeDialog } from './TaxTypeDialog.tsx'
import { t } from './text.ts'
import { useQuantities } from './useQuantities.ts'

interface Props {
  reservation: Reservation
  rights: ReadonlySet<string>
  close: () => void
  /** A dialog is open over the panel. */
  onAsk: (asking: boolean) => void
}

/** The open reservation: its customer, items and amount. */
export const ReservationView = ({ reservation, rights, close, onAsk }: Props) => {
  const navigate = useNavigate()
  const { items, total, waiting, change } = useQuantities(reservation)
  const [leaving, setLeaving] = useState(false)
  const { application } = useHere()
  const pathOf = usePathOf(application?.name ?? '')
  const made = useQuery(moduleQuery(RESERVATION)).data?.workflow?.transitions.checkout?.create?.module
  const editable = rights.has('edit')
  const facts = [
    [t('cart.customerName'), reservation.customer_name],
    [t('cart.branch'), reservation.branch?.name ?? ''],
    [t('cart.number'), reservation.transaction_no],
    [t('cart.date'), formatDate(reservation.transaction_date)],
  ]
  const askTaxType = async () => {
    onAsk(true)
    await dialogs.modal({ title: t('cart.changeTaxType'), width: 380 }, (done) => <TaxTypeDialog reservation={reservation} close={done} />)
    onAsk(false)
  }
  const order = async () => {
    setLeaving(true)
    try {
      const id = await checkout(reservation.id)
      close()
      toast('success', t('cart.checkedOut'))
      const path = made && pathOf(made, id)
      if (path) navigate(path)
    } catch (error) {
      toastError(error)
      setLeaving(false)
    }
  }
  return (
    <div className={styles.reservation}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {editable && (
        <div>
          <AddItem reservation={reservation} onAdd={(id) => change(id, { qty: 1 })} />
        </div>
      )}
      <div className={styles.scroll}>
        {items.length === 0 ? (
          <Notice title={t('cart.noItems')} text={t('cart.noItemsText')} />
        ) : (
          <ul className={styles.list} aria-label={t('cart.items')}>
            {items.map((item) => (
              <ItemRow key={item.item_id} item={item} editable={editable} onChange={(wanted) => change(item.item_id, wanted)} />
            ))}
          </ul>
        )}
      </div>
      <footer className={styles.foot}>
        <div className={styles.sum}>
          <Button variant="default" size="compact-sm" disabled={!editable} onClick={() => void askTaxType()}>
            {reservation.tax_type?.name ?? t('cart.noTaxType')}
          </Button>
          <span className={styles.total} aria-live="polite">
            <span className={styles.totalName}>{t('cart.total')}</span> <strong className="tabular">{price(total)}</strong>
          </span>
        </div>
        <div className={styles.buttons}>
          <Button variant="default" onClick={close}>
            {t('cart.reserve')}
          </Button>
          <Button
            loading={leaving}
            disabled={items.length === 0 || waiting || !rights.has('process')}
            title={rights.has('process') ? undefined : t('cart.mayNotCheckout')}
            onClick={() => void order()}
          >
            {t('cart.checkout')}
          </Button>
        </div>
        {reservation.expires_at && <p className={styles.expires}>{t('cart.expires', { at: formatDateTime(reservation.expires_at) })}</p>}
      </footer>
    </div>
  )
}
