import { type RefObject, useEffect } from 'react'

/** Fields whose code is still on its way are waited for this long. */
const WAIT_MS = 3000
const FIRST = 'input, textarea, select, [contenteditable="true"], button[role="combobox"]'

/** The first field of a form that can be written to, as it stands. */
export const firstField = (form: ParentNode): HTMLElement | undefined => {
  const cells = [...form.querySelectorAll<HTMLElement>('[data-field]')]
  for (const cell of cells) {
    const input = [...cell.querySelectorAll<HTMLElement>(FIRST)].find(
      (one) => !one.matches(':disabled, [readonly], [aria-readonly="true"], [type="hidden"], [type="file"]') && one.tabIndex >= 0,
    )
    if (input) return input
    // Its code is on its way: what stands behind it is not the first.
    if (!cell.querySelector(FIRST)) return undefined
  }
  return undefined
}

/** Did the user put the focus somewhere? */
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
 * Gives the focus to the first field of a form that has just been opened. Not where fingers type: the keyboard of a phone
 * would cover the form before it was read. Focus that the user moves elsewhere meanwhile stays there.
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
