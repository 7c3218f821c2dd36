import { Combobox, Pill, PillsInput, ScrollArea, useCombobox } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useFieldClient } from '../client.ts'
import { offeredOf } from '../filters.ts'
import { rememberRef } from '../recent-choices.ts'
import type { Ref } from '../ref.ts'
import { type InputProps, isRef, refLabel } from '../types.ts'
import { useChoices, useTakeFirst } from '../useChoices.ts'
import { useFigures } from '../useFigures.ts'
import { ChoiceList } from './ChoiceList.tsx'
import { placeholderOf, t, wrapperProps } from './common.tsx'
import { PickerEnd } from './ReferenceField.tsx'

/** References to several records; picking one twice keeps it once, picking it again in the list removes it. */
export function ReferencesField(props: InputProps) {
  const { field, value, resolved, onChange, around } = props
  const module = field.to ?? ''
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [search, setSearch] = useState('')
  const [known, setKnown] = useState<ReadonlyMap<number, Ref>>(() => new Map())
  const ids = useMemo(() => [...new Set(Array.isArray(value) ? value.map(Number) : [])], [value])
  const refs = useMemo(() => {
    const given = new Map((Array.isArray(resolved) ? resolved : []).filter(isRef).map((ref) => [ref.id, ref]))
    return ids.map((id): Ref => given.get(id) ?? known.get(id) ?? { id, name: `#${id}` })
  }, [ids, resolved, known])
  const client = useFieldClient()
  // Numbers from an address or a default come without their records.
  const nameless = refs
    .filter((ref) => ref.label === undefined && ref.name === `#${ref.id}`)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    if (nameless === '') return
    const abort = new AbortController()
    const wanted = nameless.split(',').map(Number)
    void client.dropdown(module, { filter: { id: wanted }, limit: wanted.length }, abort.signal).then(
      (named) => setKnown((before) => new Map([...before, ...named.map((ref) => [ref.id, ref] as const)])),
      () => undefined,
    )
    return () => abort.abort()
  }, [client, module, nameless])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `around` reads the record as it is when the list opens
  const filter = useMemo(() => offeredOf(field, around), [field, around, combobox.dropdownOpened])
  const choices = useChoices(module, { open: combobox.dropdownOpened, search, filter })
  const figures = useFigures(field, choices.items, around)
  const locked = Boolean(props.readOnly || props.disabled)

  const set = (next: readonly Ref[]) => {
    setKnown(new Map([...known, ...next.map((ref) => [ref.id, ref] as const)]))
    onChange(
      next.map((ref) => ref.id),
      next,
    )
  }
  const toggle = (id: string) => {
    const ref = choices.items.find((item) => String(item.id) === id)
    if (!ref) return
    rememberRef(module, ref)
    set(ids.includes(ref.id) ? refs.filter((other) => other.id !== ref.id) : [...refs, ref])
    setSearch('')
    // Typing or a click opens it again; an open list would cover the next field.
    combobox.closeDropdown()
  }
  const { onType, onLeave, onKey } = useTakeFirst(combobox, choices, search, toggle)
  const { label, description, error, withAsterisk, id, ...rest } = wrapperProps(props)

  return (
    <Combobox store={combobox} withinPortal keepMounted={false} disabled={locked} onOptionSubmit={toggle}>
      <Combobox.DropdownTarget>
        <PillsInput
          {...{ label, description, error, withAsterisk }}
          id={id}
          disabled={props.disabled}
          rightSection={<PickerEnd loading={choices.loading} clearable={false} onClear={() => undefined} />}
          onClick={() => !locked && combobox.openDropdown()}
        >
          <Pill.Group>
            {refs.map((ref) => (
              <Pill key={ref.id} withRemoveButton={!locked} onRemove={() => set(refs.filter((other) => other.id !== ref.id))}>
                {refLabel(ref)}
              </Pill>
            ))}
            <Combobox.EventsTarget>
              <PillsInput.Field
                value={search}
                disabled={props.disabled}
                readOnly={props.readOnly}
                aria-required={rest['aria-required']}
                placeholder={refs.length ? undefined : placeholderOf(props, t('fields.search'))}
                autoComplete="off"
                onChange={(event) => {
                  setSearch(event.currentTarget.value)
                  combobox.openDropdown()
                  onType()
                }}
                onKeyDown={(event) => {
                  onKey(event)
                  if (event.key === 'Backspace' && search === '' && refs.length && !locked) set(refs.slice(0, -1))
                }}
                onBlur={() => {
                  onLeave()
                  combobox.closeDropdown()
                  props.onBlur?.()
                }}
              />
            </Combobox.EventsTarget>
          </Pill.Group>
        </PillsInput>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <ScrollArea.Autosize mah={280} type="scroll">
          <ChoiceList choices={choices} search={search} selected={(ref) => ids.includes(ref.id)} details={field.picker} figures={figures} />
        </ScrollArea.Autosize>
      </Combobox.Dropdown>
    </Combobox>
  )
}
