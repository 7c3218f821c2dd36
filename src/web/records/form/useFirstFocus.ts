import { type RefObject, useEffect, useRef } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import { gridFields } from '../grid/columns.ts'
import { isEditable } from '../grid/editable.ts'
import { goToCell } from '../grid/goTo.ts'
import type { RecordStore } from './store.ts'

/** Longest wait for fields whose code is still loading. */
const WAIT_MS = 3000
// Pickers of months and instants are buttons.
const FIRST = 'input, textarea, select, [contenteditable="true"], button[role="combobox"], button[data-dates-input]'

const CLOSED = ':disabled, [aria-readonly="true"], [type="hidden"], [type="file"]'
/** An input with a list of choices is closed to typing, not to choosing. */
const CHOICE = '[aria-haspopup="listbox"]'

/** Whether nothing is entered or chosen: a switch always says something, a button of a picker its value or, muted, its placeholder. */
function isEmpty(element: HTMLElement): boolean {
  if (element.matches('[type="checkbox"], [type="radio"]')) return false
  if (element instanceof HTMLButtonElement || element.isContentEditable)
    return element.textContent.trim() === '' || element.querySelector('[data-placeholder], .mantine-InputPlaceholder-placeholder') !== null
  return 'value' in element && element.value === ''
}

const isInSight = (element: HTMLElement): boolean => element.getBoundingClientRect().top < window.innerHeight

/**
 * Where the work in a form begins: the first field in its order that is empty, whether required or not, because one that comes
 * before others may fill them: the supplier brings the payee. In a form without an empty one in sight the first that can be
 * written to, and in one of choices alone the first choice: what is typed must not go into a field far below.
 */
export const firstField = (form: ParentNode): HTMLElement | undefined => {
  let first: HTMLElement | undefined
  let choice: HTMLElement | undefined
  for (const cell of form.querySelectorAll<HTMLElement>('[data-field]')) {
    const inputs = [...cell.querySelectorAll<HTMLElement>(FIRST)]
    // Its code is still loading: the field behind it is not the first.
    if (inputs.length === 0 && !first) return undefined
    const open = inputs.filter((element) => !element.matches(CLOSED) && element.tabIndex >= 0)
    const written = open.find((element) => !element.matches('[readonly]'))
    const chosen = open.find((element) => element.matches(CHOICE))
    const empty = [written, chosen].find((element) => element && isEmpty(element) && isInSight(element))
    if (empty) return empty
    first ??= written
    choice ??= chosen
  }
  return first ?? choice
}

/** A cell of a child table. */
interface Cell {
  readonly lines: string
  readonly key: string
  readonly field: string
}

/**
 * Where the work is in a state that leaves few fields open, the most important first: when that is a child table, the first
 * cell of it to write in. A count is entered on its lines, below all of what is settled already.
 */
export function firstCell(module: Module, store: RecordStore, editable: readonly string[] | '*'): Cell | undefined {
  const lines = editable === '*' ? undefined : module.lines.find(({ name }) => name === editable[0])
  if (!lines) return undefined
  const fields = gridFields(lines).toSorted((a, b) => Number(b.widget === 'card') - Number(a.widget === 'card'))
  for (const key of store.keys(lines.name)) {
    const states = store.cellStates(lines.name, key)
    const field = fields.find((candidate) => isEditable(candidate, states[candidate.name]))
    if (field) return { lines: lines.name, key, field: field.name }
  }
  return undefined
}

/** Whether the user has moved the focus. */
const isTaken = (): boolean => {
  const { activeElement } = document
  return (
    activeElement instanceof HTMLElement &&
    activeElement !== document.body &&
    activeElement.closest('main') !== null &&
    activeElement.id !== 'main'
  )
}

/**
 * Focuses the first field of a form that has just been opened, or the cell where its work begins. Not on touch screens: the
 * keyboard of a phone would cover the form before the user read it; there the lines come into view. If the user moves the
 * focus meanwhile, it stays there.
 */
export function useFirstFocus(form: RefObject<HTMLElement | null>, cell?: Cell): void {
  const first = useRef(cell)
  useEffect(() => {
    const start = first.current
    const touches = matchMedia('(pointer: coarse)').matches
    if (!form.current || (touches && !start)) return
    const before = document.activeElement
    const give = (): boolean => {
      if (!form.current || (document.activeElement !== before && isTaken())) return true
      if (start) {
        const lines = form.current.querySelector<HTMLElement>(`[data-lines="${start.lines}"]`)
        // A table can be longer than the screen: its first row is in the middle, under its title.
        ;(lines?.querySelector('li, [data-row]') ?? lines)?.scrollIntoView({ block: 'center' })
        if (lines && !touches) goToCell(lines, start)
        return lines !== null
      }
      const field = firstField(form.current)
      // A state may leave only a field at the end of the form open.
      if (field && !isInSight(field)) field.scrollIntoView({ block: 'center' })
      field?.focus({ preventScroll: true })
      return field !== undefined
    }
    if (give()) return
    const watch = new MutationObserver(() => give() && watch.disconnect())
    watch.observe(form.current, { childList: true, subtree: true })
    const timer = setTimeout(() => watch.disconnect(), WAIT_MS)
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [form])
}
