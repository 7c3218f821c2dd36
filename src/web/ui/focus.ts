/** Where the focus goes when what had it is gone: users of the keyboard must not start at the top of the page again. */
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body

/** The button behind what was activated: an entry of a menu is gone with its menu. */
export const openerOf = (element: Element | null): HTMLElement | undefined => {
  const menu = element?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : element
  return opener instanceof HTMLElement && opener !== document.body ? opener : undefined
}

/** Gives a lost focus back to what opened a dialog, or to the page's heading where that is gone too. */
export const returnFocus = (opener?: HTMLElement): void => {
  if (!isFocusLost()) return
  const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('main h1[tabindex]')
  target?.focus({ preventScroll: true })
}

/** For what is drawn only while it is open: when it is gone, the focus returns to what had it before, or to `opener`. */
export function useReturnFocus(opener?: HTMLElement): void {
  useEffect(() => {
    const before = opener ?? openerOf(document.activeElement)
    // Not before what was done is drawn.
    return () => void setTimeout(() => returnFocus(before))
  }, [opener])
}

/** Ctrl+Enter sends a form, from a text of several lines too. */
export const sendOnCtrlEnter = (event: KeyboardEvent<HTMLFormElement>): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.stopPropagation()
  event.currentTarget.requestSubmit()
}

/**
 * Handlers for a bar of buttons that come and go with the state of the record: while a pressed button is busy it cannot
 * hold the focus, and gets it back; when it is gone, `heir` takes it.
 */
export function useHeldFocus(heir: RefObject<HTMLElement | null>) {
  const focused = useRef<HTMLElement>(null)
  useEffect(() => {
    const last = focused.current
    if (!last || !isFocusLost() || (last.isConnected && last.matches(':disabled'))) return
    const target = last.isConnected ? last : heir.current
    target?.focus({ preventScroll: true })
  })
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      focused.current = target
    },
    onBlur: ({ target }: FocusEvent<HTMLElement>) => {
      if (!target.matches(':disabled')) focused.current = null
    },
  }
}
