import { type RefObject, useEffect } from 'react'

/** Longest wait for fields whose code is still loading. */
const WAIT_MS = 3000
const FIRST = 'input, textarea, select, [contenteditable="true"], button[role="combobox"]'

/** The first field of a form that can be written to now. */
export const firstField = (form: ParentNode): HTMLElement | undefined => {
  const cells = [...form.querySelectorAll<HTMLElement>('[data-field]')]
  for (const cell of cells) {
    const input = [...cell.querySelectorAll<HTMLElement>(FIRST)].find(
      (element) =>
        !element.matches(':disabled, [readonly], [aria-readonly="true"], [type="hidden"], [type="file"]') && element.tabIndex >= 0,
    )
    if (input) return input
    // Its code is still loading: the field behind it is not the first.
    if (!cell.querySelector(FIRST)) return undefined
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
