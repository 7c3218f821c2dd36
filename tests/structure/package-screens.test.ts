import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { readPackage } from '../../src/server/packages/manifest.ts'
import { packageParts } from '../../vite.packages.ts'

const root = join(import.meta.dirname, '../..')

/** What a build makes of one of the virtual modules, with the libraries left out. */
async function built(entry: string): Promise<Rolldown.OutputChunk[]> {
  const parts = packageParts([readPackage(join(root, 'examples/fleet'))])
  const { writeBundle: _writeBundle, ...plugin } = parts
  const answer = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    build: {
      write: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: { entry },
        preserveEntrySignatures: 'strict',
        external: (id) => /^(react|@|i18next|ky|jotai|dayjs|decimal)/.test(id),
      },
    },
  })) as Rolldown.RolldownOutput
  return answer.output.filter((candidate) => candidate.type === 'chunk')
}

test('pages of a package are built with the application, each as a lazy chunk', async () => {
  const chunks = await built('virtual:package-screens')
  const entry = chunks.find(({ isEntry }) => isEntry)!
  expect(entry.exports).toEqual(['screens'])
  const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.replaceAll('\\', '/').endsWith('examples/fleet/web/FleetBoard.tsx'))!
  expect(page.isDynamicEntry).toBe(true)
  expect(entry.code).toContain('fleet_board')
})

test('translations of a package are built with the application, each as a chunk of its language', async () => {
  const chunks = await built('virtual:package-translations')
  const entry = chunks.find(({ isEntry }) => isEntry)!
  expect(entry.code).toContain('translations/fil.json')
  expect(chunks.some(({ isDynamicEntry, code }) => isDynamicEntry && code.includes('Numero ng plaka'))).toBe(true)
})
