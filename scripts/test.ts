/**
 * Every check of the project, in one command: types, lint, descriptors, unit and API tests, stories and
 * end-to-end tests in a real browser. Ends with one line, `N passed, M failed`; exit code 0 only when M is 0.
 * `--quick` leaves out what needs a browser or a server (this is `npm run check`).
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findChromium } from './chromium.ts'

const root = join(import.meta.dirname, '..')
const out = join(root, 'test-results')
const quick = process.argv.includes('--quick')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

interface Tally {
  passed: number
  failed: number
}
const total: Tally = { passed: 0, failed: 0 }

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => done(1))
    child.on('exit', (code) => done(code ?? 1))
  })
}

/** A check that passes or fails as one. */
async function check(title: string, command: string, args: string[]): Promise<void> {
  const started = Date.now()
  const code = await run(command, args)
  console.log(`${code === 0 ? '✓' : '✗'} ${title} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (code === 0) total.passed++
  else total.failed++
}

/** A test run that writes a JSON report in the shape that both runners share after reading. */
async function suite(title: string, command: string, args: string[], report: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const started = Date.now()
  const code = await run(command, args, env)
  const tally = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 0 }
  // A runner that stops before it reports, or that finds nothing to run, is a failure and not a silence.
  if (code !== 0 && tally.failed === 0) tally.failed = 1
  if (tally.passed + tally.failed === 0) tally.failed = 1
  total.passed += tally.passed
  total.failed += tally.failed
  console.log(
    `${tally.failed === 0 ? '✓' : '✗'} ${title}: ${tally.passed} passed, ${tally.failed} failed (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  )
}

function count(report: {
  numPassedTests?: number
  numFailedTests?: number
  stats?: { expected: number; flaky: number; unexpected: number }
}): Tally {
  if (report.stats) return { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
  return { passed: report.numPassedTests ?? 0, failed: report.numFailedTests ?? 0 }
}

async function postgres(): Promise<string | undefined> {
  const url = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1500 })
  try {
    await client.connect()
    await client.end()
    return url
  } catch {
    return undefined
  }
}

async function vitest(title: string, projects: string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const report = join(out, `${projects.join('-')}.json`)
  const args = [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...projects.flatMap((name) => ['--project', name]),
  ]
  await suite(title, bin('vitest'), args, report, env)
}

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const node = process.execPath

await check('types', bin('tsc'), ['--noEmit', '-p', '.'])
await check('lint and format', bin('biome'), ['check', '--error-on-warnings', '.'])
await check('descriptors', node, ['scripts/module.ts', 'check'])
await vitest('unit', ['unit', 'web'])
if (!quick) {
  await vitest('API on the embedded database', ['api'])
  const url = await postgres()
  if (url) await vitest('API on PostgreSQL', ['api-postgres'], { TEST_DATABASE_URL: url })
  else console.log('– API on PostgreSQL left out: no server answers (set TEST_DATABASE_URL)')
  const chromium = await findChromium()
  await check('web build', bin('vite'), ['build', '--logLevel', 'warn'])
  const stories = join(out, 'stories.json')
  await suite(
    'stories',
    bin('vitest'),
    ['run', '--config', 'vitest.stories.config.ts', '--reporter=dot', '--reporter=json', `--outputFile.json=${stories}`],
    stories,
    { CHROMIUM_PATH: chromium },
  )
  const e2e = join(out, 'e2e.json')
  await suite('end to end', bin('playwright'), ['test'], e2e, { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: e2e })
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
