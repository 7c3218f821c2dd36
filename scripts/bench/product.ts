/**
 * The product as `npm start` runs it on PostgreSQL, but without the limit of requests per minute, which one
 * address would reach at once. Environment: as the product's own.
 */
import { readConfig } from '../../src/server/platform/config.ts'
import { createServer } from '../../src/server/server.ts'

const config = readConfig(process.env)
const server = await createServer({ config, requestsPerMinute: 100_000_000 })
await server.app.http.listen({ port: config.port, host: config.host })
await server.syncCompanies()
console.log('The product is ready')
// A profiler writes its data when the process ends by itself.
process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
