/** The side of a worker thread: answers each task with chunks, a few of them ahead of those that were taken. */
import { parentPort } from 'node:worker_threads'

/** Informs a worker that a chunk was taken. */
export const TAKEN = 'taken'
/** Chunks that are sent before the first of them is taken. */
const AHEAD = 6

/** A message from a worker. */
export type FromWorker<C> = { readonly chunk: C } | { readonly done: true } | { readonly error: string }

/**
 * Serves tasks with `work`, one after another. An Error that it throws is sent by its message. Values go through
 * structured clone; `transferOf` names the values that are transferred instead of copied.
 */
export function serve<I, C>(work: (input: I) => AsyncIterable<C>, transferOf: (chunk: C) => readonly ArrayBuffer[] = () => []): void {
  const port = parentPort
  if (!port) throw new Error('This file is the start of a worker thread.')
  let ahead = 0
  let resume: () => void = () => undefined
  const answer = async (task: I): Promise<void> => {
    ahead = 0
    try {
      for await (const chunk of work(task)) {
        port.postMessage({ chunk }, [...transferOf(chunk)])
        ahead++
        if (ahead >= AHEAD)
          await new Promise<void>((resolve) => {
            resume = resolve
          })
      }
      port.postMessage({ done: true })
    } catch (error) {
      port.postMessage({ error: error instanceof Error ? error.message : String(error) })
    }
  }
  port.on('message', (message: { task: I } | typeof TAKEN) => {
    if (message !== TAKEN) return void answer(message.task)
    ahead = Math.max(0, ahead - 1)
    resume()
  })
}
