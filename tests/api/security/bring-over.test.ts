/** Data of version 2.38 comes over by a backup that was made with it: `tests/fixtures/company-2.38.jsonl.gz`. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Row } from '../../../src/engine/model/module.ts'
import { restoreBackup } from '../../../src/server/features/backup/index.ts'
import { createBytes } from '../../../src/server/files/index.ts'
import { createServer } from '../../../src/server/server.ts'
import { createClient } from '../client.ts'
import { ownConfig } from '../instance.ts'
import { productStore } from '../template.ts'

const BACKUP = join(import.meta.dirname, '../../fixtures/company-2.38.jsonl.gz')

test('a company of version 2.38 is restored unchanged, opens under the current descriptors, and its users can sign in', async () => {
  const { config, drop } = await ownConfig('bring_over')
  const server = await createServer({ config, store: productStore() })
  try {
    const { db } = server.database
    const restored = await restoreBackup({ db, bytes: createBytes(config) }, server.store.shipped, BACKUP, {})
    expect(restored).toMatchObject({ identical: true, files: 1, company: { code: 'OLD' } })
    await server.syncCompanies()
    const admin = createClient(server, 'OLD').user('admin')
    const receipts = (await admin('GET', 'goods_receipt/paginate?sort=id')).body.data as Row[]
    expect(receipts.map(({ status }) => status)).toEqual(['draft', 'posted', 'voided'])
    const [brand] = (await admin('GET', 'brand/paginate?search=OLD')).body.data as Row[]
    expect(brand).toMatchObject({ name: `"It's" \\ new\nline ₱ Ñ` })
    expect((await admin('POST', 'brand', { code: 'NEW', name: 'Made by the version of today' })).status).toBe(200)
  } finally {
    await server.close()
    await drop()
  }
})
