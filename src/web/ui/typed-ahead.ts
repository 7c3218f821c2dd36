/**
 * Keys pressed between the wish for a field and its being there: its code may still be loading, and what is typed meanwhile
 * would fall on the page, where letters are commands.
 */
let typed = ''
let stop: (() => void) | undefined

/** Holds printable keys from now on, until they are taken. Escape gives up and calls `onCancel`. */
export function holdKeys(onCancel: () => void): void {
  stop?.()
  typed = ''
  const hold = (event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') {
      takeKeys()
      onCancel()
    } else if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', hold, true)
  stop = () => window.removeEventListener('keydown', hold, true)
}

/** What was typed since; keys go where the focus is again. */
export function takeKeys(): string {
  stop?.()
  stop = undefined
  const taken = typed
  typed = ''
  return taken
}
