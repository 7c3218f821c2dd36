/** The keys of a planning board. */
type Command =
  | { readonly kind: 'move'; readonly rows: number; readonly days: number; readonly day?: number; readonly extends: boolean }
  | { readonly kind: 'apply'; readonly what: number | 'rest' | 'weekly' }
  | { readonly kind: 'copy' | 'paste' | 'undo' | 'redo' | 'save' }

interface Key {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const MOVES: Readonly<Record<string, readonly [rows: number, days: number, day?: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, 0, 0],
  End: [0, 0, 6],
  PageUp: [-10, 0],
  PageDown: [10, 0],
}
const WITH_CONTROL: Readonly<Record<string, 'copy' | 'paste' | 'undo' | 'redo' | 'save'>> = {
  c: 'copy',
  v: 'paste',
  z: 'undo',
  y: 'redo',
  s: 'save',
}

/** What a key does on the board; undefined for keys that do nothing there. */
export function commandOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Key): Command | undefined {
  if (altKey) return undefined
  if (ctrlKey || metaKey) {
    const kind = WITH_CONTROL[key.toLowerCase()]
    return kind && { kind: kind === 'undo' && shiftKey ? 'redo' : kind }
  }
  const move = MOVES[key]
  if (move) return { kind: 'move', rows: move[0], days: move[1], ...(move[2] !== undefined && { day: move[2] }), extends: shiftKey }
  if (/^[1-9]$/.test(key)) return { kind: 'apply', what: Number(key) - 1 }
  if (key === 'r' || key === 'R') return { kind: 'apply', what: 'rest' }
  return key === 'Delete' || key === 'Backspace' ? { kind: 'apply', what: 'weekly' } : undefined
}
