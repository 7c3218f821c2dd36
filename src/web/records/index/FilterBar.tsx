import { Button, CloseButton } from '@mantine/core'
import { IconChevronDown, IconFilterPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, useEffect, useRef, useState } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import { dropdownQuery, tagsQuery } from '../../api/queries.ts'
import { label, t } from '../../i18n/index.ts'
import { returnFocus } from '../../ui/focus.ts'
import { Late } from '../../ui/Late.tsx'
import styles from './FilterBar.module.css'
import { conditionsText, type FilterField, filterFields, tagFilter } from './filter-fields.ts'
import { type Conditions, type ListState, withFilter } from './url-state.ts'
import type { SetListState } from './use-list-state.ts'

const FilterFields = lazy(() => import('./FilterFields.tsx'))
const FilterEditor = lazy(() => import('./FilterEditor.tsx'))

/** Text of a filter's value; for a reference its name is loaded. */
const ConditionsText = ({ filter, conditions }: { filter: FilterField; conditions: Conditions }) => {
  const target = filter.kind === 'reference' ? filter.field.to : undefined
  const ids = conditions.eq ?? conditions.in
  const named = useQuery({
    ...dropdownQuery(target ?? '', { 'filter[id][in]': ids, limit: 20 }),
    enabled: target !== undefined && ids !== undefined,
  })
  if (!target || !ids) return <>{conditionsText(filter, conditions)}</>
  const wanted = ids.split(',')
  const names = named.data?.filter(({ id }) => wanted.includes(String(id))).map(({ name, label: text }) => String(name ?? text))
  return <>{names && names.length > 0 ? names.join(', ') : ids}</>
}

const FilterChip = ({
  filter,
  conditions,
  initiallyOpen,
  onChange,
  onClosed,
}: {
  filter: FilterField
  conditions: Conditions | undefined
  initiallyOpen: boolean
  onChange: (conditions: Conditions) => void
  onClosed: () => void
}) => {
  const [opened, setOpened] = useState(initiallyOpen)
  // The choice is applied when the box is left by a click elsewhere, too; Escape drops it.
  const draft = useRef<Conditions>(undefined)
  const chip = useRef<HTMLSpanElement>(null)
  // A filter that was added and called off is gone, with the button that had the focus.
  useEffect(() => {
    const add = chip.current?.parentElement?.querySelector<HTMLElement>('[data-add]')
    return () => void setTimeout(() => add?.isConnected && returnFocus(add))
  }, [])
  const change = (next: boolean) => {
    setOpened(next)
    if (next) return
    const chosen = draft.current
    draft.current = undefined
    if (chosen) onChange(chosen)
    onClosed()
  }
  return (
    <span ref={chip} className={styles.chip} data-active={conditions !== undefined || undefined}>
      <Late
        kind="popover"
        opened={opened}
        onChange={change}
        position="bottom-start"
        width={340}
        label={label(filter.title)}
        button={
          <button type="button" className={styles.open}>
            <span className={styles.title}>{label(filter.title)}</span>
            {conditions ? (
              <span className={styles.value}>
                <ConditionsText filter={filter} conditions={conditions} />
              </span>
            ) : (
              <IconChevronDown size={14} aria-hidden />
            )}
          </button>
        }
      >
        <FilterEditor
          filter={filter}
          key={String(opened)}
          conditions={conditions ?? {}}
          onDraft={(next) => {
            draft.current = next
          }}
          onApply={(next) => {
            draft.current = next
            change(false)
          }}
        />
      </Late>
      {conditions && (
        <CloseButton size={24} iconSize={14} onClick={() => onChange({})} aria-label={t('filter.remove', { field: label(filter.title) })} />
      )}
    </span>
  )
}

/** Quick filters of the module, filters the user added, and the way to add more. */
export const FilterBar = ({ module, state, setState }: { module: Module; state: ListState; setState: SetListState }) => {
  const { quick, others } = filterFields(module)
  const { data: offered } = useQuery(tagsQuery(module.name))
  const tags = !module.field.tags && (offered?.tags.length || state.filters.tags) ? [tagFilter(offered?.tags ?? [])] : []
  const [added, setAdded] = useState<string>()
  const [adding, setAdding] = useState(false)
  const active = others.filter(({ name }) => state.filters[name] || name === added)
  const available = others.filter((filter) => !filter.internal && !active.includes(filter))
  const any = Object.keys(state.filters).length > 0
  return (
    <div className={styles.bar} role="group" aria-label={t('filter.label')}>
      {[...quick, ...tags, ...active].map((filter) => (
        <FilterChip
          key={filter.name}
          filter={filter}
          conditions={state.filters[filter.name]}
          initiallyOpen={filter.name === added}
          onChange={(conditions) => setState((current) => withFilter(current, filter.name, conditions))}
          onClosed={() => setAdded(undefined)}
        />
      ))}
      {available.length > 0 && (
        <Late
          kind="popover"
          position="bottom-start"
          width={260}
          padding={8}
          label={t('filter.add')}
          opened={adding}
          onChange={setAdding}
          button={
            <button type="button" className={styles.add} data-add>
              <IconFilterPlus size={15} aria-hidden />
              {t('filter.add')}
            </button>
          }
        >
          <FilterFields
            fields={available}
            onTake={(name) => {
              setAdding(false)
              setAdded(name)
            }}
          />
        </Late>
      )}
      {any && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setState({ filters: {}, page: 1 })}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  )
}
