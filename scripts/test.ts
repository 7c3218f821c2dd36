/**
 * Every check of the project, in one command: types, lint, descriptors, unit and API tests, stories and
 * end-to-end tests in a real browser. Ends with one line, `N passed, M failed`; exit code 0 only when M is 0.
 * `--quick` leaves out what needs a browser or a server (this is `npm run check`).
 */
import { spawn } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, findShell } from './chromium.ts'
import { readReport, type Tally, type Trouble, tooSlow } from './test-report.ts'

const root = join(import.meta.dirname, '..')
const out = join(root, 'test-results')
const quick = process.argv.includes('--quick')
/** Number of lines printed of a page that failed. */
const LINES_OF_PAGE = 80
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

const total: Tally = { passed: 0, failed: 0 }
const troubles: Trouble[] = []

/** Runs a command to its end and returns its exit code. */
function run(command: string, args: string[], { env = {} }: { env?: NodeJS.ProcessEnv } = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    })
    child.on('error', () => done(1))
    child.on('close', (code) => done(code ?? 1))
  })
}

/** A check that passes or fails as a whole. */
async function check(title: string, command: string, args: string[]): Promise<void> {
  const started = Date.now()
  const code = await run(command, args)
  console.log(`${code === 0 ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (code === 0) total.passed++
  else {
    total.failed++
    troubles.push({ kind: 'failed', test: title, said: [] })
  }
}

/** Number of slowest files, or journeys, listed at the end of each suite. */
const SLOWEST = 5

interface SuiteOptions {
  readonly command: string
  readonly args: string[]
  /** Path of the JSON report that the command writes. */
  readonly report: string
  readonly env?: NodeJS.ProcessEnv
  /** The largest share of the suite's time that one file, or one journey, may take. */
  readonly most?: number
}

/** A test run with a JSON report, which has the same shape for both runners after reading. */
async function suite(title: string, { command, args, report, env, most }: SuiteOptions): Promise<void> {
  const started = Date.now()
  const code = await run(command, args, env ? { env } : {})
  const read = readReport(report)
  const tally: Tally = { passed: read?.passed ?? 0, failed: read?.failed ?? 0 }
  troubles.push(...(read?.troubles ?? []))
  // A runner that stops before it reports, or that finds nothing to run, counts as a failure.
  if (code !== 0 && tally.failed === 0) tally.failed = 1
  if (tally.passed + tally.failed === 0) tally.failed = 1
  for (const text of most ? tooSlow(read?.times ?? [], most) : []) {
    troubles.push({ kind: 'failed', test: `duration of ${title}`, said: [text] })
    tally.failed += 1
  }
  total.passed += tally.passed
  total.failed += tally.failed
  console.log(
    `${tally.failed === 0 ? '✓' : '✗'} ${title}: ${tally.passed} passed, ${tally.failed} failed (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  )
  for (const { name, seconds } of read?.times.slice(0, SLOWEST) ?? [])
    console.log(`    ${seconds.toFixed(1)} s  ${name.replace(`${root}/`, '')}`)
}

async function vitest(title: string, projects: string[], most?: number): Promise<void> {
  const report = join(out, `${projects.join('-')}.json`)
  const args = [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...projects.flatMap((name) => ['--project', name]),
  ]
  await suite(title, { command: bin('vitest'), args, report, ...(most === undefined ? {} : { most }) })
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const node = process.execPath

await Promise.all([
  check('types', bin('tsc'), ['--noEmit', '-p', '.', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']),
  check('lint and format', bin('biome'), ['check', '--error-on-warnings', '.']),
  check('descriptors', node, ['scripts/module.ts', 'check']),
])
await vitest('unit', ['unit', 'web'])
if (!quick) {
  await vitest('API', ['api'], 0.15)
  const chromium = await findChromium()
  await check('web build', bin('vite'), ['build', '--logLevel', 'warn'])
  const shell = await findShell()
  const stories = join(out, 'stories.json')
  const whole = check('first start with the whole demo', node, ['scripts/first-start.ts'])
  await suite('stories', {
    command: bin('vitest'),
    args: ['run', '--config', 'vitest.stories.config.ts', '--reporter=dot', '--reporter=json', `--outputFile.json=${stories}`],
    report: stories,
    env: { CHROMIUM_PATH: shell },
    most: 0.5,
  })
  await whole
  const e2e = join(out, 'e2e.json')
  await suite('end to end', {
    command: bin('playwright'),
    args: ['test'],
    report: e2e,
    env: { CHROMIUM_PATH: chromium, SHELL_PATH: shell, PLAYWRIGHT_JSON_OUTPUT_NAME: e2e },
    most: 0.1,
  })
  // The page when a journey failed; it is printed because on a temporary machine it cannot be looked up later.
  for (const page of globSync(join(out, 'e2e/*/error-context.md')))
    console.log(readFileSync(page, 'utf8').split('\n').slice(0, LINES_OF_PAGE).join('\n'))
}
// Printed last, because the end of a long log is what gets read.
for (const { kind, test, said } of troubles) console.log([`✗ ${kind}: ${test}`, ...said].join('\n').replaceAll('\n', '\n    '))
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
