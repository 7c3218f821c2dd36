/** `npm run dev`: the API, restarted when its code changes, and the web application with hot reload. */
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { webPackages } from '../vite.packages.ts'
import { devPorts } from './dev-ports.ts'

const root = join(import.meta.dirname, '..')
const { page: web, api: port } = devPorts(process.env)

const start = (args: string[], env: NodeJS.ProcessEnv): ChildProcess =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })

/** Code of packages from outside; their descriptors are read again without a restart. */
const packageCode = webPackages().flatMap(({ features }) => features.map((file) => `--watch-path=${dirname(file)}`))

const children = [
  start(
    [
      '--watch-path=src/server',
      '--watch-path=src/kernel',
      '--watch-path=src/engine',
      '--watch-path=src/domain',
      ...packageCode,
      '--watch-preserve-output',
      'src/server/main.ts',
    ],
    { PORT: port, DEV: 'on', PAGE_URL: `http://localhost:${web}` },
  ),
  start(['node_modules/vite/bin/vite.js', '--port', web, '--strictPort'], { API_URL: `http://127.0.0.1:${port}` }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
