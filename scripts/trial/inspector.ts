/** A client of the debugger's protocol of a Node process started with `--inspect`. */

export interface Inspector {
  send<T = unknown>(method: string, params?: object): Promise<T>
  close(): void
}

interface Message {
  readonly id?: number
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** Connects to the process that listens on this port. */
export async function openInspector(port: number): Promise<Inspector> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as { webSocketDebuggerUrl: string }[]
  if (!target) throw new Error(`There is no debugger on port ${port}.`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve())
    socket.addEventListener('error', () => reject(new Error(`The debugger on port ${port} refused the connection.`)))
  })
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Message
    const asked = id === undefined ? undefined : waiting.get(id)
    if (!asked) return
    waiting.delete(id!)
    if (error) asked.reject(new Error(error.message))
    else asked.resolve(result)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('The debugger went away.'))
  })
  let last = 0
  return {
    send: <T>(method: string, params: object = {}) =>
      new Promise<T>((resolve, reject) => {
        const id = ++last
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
        socket.send(JSON.stringify({ id, method, params }))
      }),
    close: () => socket.close(),
  }
}
