/**
 * Events from the server: changed records (never their contents) and reloaded modules. One tab of a browser listens and
 * passes events to the others, because a browser opens only a few connections to one server.
 */
import { atom, getDefaultStore } from 'jotai'
import { isOutdated } from './build.ts'
import { API_BASE } from './client.ts'
import { queryClient, sessionQuery } from './queries.ts'
import { getToken } from './session.ts'

interface LiveEvent {
  readonly type: string
  readonly data: { readonly module?: string; readonly actor?: number; readonly problems?: number; readonly state?: string }
}

const CHANNEL = 'tanggapan-events'
const RETRY_MS = 3000
/** Lists that change all the time are read again this often at most. */
const REFRESH_MS = 1500

/** Number of present problems in the descriptors; while there are any, the last good modules stay in force. */
export const problemsAtom = atom(0)

/** Whether the server has another build of the application than this page. */
export const outdatedAtom = atom(false)

/** Complete events of a stream; an incomplete one waits for the next part. */
export function takeEvents(text: string): { events: LiveEvent[]; rest: string } {
  const parts = text.split('\n\n')
  const rest = parts.pop() ?? ''
  const events = parts.flatMap((part) => {
    const type = /^event: (.+)$/m.exec(part)?.[1]
    const data = /^data: (.+)$/m.exec(part)?.[1]
    return type && data ? [{ type, data: JSON.parse(data) as LiveEvent['data'] }] : []
  })
  return { events, rest }
}

const due = new Set<string>()
let timer: ReturnType<typeof setTimeout> | undefined

function refreshSoon(module: string): void {
  due.add(module)
  if (timer !== undefined) return
  timer = setTimeout(() => {
    timer = undefined
    const modules = [...due]
    due.clear()
    // A form that is being edited stays as it is: saving checks whether it is still current.
    for (const name of modules)
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [kind, module, mode] }) => kind === 'records' && module === name && mode !== 'edit',
      })
  }, REFRESH_MS)
}

/**
 * Several changes come together (a role and its permissions), for all users at once: they are read once, and not by all
 * clients at the same moment.
 */
const RIGHTS_MS = 300
let rightsTimer: ReturnType<typeof setTimeout> | undefined

function rightsSoon(): void {
  if (rightsTimer !== undefined) return
  rightsTimer = setTimeout(
    () => {
      rightsTimer = undefined
      void queryClient.invalidateQueries({
        predicate: ({ queryKey: [kind, , mode] }) =>
          ['navigation', 'session', 'features', 'module', 'lookups', 'bookmarks'].includes(String(kind)) ||
          (kind === 'records' && mode !== 'edit'),
      })
    },
    RIGHTS_MS * (1 + Math.random()),
  )
}

const listeners = new Set<(module: string) => void>()

/** Calls `heard` with the module of every changed record, by any user; returns a function that stops it. */
export function onRecord(heard: (module: string) => void): () => void {
  listeners.add(heard)
  return () => void listeners.delete(heard)
}

/** Handles one event. */
export function receive({ type, data }: LiveEvent): void {
  if (type === 'record' && data.module) {
    const me = queryClient.getQueryData(sessionQuery.queryKey)?.user.id
    // The screen that wrote it has already refreshed itself.
    if (data.actor !== me) refreshSoon(data.module)
    for (const heard of listeners) heard(data.module)
  }
  // The user's own job changed records while they did something else.
  if (type === 'job' && data.state !== 'active')
    void queryClient.invalidateQueries({ predicate: ({ queryKey: [kind] }) => kind === 'records' || kind === 'dashboard' })
  if (type === 'notification') void queryClient.invalidateQueries({ queryKey: ['notifications'] })
  // The user's rights may have changed: menus, and the buttons of all open screens.
  if (type === 'rights') rightsSoon()
  if (type === 'outdated') getDefaultStore().set(outdatedAtom, true)
  if (type === 'modules') {
    getDefaultStore().set(problemsAtom, data.problems ?? 0)
    if (!data.problems) {
      void queryClient.invalidateQueries({ queryKey: ['navigation'] })
      void queryClient.invalidateQueries({ queryKey: ['module'] })
    }
  }
}

async function listen(channel: BroadcastChannel, signal: AbortSignal): Promise<void> {
  let missed = false
  while (!signal.aborted) {
    try {
      const response = await fetch(`${API_BASE}/events`, { headers: { authorization: `Bearer ${getToken() ?? ''}` }, signal })
      if (response.status === 401) return
      if (response.ok && response.body) {
        if (missed) void isOutdated().then((outdated) => tellOutdated(channel, outdated))
        // Events without a connection were missed.
        if (missed)
          await queryClient.invalidateQueries({
            predicate: ({ queryKey: [kind, , mode] }) =>
              kind === 'notifications' || kind === 'dashboard' || (kind === 'records' && mode !== 'edit'),
          })
        missed = true
        await follow(response.body, channel)
      }
    } catch {
      // The server is unavailable or restarting; the connection is tried again.
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

/** A restarted server may have another build; this tab informs the others. */
function tellOutdated(channel: BroadcastChannel, outdated: boolean): void {
  if (!outdated) return
  const event: LiveEvent = { type: 'outdated', data: {} }
  receive(event)
  channel.postMessage(event)
}

async function follow(body: ReadableStream<Uint8Array>, channel: BroadcastChannel): Promise<void> {
  let text = ''
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const { events, rest } = takeEvents(text + part.value)
    text = rest
    for (const event of events) {
      receive(event)
      channel.postMessage(event)
    }
  }
}

/** Starts listening; returns the function that stops it. */
export function startLive(): () => void {
  const stop = new AbortController()
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => receive(data)
  navigator.locks?.request(CHANNEL, { signal: stop.signal }, () => listen(channel, stop.signal)).catch(() => undefined)
  return () => {
    stop.abort()
    channel.close()
  }
}
