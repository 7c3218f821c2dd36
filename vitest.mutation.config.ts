import { defineConfig } from 'vitest/config'

/**
 * What mutation testing runs (`npm run mutation`, docs/quality.md): the tests of payroll and of statutory tables by
 * example. Not the properties, whose hundred cases would take longer than all the others together, and not what needs
 * the server; so the score says what the examples notice.
 */
export default defineConfig({
  test: {
    environment: 'node',
    testTimeout: 60_000,
    include: ['tests/domain/{payroll,statutory,rate-change,time-payroll}*.test.ts'],
    exclude: ['tests/domain/{statutory-rows,*-properties}.test.ts'],
  },
})
