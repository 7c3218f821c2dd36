import { Autocomplete, Input, SimpleGrid, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Row } from '../../../engine/model/module.ts'
import { PLACES, type Place } from '../../api/places.ts'
import { ADDRESS_PARTS, type AddressPart } from '../address.ts'
import { type FieldClient, useFieldClient } from '../client.ts'
import type { InputProps } from '../types.ts'
import { useChoices } from '../useChoices.ts'
import { t, textOf, wrapperProps } from './common.tsx'

type Address = Partial<Record<AddressPart, string>>

/** Limits of the server. */
const LONGEST: Partial<Record<AddressPart, number>> = { zip_code: 10 }
const LONGEST_LINE = 200

const placeOf = (part: AddressPart): Place | undefined => PLACES.find((place) => place.part === part)
/** All parts of an address inside a place. */
const narrower = (part: AddressPart): readonly AddressPart[] =>
  PLACES.slice(PLACES.findIndex((place) => place.part === part) + 1).map((place) => place.part)

/**
 * A postal address in its usual parts. Places are offered from the company's lists, each within the one chosen before it,
 * and found by typing; a place that is in no list is entered as text.
 */
export function AddressField(props: InputProps) {
  const address = (props.value ?? {}) as Address
  const { id, label, description, error, withAsterisk } = wrapperProps(props)
  const set = (change: Address) => {
    const next = { ...address, ...change }
    const filled = Object.fromEntries(Object.entries(next).filter(([, text]) => text))
    props.onChange(Object.keys(filled).length ? filled : null)
  }
  return (
    <Input.Wrapper {...{ label, description, error, withAsterisk }} labelElement="div" role="group" aria-label={textOf(label)}>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
        {ADDRESS_PARTS.map((part, index) => {
          const place = placeOf(part)
          const common = {
            id: index === 0 ? String(id) : `${id}-${part}`,
            'aria-label': t(`fields.address.${part}`),
            placeholder: t(`fields.address.${part}`),
            value: address[part] ?? '',
            maxLength: LONGEST[part] ?? LONGEST_LINE,
            disabled: Boolean(props.disabled),
            readOnly: Boolean(props.readOnly),
            ...(props.onBlur && { onBlur: props.onBlur }),
          }
          return place ? (
            <PlaceInput
              key={part}
              {...common}
              place={place}
              address={address}
              onWrite={(text) => set({ [part]: text })}
              // Places inside the former place are not inside another one.
              onPick={(text) =>
                set({ [part]: text, ...(text === address[part] ? {} : Object.fromEntries(narrower(part).map((name) => [name, '']))) })
              }
            />
          ) : (
            <TextInput key={part} {...common} onChange={(event) => set({ [part]: event.currentTarget.value })} />
          )
        })}
      </SimpleGrid>
    </Input.Wrapper>
  )
}

interface PlaceInputProps {
  readonly id: string
  readonly value: string
  readonly disabled: boolean
  readonly readOnly: boolean
  readonly maxLength: number
  readonly placeholder: string
  readonly place: Place
  readonly address: Address
  readonly onWrite: (text: string) => void
  readonly onPick: (text: string) => void
  readonly onBlur?: () => void
}

/** One place: typed text stays, matching places of the list are offered beneath it. */
function PlaceInput({ place, address, onWrite, onPick, onBlur, ...input }: PlaceInputProps) {
  const client = useFieldClient()
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState(false)
  // A choice causes two events: the choice, and a change of the text.
  const picked = useRef(false)
  const within = useWithin(client, place, address, opened)
  // Opened on an existing value, it offers the whole list: the user looks for another one.
  const choices = useChoices(place.part, {
    open: opened && within !== undefined && within !== NOWHERE,
    search: typed ? input.value.trim() : '',
    filter: within,
  })
  const names = within === NOWHERE ? [] : [...new Set(choices.items.map((ref) => ref.name))]
  return (
    <Autocomplete
      {...input}
      data={names}
      filter={({ options }) => options}
      autoComplete="off"
      openOnFocus={false}
      onClick={() => setOpened(true)}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => {
        setOpened(false)
        setTyped(false)
      }}
      onOptionSubmit={() => {
        picked.current = true
      }}
      onChange={(text) => {
        const chosen = picked.current
        picked.current = false
        setTyped(!chosen)
        setOpened(!chosen)
        if (chosen) onPick(text)
        else onWrite(text)
      }}
      {...(onBlur && { onBlur })}
    />
  )
}

/** The containing place is in no list: then no place inside it is, either. */
const NOWHERE: Row = { id: 0 }

/** Filter of the list within the nearest wider place that is named; undefined while that place is looked up. */
function useWithin(client: FieldClient, place: Place, address: Address, wanted: boolean): Row | undefined {
  const [known, setKnown] = useState<{ key: string; filter: Row }>()
  const key = place.lies.map((ly) => address[ly.in] ?? '').join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wider places are compared by their names, in `key`
  useEffect(() => {
    if (!wanted || known?.key === key) return
    let gone = false
    void filterWithin(client, place, address)
      .catch(() => NOWHERE)
      .then((filter) => {
        if (!gone) setKnown({ key, filter })
      })
    return () => {
      gone = true
    }
  }, [client, place, key, wanted, known?.key])
  return known?.key === key ? known.filter : undefined
}

async function filterWithin(client: FieldClient, place: Place, address: Address): Promise<Row> {
  const around = place.lies.find((ly) => address[ly.in]?.trim())
  if (!around) return { is_active: true }
  const name = address[around.in]!.trim()
  const filter = await filterWithin(client, placeOf(around.in)!, address)
  if (filter === NOWHERE) return NOWHERE
  const refs = await client.dropdown(around.in, { search: name, limit: 20, filter })
  const row = refs.find((ref) => ref.name.toLowerCase() === name.toLowerCase())
  return row ? { is_active: true, [around.by]: row.id } : NOWHERE
}
