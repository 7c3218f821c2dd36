import type { FastifyInstance } from 'fastify'

/**
 * Lets go of what is left of a body when its request has been answered. Who refuses an upload has often read a part of
 * it only: the rest would stand before the next request of the connection, which would wait for a minute in vain.
 */
export function dropUnread(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.readableEnded) return
    raw.unpipe()
    raw.resume()
  })
}
