import { type RefObject, useEffect } from 'react'

/** Longest wait for fields whose code is still loading. */
const WAIT_MS = 3000
const FIRST = 'input, textarea, select, [contenteditable="true"], button[role="combobox"]'

const CLOSED = ':disabled, [aria-readonly="true"], [type="hidden"], [type="file"]'
/** An input with a list of choices is closed to typing, not to choosing. */
const CHOICE = '[aria-haspopup="listbox"]'

/** The first field of a form that can be written to now; in a form of choices alone, the first choice. */
export const firstField = (form: ParentNode): HTMLElement | undefined => {
  let choice: HTMLElement | undefined
  for (const cell of form.querySelectorAll<HTMLElement>('[data-field]')) {
    const inputs = [...cell.querySelectorAll<HTMLElement>(FIRST)]
    // Its code is still loading: the field behind it is not the first.
    if (inputs.length === 0) return undefined
    const open = inputs.filter((element) => !element.matches(CLOSED) && element.tabIndex >= 0)
    const input = open.find((element) => !element.matches('[readonly]'))
    if (input) return input
    choice ??= open.find((element) => element.matches(CHOICE))
  }
  return choice
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
 * Focuses the first field of a form that has just been opened. Not on touch screens: the keyboard of a phone would cover
 * the form before the user read it. If the user moves the focus meanwhile, it stays there.
 */
export function useFirstFocus(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!form.current || matchMedia('(pointer: coarse)').matches) return
    const before = document.activeElement
    const give = (): boolean => {
      if (!form.current || (document.activeElement !== before && isTaken())) return true
      const field = firstField(form.current)
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
