import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { label, t } from '../../i18n/index.ts'
import styles from './FilterBar.module.css'
import type { FilterField } from './filter-fields.ts'

/** The fields that a filter can be added on: type to narrow them, arrows and Enter to take one. */
const FilterFields = ({ fields, onTake }: { fields: readonly FilterField[]; onTake: (name: string) => void }) => {
  const [search, setSearch] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const fitting = fields.filter(({ title }) => label(title).toLowerCase().includes(search.trim().toLowerCase()))
  const onKeyDown = (event: KeyboardEvent) => {
    const [first] = fitting
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && first) {
      event.preventDefault()
      onTake(first.name)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const index = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[Math.max(0, Math.min(buttons.length - 1, index + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and of the buttons below it.
    <div onKeyDown={onKeyDown}>
      <TextInput
        data-autofocus
        size="xs"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t('filter.search')}
        aria-label={t('filter.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
      />
      <ul ref={list} className={styles.fields}>
        {fitting.map(({ name, title }) => (
          <li key={name}>
            <button type="button" className={styles.field} onClick={() => onTake(name)}>
              {label(title)}
            </button>
          </li>
        ))}
      </ul>
      {fitting.length === 0 && <p className={styles.none}>{t('filter.nothing')}</p>}
    </div>
  )
}

export default FilterFields
