/** Reads the JSON reports of the two test runners: number of passed tests, failures in one line each, and the slowest ones. */
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

export interface Tally {
  passed: number
  failed: number
}

/** One test that failed, or passed only when tried again. */
export interface Trouble {
  readonly kind: 'failed' | 'flaky'
  readonly test: string
  /** Output of each try. */
  readonly said: readonly string[]
}

/** A file of tests, or one journey through the product. */
export interface Timed {
  readonly name: string
  readonly seconds: number
}

export interface Report extends Tally {
  readonly troubles: readonly Trouble[]
  /** The slowest first. */
  readonly times: readonly Timed[]
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly startTime: number
    readonly endTime: number
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}
interface Suite {
  readonly suites?: readonly Suite[]
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly line: number
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly { readonly status: string; readonly duration: number; readonly error?: { readonly message?: string } }[]
    }[]
  }[]
}
interface PlaywrightReport extends Suite {
  readonly stats: { readonly expected: number; readonly flaky: number; readonly unexpected: number }
}

/** Lines of a message that say what happened; what follows is a stack. */
const LINES = 6
const plain = (message: string) => stripVTControlCharacters(message).trim().split('\n').slice(0, LINES).join('\n')

/** Answers nothing where the runner stopped before it wrote its report. */
export function readReport(file: string): Report | undefined {
  if (!existsSync(file)) return undefined
  const report = JSON.parse(readFileSync(file, 'utf8')) as VitestReport | PlaywrightReport
  return 'stats' in report ? ofPlaywright(report) : ofVitest(report)
}

function ofVitest(report: VitestReport): Report {
  const troubles = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        (assertionResult): Trouble => ({
          kind: 'failed',
          test: `${name} › ${assertionResult.fullName}`,
          said: (assertionResult.failureMessages ?? []).map(plain),
        }),
      )
    // A file that could not be run has no tests to blame.
    return failed.length === 0 && message ? [{ kind: 'failed' as const, test: name, said: [plain(message)] }] : failed
  })
  const times = report.testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
  return { passed: report.numPassedTests, failed: report.numFailedTests, troubles, times: times.sort(bySlowness) }
}

function ofPlaywright(report: PlaywrightReport): Report {
  const { expected, flaky, unexpected } = report.stats
  return { passed: expected + flaky, failed: unexpected, troubles: troublesOf(report), times: timesOf(report).sort(bySlowness) }
}

const bySlowness = (a: Timed, b: Timed): number => b.seconds - a.seconds

const timesOf = ({ suites = [], specs = [] }: Suite): Timed[] => [
  ...specs.map(({ title, file, line, tests }) => ({
    name: `${file}:${line} › ${title}`,
    // Of several tries the last is what the journey takes.
    seconds: tests.reduce((sum, { results }) => sum + (results.at(-1)?.duration ?? 0), 0) / 1000,
  })),
  ...suites.flatMap(timesOf),
]

/**
 * Files that take more than their share of a suite, as sentences: a share is valid on a slow machine and on a busy one. A
 * suite of few files has no meaningful shares.
 */
export function tooSlow(times: readonly Timed[], most: number): string[] {
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0)
  if (times.length < 3 / most) return []
  return times
    .filter(({ seconds }) => seconds > most * total)
    .map(({ name, seconds }) => `${name} takes ${Math.round((100 * seconds) / total)} % of its suite; the most is ${100 * most} %`)
}

const troublesOf = ({ suites = [], specs = [] }: Suite): Trouble[] => [
  ...specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(
        ({ status, results }): Trouble => ({
          kind: status === 'flaky' ? 'flaky' : 'failed',
          test: `${file}:${line} › ${title}`,
          said: results.filter((result) => result.status !== 'passed').map((result) => plain(result.error?.message ?? result.status)),
        }),
      ),
  ),
  ...suites.flatMap(troublesOf),
]
