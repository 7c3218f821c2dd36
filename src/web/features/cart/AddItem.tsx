import { Combobox, Loader, ScrollArea, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatPlain } from '../../../engine/runtime/format/index.ts'
import { isFocusLost } from '../../ui/focus.ts'
import styles from './cart.module.css'
import { price } from './money.ts'
import { itemsQuery, type Reservation } from './queries.ts'
import { t } from './text.ts'

const DEBOUNCE_MS = 200

/** Finds items and puts one of each picked into the cart; the list stays open for the next. */
export const AddItem = ({ reservation, onAdd }: { reservation: Reservation; onAdd: (item_id: number) => void }) => {
  const [search, setSearch] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const [asked] = useDebouncedValue(search.trim(), DEBOUNCE_MS)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const useQueryResult = useQuery({
    ...itemsQuery(asked, reservation),
    enabled: combobox.dropdownOpened,
    placeholderData: keepPreviousData,
  })
  // The form that started the cart is gone with the focus. The keyboard of a phone would cover the cart.
  const given = useRef(false)
  useEffect(() => {
    if (!isFocusLost() || matchMedia('(pointer: coarse)').matches) return
    given.current = true
    field.current?.focus()
    given.current = false
  }, [])
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(id) => {
        onAdd(Number(id))
        // The next text searches for the next item.
        field.current?.select()
      }}
    >
      <Combobox.Target>
        <TextInput
          ref={field}
          label={t('cart.add')}
          placeholder={t('cart.search')}
          value={search}
          autoComplete="off"
          leftSection={<IconPlus size={16} aria-hidden />}
          rightSection={useQueryResult.isFetching ? <Loader size={14} /> : null}
          onClick={() => combobox.openDropdown()}
          onFocus={() => given.current || combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          onChange={(event) => {
            setSearch(event.currentTarget.value)
            combobox.openDropdown()
            combobox.resetSelectedOption()
          }}
          onKeyDown={(event) => {
            // Escape closes the list first, then the panel.
            if (event.key !== 'Escape' || !combobox.dropdownOpened) return
            event.stopPropagation()
            combobox.closeDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <ScrollArea.Autosize mah={280} type="scroll">
          <Combobox.Options aria-label={t('cart.found')}>
            {useQueryResult.data?.map((item) => (
              <Combobox.Option key={item.id} value={String(item.id)} disabled={item.available <= 0}>
                <span className={styles.found}>
                  <span>{item.name}</span>
                  <span className="tabular">{price(item.unit_price)}</span>
                </span>
                <span className={styles.foundMore}>
                  <span>
                    {item.sku_code} · {item.uom?.name}
                  </span>
                  <span>{t('cart.available', { count: formatPlain(item.available) })}</span>
                </span>
              </Combobox.Option>
            ))}
          </Combobox.Options>
          {useQueryResult.isError && <Combobox.Empty>{t('cart.searchFailed')}</Combobox.Empty>}
          {useQueryResult.data?.length === 0 && <Combobox.Empty>{t('cart.nothingFound')}</Combobox.Empty>}
        </ScrollArea.Autosize>
      </Combobox.Dropdown>
    </Combobox>
  )
}
