import pg from 'pg'

/** First and longest pause before a lost subscription is renewed. */
const FIRST_MS = 100
const LONGEST_MS = 5000

/**
 * Subscribes to a channel on a connection of its own. A lost connection is renewed until that succeeds; notifications in
 * between are missed, and `again` is called. Throws when the first one cannot be made. Returns the function that ends it.
 */
export async function listenTo(
  connect: () => pg.Client,
  channel: string,
  receive: (payload: string) => void,
  again: () => void = () => undefined,
): Promise<() => Promise<void>> {
  let ended = false
  let timer: NodeJS.Timeout | undefined
  let current: pg.Client | undefined

  const subscribe = async (): Promise<void> => {
    const client = connect()
    // Without a listener the event would end the process; `end` follows it.
    client.on('error', () => undefined)
    client.on('notification', (message) => receive(message.payload ?? ''))
    try {
      await client.connect()
      await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    if (ended) return client.end()
    current = client
    client.once('end', () => retry(FIRST_MS))
  }
  const retry = (pause: number): void => {
    current = undefined
    if (ended) return
    timer = setTimeout(() => void subscribe().then(again, () => retry(Math.min(pause * 2, LONGEST_MS))), pause)
    timer.unref()
  }
  await subscribe()
  return async () => {
    ended = true
    clearTimeout(timer)
    await current?.end().catch(() => undefined)
  }
}
