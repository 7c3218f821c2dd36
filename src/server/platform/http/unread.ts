import type { FastifyInstance } from 'fastify'

/**
 * Discards the rest of a body when its request has been answered. A refused upload has often been read only in part: the
 * rest would come before the next request of the connection, which would wait for a minute in vain.
 */
export function dropUnread(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.readableEnded) return
    raw.unpipe()
    raw.resume()
  })
}
