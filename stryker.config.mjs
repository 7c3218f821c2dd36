/**
 * Mutation testing of the arithmetic of payroll (`npm run mutation`): each mutant is one small change of the code,
 * and a test has to notice it. What is measured, what is left out and why: docs/quality.md.
 *
 * @type {import('@stryker-mutator/api/core').PartialStrykerOptions}
 */
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  mutate: ['src/domain/statutory/**/*.ts', 'src/domain/payroll/**/*.ts'],
  // Words of names, traces and messages; tests compare the ones that matter, and numbers are what is measured.
  mutator: { excludedMutations: ['StringLiteral'] },
  concurrency: 2,
  timeoutMS: 20_000,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  jsonReporter: { fileName: '.cache/mutation/mutation.json' },
  htmlReporter: { fileName: '.cache/mutation/mutation.html' },
  tempDirName: '.cache/mutation/sandbox',
  incrementalFile: '.cache/mutation/incremental.json',
  // What no test of the domain reads is not copied into the sandbox. Without `tsconfig.json` the type checks are left
  // to the compiler: the preprocessor of mutation testing asks for an older interface of TypeScript.
  ignorePatterns: [
    '/.cache',
    '/.storybook',
    '/coverage',
    '/data',
    '/dist',
    '/docs',
    '/src/web',
    '/storybook-static',
    '/test-results',
    '/tests/api',
    '/tests/e2e',
    '/tsconfig.json',
  ],
  thresholds: { high: 95, low: 90, break: 85 },
  allowEmpty: false,
}
