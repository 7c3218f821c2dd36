import type { ComboboxStore } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Row } from '../../engine/model/module.ts'
import { type AskedChoices, type FieldClient, useFieldClient } from './client.ts'
import { bestOffer } from './match-reference.ts'
import { recentRefs } from './recent-choices.ts'
import type { Ref } from './ref.ts'

/** Wait after typing, and after opening without a text: most pickers are opened briefly and left. */
const DEBOUNCE_MS = 100
export const FIRST_LOAD_MS = 300
/** Buttons that show all their choices at once wait until the form around them is drawn. */
export const TOGGLE_LOAD_MS = 500
const LIMIT = 20

export interface Choices {
  readonly items: readonly Ref[]
  /** The items are recently used ones, before the first request. */
  readonly recent: boolean
  readonly loading: boolean
  readonly failed: boolean
  /** The items belong to the present text, not to the one before it. */
  readonly settled: boolean
}

const CLOSED = { items: [], recent: false, loading: false, failed: false }

/** What is searched for; nothing is read while `open` is false. */
interface ChoicesOptions {
  readonly open: boolean
  readonly search: string
  readonly filter: Row | undefined
  readonly firstLoad?: number
  readonly asked?: AskedChoices
}

/**
 * The options of a picker. No request is made until `open`; a newer text aborts the older request. Recent choices are
 * only offered unfiltered, because only the server can apply the filter to them.
 */
export function useChoices(module: string, { open, search, filter, firstLoad = FIRST_LOAD_MS, asked }: ChoicesOptions): Choices {
  const client = useFieldClient()
  const [choices, setChoices] = useState<Omit<Choices, 'settled'>>(CLOSED)
  const filterKey = JSON.stringify(asked ? [filter, asked] : (filter ?? null))
  const answered = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: `filter` and `asked` are compared by their content, in `filterKey`
  useEffect(() => {
    if (!open) return
    const wanted = `${search}\n${filterKey}`
    if (answered.current === wanted) return
    const recents = !search && filterKey === 'null' ? recentRefs(module) : []
    setChoices((shown) => ({ items: recents.length ? recents : shown.items, recent: recents.length > 0, loading: true, failed: false }))
    return request(client, module, {
      query: { search, ...(filter && { filter }), ...(asked && { asked }) },
      wait: search ? DEBOUNCE_MS : firstLoad,
      done: (items) => {
        answered.current = items ? wanted : ''
        setChoices(items ? { items: merged(recents, items), recent: false, loading: false, failed: false } : { ...CLOSED, failed: true })
      },
    })
  }, [client, module, open, search, filterKey, firstLoad])
  // A list that was closed waits for nothing: its request was called off.
  return { ...choices, loading: open && choices.loading, settled: open && answered.current === `${search}\n${filterKey}` }
}

/** `+ New` of a picker, as `highlighted` returns it. */
export const CREATE = '+'

/** The marked option in the open list: the id of its record, or `CREATE`. Read from the list: its order may have changed. */
function highlighted(combobox: ComboboxStore): string | undefined {
  if (!combobox.dropdownOpened || !combobox.listId) return undefined
  const marked = document.getElementById(combobox.listId)?.querySelector<HTMLElement>('[data-combobox-selected][data-offer]')
  return marked?.dataset.offer
}

/**
 * Makes typing and Enter take the marked option of the typed text, never one of the list shown before it: the record of
 * that name, else the first, is marked when the response arrives, and a faster Enter waits for it. Tab takes the marked
 * option, and moves on.
 */
export function useTakeFirst(combobox: ComboboxStore, choices: Choices, search: string, submit: (offer: string) => void) {
  const waiting = useRef(false)
  const { settled, items } = choices
  const latest = useRef({ combobox, submit })
  latest.current = { combobox, submit }
  useEffect(() => {
    if (!settled || !search) return
    const best = bestOffer(items, search)
    if (waiting.current && best) latest.current.submit(String(best.id))
    else if (best) latest.current.combobox.selectOption(items.indexOf(best))
    else latest.current.combobox.selectFirstOption()
    waiting.current = false
  }, [settled, search, items])
  const take = (offer: string) => {
    waiting.current = false
    // The list must not handle the same key as a second choice.
    combobox.resetSelectedOption()
    submit(offer)
  }
  return {
    onType() {
      waiting.current = false
      combobox.resetSelectedOption()
    },
    /** Call it when the user leaves the picker: an Enter before the response is then ignored. */
    onLeave() {
      waiting.current = false
    },
    /** Call it before the list handles the key. */
    onKey(event: KeyboardEvent) {
      if (event.nativeEvent.isComposing || !combobox.dropdownOpened) return
      const offer = highlighted(combobox)
      if (event.key === 'Tab') {
        if (offer !== undefined && offer !== CREATE) take(offer)
        return
      }
      if (event.key !== 'Enter') return
      const best = bestOffer(items, search)
      if (offer !== undefined) take(offer)
      else if (!search) return
      else if (!settled) {
        combobox.resetSelectedOption()
        waiting.current = true
      } else if (best) take(String(best.id))
      else return
      event.preventDefault()
    },
  }
}

/** Recent choices stay above the other results, without duplicates. */
const merged = (recents: readonly Ref[], items: readonly Ref[]): Ref[] => {
  const seen = new Set(items.map((item) => item.id))
  const first = recents.filter((item) => seen.has(item.id))
  const firstIds = new Set(first.map((item) => item.id))
  return [...items.filter((item) => firstIds.has(item.id)), ...items.filter((item) => !firstIds.has(item.id))]
}

interface ChoicesRequest {
  readonly query: { search: string; filter?: Row; asked?: AskedChoices }
  readonly wait: number
  readonly done: (items: Ref[] | null) => void
}

function request(client: FieldClient, module: string, { query, wait, done }: ChoicesRequest): () => void {
  const abort = new AbortController()
  const timer = setTimeout(() => {
    client.dropdown(module, { ...query, limit: LIMIT }, abort.signal).then(
      (items) => abort.signal.aborted || done(items),
      (error: unknown) => {
        if (abort.signal.aborted) return
        console.error(`The choices of ${module} could not be loaded.`, error)
        done(null)
      },
    )
  }, wait)
  return () => {
    clearTimeout(timer)
    abort.abort()
  }
}
