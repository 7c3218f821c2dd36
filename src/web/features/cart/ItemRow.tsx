import { ActionIcon, TextInput } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { CONSTANTS, formatPlain } from '../../../engine/runtime/format/index.ts'
import styles from './cart.module.css'
import { price } from './money.ts'
import type { Change } from './quantities.ts'
import type { ReservedItem } from './queries.ts'
import { t } from './text.ts'

const LONGEST = 14
/** Digits with at most one point. */
const cleaned = (text: string): string =>
  text
    .replace(/[^\d.]/g, '')
    .replace(/(\..*)\./g, '$1')
    .slice(0, LONGEST)

interface Props {
  item: ReservedItem
  editable: boolean
  onChange: (change: Change) => void
}

/** A reserved item with its quantity, typed or by one more and less. */
export const ItemRow = ({ item, editable, onChange }: Props) => {
  const { name, sku_code, uom, unit_price, qty, total } = item
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <p className={styles.name}>{name}</p>
        <p className={styles.details}>
          <span>{sku_code}</span> · <span>{uom?.name}</span> · <span className="tabular">{price(unit_price)}</span>
        </p>
      </div>
      {editable ? (
        <Quantity name={name} qty={qty} onChange={onChange} />
      ) : (
        <span className={`${styles.fixed} tabular`}>{formatPlain(qty)}</span>
      )}
      <span className={`${styles.amount} tabular`}>{price(total)}</span>
    </li>
  )
}

const Quantity = ({ name, qty, onChange }: { name: string; qty: number; onChange: (change: Change) => void }) => {
  const [typed, setTyped] = useState<string | null>(null)
  const due = useRef<{ timer: ReturnType<typeof setTimeout>; send: () => void }>(undefined)
  const flush = () => {
    const { timer, send } = due.current ?? {}
    due.current = undefined
    clearTimeout(timer)
    send?.()
  }
  useEffect(() => () => clearTimeout(due.current?.timer), [])
  const type = (text: string) => {
    setTyped(text)
    clearTimeout(due.current?.timer)
    const send = () => {
      const wanted = Number(text)
      if (wanted > 0 && wanted !== qty) onChange({ input_qty: wanted })
    }
    due.current = { timer: setTimeout(flush, CONSTANTS.inputDebounceMs), send }
  }
  const leave = () => {
    flush()
    setTyped(null)
  }
  const by = (step: -1 | 1) => {
    leave()
    onChange({ qty: step })
  }
  return (
    <div className={styles.quantity}>
      <ActionIcon variant="default" size="md" aria-label={t('cart.less', { name })} onClick={() => by(-1)}>
        <IconMinus size={14} aria-hidden />
      </ActionIcon>
      <TextInput
        aria-label={t('cart.quantityOf', { name })}
        value={typed ?? formatPlain(qty)}
        inputMode="decimal"
        autoComplete="off"
        size="xs"
        classNames={{ root: styles.number!, input: `${styles.numberInput} tabular` }}
        // From here on the text is the user's: an answer that is still under way must not change it beneath the cursor.
        onFocus={(event) => {
          setTyped(event.currentTarget.value)
          event.currentTarget.select()
        }}
        onChange={(event) => type(cleaned(event.currentTarget.value))}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
        onBlur={leave}
      />
      <ActionIcon variant="default" size="md" aria-label={t('cart.more', { name })} onClick={() => by(1)}>
        <IconPlus size={14} aria-hidden />
      </ActionIcon>
    </div>
  )
}
