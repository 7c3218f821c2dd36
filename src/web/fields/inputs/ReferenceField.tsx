import { CloseButton, Combobox, InputBase, Loader, ScrollArea, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { useFieldClient } from '../client.ts'
import { resolveFilter } from '../filters.ts'
import { track } from '../lookups.ts'
import { named } from '../named.ts'
import { rememberRef } from '../recents.ts'
import { type InputProps, isRef, type Ref, refLabel } from '../types.ts'
import { useChoices, useTakeFirst } from '../useChoices.ts'
import { ChoiceList } from './ChoiceList.tsx'
import { placeholderOf, t, textOf, wrapperProps } from './common.tsx'

/** How many records a typed name may match in part while one of them bears it exactly. */
const LOOKED_AT = 20
const QuickCreate = lazy(() => import('../QuickCreate.tsx'))

/**
 * A reference to one record: type to search, Enter to take the first, Escape to leave it as it was. Leaving it
 * with a code or name typed takes the record of that name. No request is made before it is opened. `+ New`
 * creates the record in a drawer without leaving.
 */
export function ReferenceField(props: InputProps) {
  const { field, value, resolved, onChange, around, typed, bare } = props
  const module = field.to ?? ''
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption(), defaultOpened: Boolean(bare && typed) })
  const [picked, setPicked] = useState<Ref | null>(null)
  const [search, setSearch] = useState<string | null>(typed ?? null)
  const [creating, setCreating] = useState<string | null>(null)
  const client = useFieldClient()
  const current = isRef(resolved) && resolved.id === value ? resolved : picked?.id === value ? picked : null
  const shown = current ? refLabel(current) : value === null || value === undefined ? '' : `#${textOf(value)}`
  const filter = useMemo(() => resolveFilter(field.filter, around), [field.filter, around, combobox.dropdownOpened])
  // A number from an address or a default comes without its record.
  const nameless = typeof value === 'number' && resolved === undefined && current === null ? value : undefined
  useEffect(() => {
    if (nameless === undefined) return
    const abort = new AbortController()
    void client.dropdown(module, { filter: { id: nameless }, limit: 1 }, abort.signal).then(
      ([found]) => found && setPicked(found),
      () => undefined,
    )
    return () => abort.abort()
  }, [client, module, nameless])
  const choices = useChoices(module, combobox.dropdownOpened, search ?? '', filter)
  const locked = Boolean(props.readOnly || props.disabled)

  const take = (ref: Ref | null) => {
    setPicked(ref)
    setSearch(null)
    if (ref) rememberRef(module, ref)
    onChange(ref ? ref.id : null, ref)
    combobox.closeDropdown()
  }
  const { onType, onEnter } = useTakeFirst(combobox, choices, search ?? '', take)
  const lookUp = async (text: string): Promise<boolean> => {
    const found = await client.dropdown(module, { search: text, limit: LOOKED_AT, ...(filter && { filter }) }).catch(() => [])
    const ref = named(found, text)
    if (ref) take(ref)
    else props.onReject?.(t('fields.notFound', { text }))
    return ref !== undefined
  }
  const leave = () => {
    const text = search?.trim()
    if (text && creating === null && text !== shown) track(lookUp(text))
    setSearch(null)
    combobox.closeDropdown()
    props.onBlur?.()
  }

  return (
    <>
      <Combobox
        store={combobox}
        withinPortal
        keepMounted={false}
        disabled={locked}
        onOptionSubmit={(id) => {
          if (id === '+') {
            setCreating(search ?? '')
            combobox.closeDropdown()
          } else take(choices.items.find((item) => String(item.id) === id) ?? null)
        }}
      >
        <Combobox.Target>
          <InputBase
            {...wrapperProps(props)}
            value={search ?? shown}
            placeholder={bare ? undefined : placeholderOf(props, t('fields.search'))}
            autoFocus={props.autoFocus}
            autoComplete="off"
            rightSectionPointerEvents={locked ? 'none' : 'all'}
            rightSection={
              bare ? undefined : (
                <PickerEnd loading={choices.loading} clearable={Boolean(value) && !locked && !props.required} onClear={() => take(null)} />
              )
            }
            onClick={() => !locked && combobox.openDropdown()}
            onFocus={(event) => search === null && event.currentTarget.select()}
            onChange={(event) => {
              setSearch(event.currentTarget.value)
              combobox.openDropdown()
              onType()
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onEnter(event)
              if (event.key === 'Escape' && search !== null) setSearch(null)
              if ((event.key === 'Backspace' || event.key === 'Delete') && search === '' && value) take(null)
            }}
            onBlur={leave}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={locked}>
          <ScrollArea.Autosize mah={280} type="scroll">
            <ChoiceList choices={choices} search={search ?? ''} selected={(ref) => ref.id === value} canCreate />
          </ScrollArea.Autosize>
        </Combobox.Dropdown>
      </Combobox>
      {creating !== null && (
        <Suspense fallback={null}>
          <QuickCreate client={client} module={module} typed={creating} onClose={() => setCreating(null)} onCreated={take} />
        </Suspense>
      )}
    </>
  )
}

export function PickerEnd({ loading, clearable, onClear }: { loading: boolean; clearable: boolean; onClear: () => void }) {
  if (loading) return <Loader size={14} role="img" aria-label={t('fields.loading')} />
  if (clearable) {
    return (
      <CloseButton
        size="sm"
        variant="transparent"
        tabIndex={-1}
        aria-label={t('fields.clear')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClear}
      />
    )
  }
  return <IconChevronDown size={16} stroke={1.6} style={{ pointerEvents: 'none' }} aria-hidden />
}
