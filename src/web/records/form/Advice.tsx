import { Alert, List } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import { post } from '../../api/client.ts'
import { t } from '../../fields/text.ts'
import type { RecordStore } from './store.ts'

/** A note of the server about a record that is being edited; a `danger` note means that it would be refused. */
interface Note {
  readonly tone: 'info' | 'warning' | 'danger'
  readonly text: string
}

const PAUSE_MS = 400
const COLORS = { info: 'blue', warning: 'yellow', danger: 'red' } as const
const NONE: readonly Note[] = []

/** Asks after each pause in typing; a response that is older than a later change is dropped. */
function useAdvice(module: Module, store: RecordStore, id: number | null): readonly Note[] {
  const [notes, setNotes] = useState(NONE)
  useEffect(() => {
    let asked = 0
    let sent = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      const values = store.snapshot()
      const text = JSON.stringify(values)
      if (text === sent) return
      sent = text
      asked += 1
      const mine = asked
      // A failed request shows no error, because the form works without advice.
      post<Note[]>(`${module.name}/advice`, { ...values, ...(id !== null && { id }) }).then(
        (notes) => mine === asked && setNotes(notes),
        () => mine === asked && setNotes(NONE),
      )
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(ask, PAUSE_MS)
    }
    later()
    const leave = store.subscribe('any', later)
    return () => {
      asked = -1
      clearTimeout(timer)
      leave()
    }
  }, [module, store, id])
  return notes
}

/** Notes of the server on the form's present values, the most serious first. */
export function Advice({ module, store, id }: { module: Module; store: RecordStore; id: number | null }) {
  const notes = useAdvice(module, store, id)
  const gravest = (['danger', 'warning', 'info'] as const).find((tone) => notes.some((note) => note.tone === tone))
  return (
    <div role="status" aria-live="polite">
      {gravest && (
        <Alert
          mb="md"
          color={COLORS[gravest]}
          icon={gravest === 'info' ? <IconInfoCircle size={18} /> : <IconAlertTriangle size={18} />}
          title={t(gravest === 'danger' ? 'form.adviceAgainst' : 'form.advice')}
        >
          <List size="sm" listStyleType="none">
            {notes.map(({ text }) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </div>
  )
}
