import { availableParallelism } from 'node:os'
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { moduleIcons } from './vite.icons.ts'
import { packageParts } from './vite.packages.ts'

/**
 * React as users get it: its development build draws the walks through all modules in 1.6 times the time, and tells of
 * every change that no `act` announced, which a real browser needs none of. Storybook leaves `act` out by this, too.
 */
process.env['NODE_ENV'] = 'production'

/** The walks through all modules first: whatever else is last, it keeps the other worker waiting for a moment only. */
class WalksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWalk = ({ moduleId }: TestSpecification) => moduleId.includes('/every-module/')
    const sorted = await super.sort(files)
    return [...sorted.filter(isWalk), ...sorted.filter((file) => !isWalk(file))]
  }
}

/** Stories as tests, in a real browser: each renders, plays, and is checked by axe. */
export default defineConfig({
  plugins: [moduleIcons(), packageParts(), storybookTest({ configDir: '.storybook' })],
  test: {
    name: 'stories',
    sequence: { sequencer: WalksFirst },
    // Some walk through a screen of every module.
    testTimeout: 120_000,
    // As of journeys: a machine that stands still fails what waits for it, a fault fails twice.
    retry: 1,
    // Otherwise a machine with two cores draws one file after another.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    browser: {
      enabled: true,
      headless: true,
      // The first page waits for the server to bundle the libraries, which a busy machine does slowly.
      connectTimeout: 180_000,
      screenshotFailures: false,
      provider: playwright({
        // As in journeys: a skeleton that pulses is drawn sixty times a second.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
      }),
      instances: [{ browser: 'chromium' }],
    },
    setupFiles: ['.storybook/vitest.setup.ts'],
  },
})
