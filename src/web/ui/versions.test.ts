import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { CLIENT_VERSION } from '../app/layout-footer.tsx'

// S420
test('the client reports the version of its package', () => {
  expect(CLIENT_VERSION).toBe('2.38.0')
  expect(manifest.version).toBe(CLIENT_VERSION)
})
