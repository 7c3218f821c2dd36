import { CloseButton, Combobox, InputBase, Loader, ScrollArea, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useFieldClient } from '../client.ts'
import { ReferenceEntry } from '../entry.ts'
import { narrowingOf } from '../filters.ts'
import { lookupOf } from '../match-reference.ts'
import { rememberRef } from '../recent-choices.ts'
import type { Ref } from '../ref.ts'
import { type InputProps, isRef, refLabel } from '../types.ts'
import { CREATE, FIRST_LOAD_MS, useChoices, useTakeFirst } from '../useChoices.ts'
import { useFigures } from '../useFigures.ts'
import { ChoiceList } from './ChoiceList.tsx'
import { placeholderOf, t, textOf, wrapperProps } from './common.tsx'

const QuickCreate = lazy(() => import('../QuickCreate.tsx'))

const CELL_PICKER_WIDTH = 'min(440px, calc(100vw - 24px))'

/**
 * A reference to one record: type to search, Enter or Tab to take the marked option, Escape to leave it unchanged.
 * Leaving it with a typed code or name takes the record of that name; a text without a matching record stays, with a
 * message. A choice is final: a `ReferenceEntry` holds the typed text and drops the response of every earlier lookup. No
 * request is made before it is opened. `+ New` creates the record in a drawer without leaving the form.
 */
export function ReferenceField(props: InputProps) {
  const { field, value, resolved, onChange, around, typed, bare } = props
  const module = field.to ?? ''
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption(), defaultOpened: Boolean(bare && typed) })
  const [picked, setPicked] = useState<Ref | null>(null)
  const [ownEntry] = useState(() => new ReferenceEntry())
  const entry = props.entry ?? ownEntry
  const state = useSyncExternalStore(entry.subscribe, () => entry.state)
  const search = state.step === 'settled' ? null : state.text
  const [creating, setCreating] = useState<string | null>(null)
  const client = useFieldClient()
  const current = isRef(resolved) && resolved.id === value ? resolved : picked?.id === value ? picked : null
  const shown = current ? refLabel(current) : value === null || value === undefined ? '' : `#${textOf(value)}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: `around` reads the record as it is when the list opens
  const narrowing = useMemo(() => narrowingOf(field, around), [field, around, combobox.dropdownOpened])
  // A number from an address or a default comes without its record.
  const nameless = typeof value === 'number' && resolved === undefined && current === null ? value : undefined
  useEffect(() => {
    if (nameless === undefined) return
    const abort = new AbortController()
    void client.dropdown(module, { filter: { id: nameless }, limit: 1 }, abort.signal).then(
      ([ref]) => ref && setPicked(ref),
      () => undefined,
    )
    return () => abort.abort()
  }, [client, module, nameless])
  const choices = useChoices(module, {
    open: combobox.dropdownOpened,
    search: search ?? '',
    filter: narrowing.filter,
    firstLoad: FIRST_LOAD_MS,
    asked: narrowing.asked,
  })
  const figures = useFigures(field, choices.items, around)
  const locked = Boolean(props.readOnly || props.disabled)

  // The key that began the edit of a grid cell is its first letter; text left unfinished in another input is not.
  useLayoutEffect(() => {
    if (typed !== undefined) entry.type(typed)
    else if (entry.state.step === 'typing') entry.settle()
  }, [entry, typed])

  const write = (ref: Ref | null) => {
    setPicked(ref)
    if (ref) rememberRef(module, ref)
    onChange(ref ? ref.id : null, ref)
  }
  const take = (ref: Ref | null) => {
    entry.settle()
    combobox.closeDropdown()
    write(ref)
  }
  const submit = (offer: string) => {
    const ref = choices.items.find((item) => String(item.id) === offer)
    if (ref) take(ref)
    else if (offer === CREATE) {
      setCreating(search ?? '')
      combobox.closeDropdown()
    }
  }
  const { onType, onLeave, onKey } = useTakeFirst(combobox, choices, search ?? '', submit)
  const leave = () => {
    onLeave()
    combobox.closeDropdown()
    // Read from the entry, not from this render: the choice that ends an edit comes before the input is left.
    if (entry.state.step === 'typing' && creating === null) {
      const text = entry.state.text.trim()
      if (text === shown) entry.settle()
      else if (text === '') take(null)
      else void entry.lookUp(text, lookupOf(client, module, text, narrowing), write)
    }
    props.onBlur?.()
  }

  return (
    <>
      <Combobox
        store={combobox}
        // A cell is too narrow to distinguish records of nearly the same name.
        {...(bare && { width: CELL_PICKER_WIDTH, position: 'bottom-start' as const })}
        withinPortal
        keepMounted={false}
        disabled={locked}
        onOptionSubmit={submit}
      >
        <Combobox.Target>
          <InputBase
            {...wrapperProps(props)}
            {...(!bare && state.step === 'unresolved' && { error: props.error ?? state.message })}
            value={search ?? shown}
            placeholder={bare ? undefined : placeholderOf(props, t('fields.search'))}
            autoFocus={props.autoFocus}
            autoComplete="off"
            rightSectionPointerEvents={locked ? 'none' : 'all'}
            rightSection={
              bare ? undefined : (
                <PickerEnd
                  loading={choices.loading || state.step === 'looking'}
                  clearable={Boolean(value) && !locked && !props.required}
                  onClear={() => take(null)}
                />
              )
            }
            onClick={(event) => {
              if (locked) return
              // The press that opens the list has put the caret into the text that was selected on focus.
              if (search === null && !combobox.dropdownOpened) event.currentTarget.select()
              combobox.openDropdown()
            }}
            onFocus={(event) => search === null && event.currentTarget.select()}
            onChange={(event) => {
              entry.type(event.currentTarget.value)
              combobox.openDropdown()
              onType()
            }}
            onKeyDown={(event) => {
              onKey(event)
              if (event.key === 'Escape') entry.settle()
              if ((event.key === 'Backspace' || event.key === 'Delete') && search === '' && value) take(null)
            }}
            onBlur={leave}
          />
        </Combobox.Target>
        {/* A press on the scroll bar does not leave the picker. */}
        <Combobox.Dropdown hidden={locked} onMouseDown={(event) => event.preventDefault()}>
          <ScrollArea.Autosize mah={280} type="scroll">
            <ChoiceList
              choices={choices}
              search={search ?? ''}
              selected={(ref) => ref.id === value}
              details={field.picker}
              figures={figures}
              canCreate={client.mayCreate?.(module) ?? true}
            />
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
