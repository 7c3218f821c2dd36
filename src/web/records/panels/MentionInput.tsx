import { Combobox, Textarea, useCombobox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useFieldClient } from '../../fields/client.ts'
import { t } from '../../fields/text.ts'
import { type Person, type Typed, typedAt, withMention } from './mentions.ts'

/** Module of the people to pick from. */
const PEOPLE = 'user'
const OFFERED = 6
const DEBOUNCE_MS = 100

interface Props {
  readonly label: string
  readonly value: string
  readonly autoFocus?: boolean
  readonly onChange: (text: string) => void
  /** A user was picked; the text decides whether the mention stays. */
  readonly onMention: (person: Person) => void
  readonly onSend: () => void
}

/** People whose name contains what follows the `@`. */
function usePeople(typed: Typed | undefined): readonly Person[] {
  const client = useFieldClient()
  const [people, setPeople] = useState<readonly Person[]>([])
  const search = typed?.search
  useEffect(() => {
    if (search === undefined) return setPeople([])
    const stop = new AbortController()
    const timer = setTimeout(() => {
      client
        .dropdown(PEOPLE, { search, limit: OFFERED }, stop.signal)
        .then((refs) => setPeople(refs.slice(0, OFFERED).map(({ id, name }) => ({ id, name }))))
        // People whom the user cannot look up can still be typed by name.
        .catch(() => setPeople([]))
    }, DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [client, search])
  return people
}

/** A text in which `@` offers people; Ctrl+Enter sends it. */
export function MentionInput({ label, value, autoFocus, onChange, onMention, onSend }: Props) {
  const input = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [closed, setClosed] = useState(false)
  const typed = closed ? undefined : typedAt(value, caret)
  const people = usePeople(typed)
  const opened = typed !== undefined && people.length > 0
  const combobox = useCombobox({ opened })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first of each new list of people is marked; the combobox itself is new with every render
  useEffect(() => {
    if (opened) combobox.selectFirstOption()
  }, [opened, people])

  const pick = (id: string) => {
    const person = people.find((candidate) => String(candidate.id) === id)
    if (!person || !typed) return
    const next = withMention(value, caret, typed, person.name)
    onChange(next.text)
    onMention(person)
    setCaret(next.caret)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(next.caret, next.caret)
    })
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick} position="top-start" withinPortal>
      <Combobox.Target withKeyboardNavigation={opened} withAriaAttributes={opened}>
        <Textarea
          ref={input}
          aria-label={label}
          placeholder={label}
          autosize
          minRows={1}
          maxRows={6}
          maxLength={4000}
          autoFocus={autoFocus}
          value={value}
          onChange={(event) => {
            onChange(event.currentTarget.value)
            setCaret(event.currentTarget.selectionStart)
            setClosed(false)
          }}
          onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
          onBlur={() => setClosed(true)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && opened) {
              event.stopPropagation()
              setClosed(true)
            }
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault()
              event.stopPropagation()
              onSend()
            }
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options aria-label={t('view.people')}>
          {people.map(({ id, name }) => (
            <Combobox.Option key={id} value={String(id)}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
