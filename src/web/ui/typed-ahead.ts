/**
 * Keys pressed before a requested field is ready: its code may still be loading, and the typed text would reach the page
 * meanwhile, where letters are commands.
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

/** The text typed since then; keys go to the focused element again. */
export function takeKeys(): string {
  stop?.()
  stop = undefined
  const taken = typed
  typed = ''
  return taken
}
