/** Reads the JSON reports of the two test runners: how many passed, and what failed, in one line each. */
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
  /** What was said of each try. */
  readonly said: readonly string[]
}

export interface Report extends Tally {
  readonly troubles: readonly Trouble[]
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
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
      readonly results: readonly { readonly status: string; readonly error?: { readonly message?: string } }[]
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
      .map((one): Trouble => ({ kind: 'failed', test: `${name} › ${one.fullName}`, said: (one.failureMessages ?? []).map(plain) }))
    // A file that could not be run has no tests to blame.
    return failed.length === 0 && message ? [{ kind: 'failed' as const, test: name, said: [plain(message)] }] : failed
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests, troubles }
}

function ofPlaywright(report: PlaywrightReport): Report {
  const { expected, flaky, unexpected } = report.stats
  return { passed: expected + flaky, failed: unexpected, troubles: troublesOf(report) }
}

const troublesOf = ({ suites = [], specs = [] }: Suite): Trouble[] => [
  ...specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(
        ({ status, results }): Trouble => ({
          kind: status === 'flaky' ? 'flaky' : 'failed',
          test: `${file}:${line} › ${title}`,
          said: results.filter((one) => one.status !== 'passed').map((one) => plain(one.error?.message ?? one.status)),
        }),
      ),
  ),
  ...suites.flatMap(troublesOf),
]
