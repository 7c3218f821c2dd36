/** `npm start`: builds the web application when it is missing or older than its sources, then runs the server. */
import { buildWeb } from './build-web.ts'

const code = buildWeb()
if (code !== 0) process.exit(code)
await import('../src/server/main.ts')
