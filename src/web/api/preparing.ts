/** How far the demo data of a new instance is: every answer says so in a header until it is done. */
import { useSyncExternalStore } from 'react'

export interface Preparing {
  /** 0 to 100. */
  readonly percent: number
  readonly note: string
}

let current: Preparing | undefined
const listeners = new Set<() => void>()

/** Reads the header of an answer; answers without it end the preparation. */
export function notePreparing(header: string | null): void {
  const [percent = '', note = ''] = (header ?? '').split(' ')
  const next = header ? { percent: Number(percent), note: decodeURIComponent(note) } : undefined
  if (next?.percent === current?.percent && next?.note === current?.note) return
  current = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const currentPreparing = (): Preparing | undefined => current

export const usePreparing = (): Preparing | undefined => useSyncExternalStore(subscribe, currentPreparing)
