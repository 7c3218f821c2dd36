import { Combobox, ScrollArea, Text, TextInput, useCombobox } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Field } from '../../../engine/model/module.ts'
import { type Suggestion, useFieldClient } from '../client.ts'
import { formatDate } from '../dates.ts'
import classes from '../fields.module.css'
import { wordsOf } from '../lists.ts'
import { figureText } from '../numeric.ts'
import { label } from '../text.ts'
import type { InputProps, Surroundings } from '../types.ts'
import { t, textOf, wrapperProps } from './common.tsx'
import { maxLengthOf, useTyped } from './TextInputs.tsx'

/** Wait after opening or typing before the values are asked for. */
const WAIT_MS = 150
const CELL_LIST_WIDTH = 'min(320px, calc(100vw - 24px))'

/**
 * A text, or texts between commas, with the values that its field offers (`suggest`) in a list: arrows and Enter take one,
 * any other text can be typed as well.
 */
export function SuggestedText(props: InputProps) {
  const { field, value, onChange, bare } = props
  const many = field.type === 'json'
  const [text, setText] = useState(props.typed ?? (Array.isArray(value) ? value.join(', ') : textOf(value)))
  const [asked, setAsked] = useState(props.typed ?? '')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const locked = Boolean(props.readOnly || props.disabled)
  const entered = many && Array.isArray(value) ? value.map(String) : []
  const offers = useOffers(props, combobox.dropdownOpened && !locked, asked).filter((offer) => !entered.includes(offer.value))
  const parsed = (next: string) => (next.trim() === '' ? null : many ? wordsOf(next) : next)
  const write = (next: string) => {
    setText(next)
    onChange(parsed(next))
  }
  useTyped({ ...props, onChange: (first) => onChange(parsed(String(first))) })
  // The value was set elsewhere, by undo or by what another field fills in.
  const [last, setLast] = useState(value)
  if (last !== value) {
    setLast(value)
    if (JSON.stringify(parsed(text)) !== JSON.stringify(value ?? null)) setText(Array.isArray(value) ? value.join(', ') : textOf(value))
  }
  const take = (offer: string) => {
    setAsked('')
    if (many) return write(`${[...wordsOf(text.slice(0, text.lastIndexOf(asked))), offer].join(', ')}, `)
    write(offer)
    combobox.closeDropdown()
    props.onDone?.()
  }
  return (
    <Combobox
      // A list that grows out of a phone's page moves the page: it opens with what it offers.
      store={{ ...combobox, dropdownOpened: combobox.dropdownOpened && offers.length > 0 }}
      {...(bare && { width: CELL_LIST_WIDTH, position: 'bottom-start' as const })}
      withinPortal
      keepMounted={false}
      disabled={locked}
      onOptionSubmit={take}
    >
      <Combobox.Target>
        <TextInput
          {...wrapperProps(props)}
          value={text}
          maxLength={many ? undefined : maxLengthOf(props)}
          autoFocus={props.autoFocus}
          autoComplete="off"
          // After the press that began the edit of a cell: it is outside the list, and would close it.
          onFocus={() => setTimeout(() => combobox.openDropdown())}
          onClick={() => combobox.openDropdown()}
          onChange={(event) => {
            const next = event.currentTarget.value
            write(next)
            setAsked(many ? next.slice(next.lastIndexOf(',') + 1).trim() : next.trim())
            combobox.resetSelectedOption()
            combobox.openDropdown()
          }}
          onBlur={() => {
            combobox.closeDropdown()
            props.onBlur?.()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={locked} onMouseDown={(event) => event.preventDefault()}>
        <ScrollArea.Autosize mah={280} type="scroll">
          <Combobox.Options aria-label={t('fields.choices')}>
            {offers.map((offer) => (
              <Combobox.Option key={offer.value} value={offer.value}>
                <Text size="sm">{offer.value}</Text>
                {offer.details.length > 0 && (
                  <Text size="xs" className={classes.choiceMore!}>
                    {offer.details.map(detailText).join(' · ')}
                  </Text>
                )}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </ScrollArea.Autosize>
      </Combobox.Dropdown>
    </Combobox>
  )
}

const detailText = ({ title, type, value }: Suggestion['details'][number]): string =>
  `${label(title)} ${type === 'date' ? formatDate(value) : typeof value === 'number' ? figureText(type, value) : value}`

/** What names the row that a line was copied from. */
const SOURCE = { source_module: '$source_module', source_line_id: '$source_line_id' }

/** Values around the input by the columns that they are compared with; undefined while one of them is empty. */
function valuesOf({ suggest }: Field, around: Surroundings | undefined): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {}
  const where = suggest && ('source' in suggest ? SOURCE : suggest.where)
  for (const [column, wanted] of Object.entries(where ?? {})) {
    if (typeof wanted !== 'string' || !wanted.startsWith('$')) continue
    const value = around?.value(wanted.slice(1))
    if (value === undefined || value === null || value === '') return undefined
    values[column] = value
  }
  return values
}

/** What is offered for the text; nothing when it cannot be asked for: the text can be entered all the same. */
function useOffers({ field, around }: InputProps, open: boolean, search: string): readonly Suggestion[] {
  const client = useFieldClient()
  const [offers, setOffers] = useState<readonly Suggestion[]>([])
  const values = JSON.stringify(open ? valuesOf(field, around) : undefined)
  const id = around?.value('parent.id')
  const place = field.suggest?.for
  useEffect(() => {
    if (values === undefined || place === undefined || !client.suggest) return setOffers([])
    const abort = new AbortController()
    const timer = setTimeout(() => {
      client.suggest!(place, { search, values: JSON.parse(values), ...(typeof id === 'number' && { id }) }, abort.signal).then(
        (rows) => abort.signal.aborted || setOffers(rows),
        () => abort.signal.aborted || setOffers([]),
      )
    }, WAIT_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [client, place, values, search, id])
  return offers
}
