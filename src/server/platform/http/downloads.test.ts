import { EventEmitter } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FastifyReply } from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { Ctx } from '../context.ts'
import { DOWNLOAD_LIMITS, Downloads } from './downloads.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'downloads-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
const principalOf = (user_id: number) =>
  ({ company: { code: 'X' }, principal: { user_id }, services: { instance: { config: { dataDir } } } }) as unknown as Ctx
const reply = () => {
  const raw = Object.assign(new EventEmitter(), { setTimeout: () => undefined, destroy: () => undefined })
  return { raw } as unknown as FastifyReply
}
const small = { ...DOWNLOAD_LIMITS, reading: 1, waiting: 1, perUser: 2, maxBytes: 10_000, inMemory: 100 }
async function* parts(count: number): AsyncGenerator<string> {
  for (let n = 0; n < count; n++) yield 'x'.repeat(60)
}

test('H4: an export is complete before it is sent, and its file is already unlinked', async () => {
  const body = await new Downloads(small).body(principalOf(1), reply(), parts(20))
  expect(readdirSync(join(dataDir, 'tmp'))).toEqual([])
  expect((await buffer(body)).length).toBe(1200)
})

test('H4: an export that is too large, fails or takes too long is refused, and its slot is free again', async () => {
  await expect(new Downloads(small).body(principalOf(1), reply(), parts(1000))).rejects.toMatchObject({ rule: 'E_EXPORT_TOO_LARGE' })
  const downloads = new Downloads({ ...small, readMs: 1000 })
  let released: () => void = () => undefined
  const stuck = async function* (): AsyncGenerator<string> {
    yield 'begun'
    await new Promise<void>((resolve) => {
      released = resolve
    })
  }
  await expect(downloads.body(principalOf(1), reply(), stuck())).rejects.toMatchObject({ kind: 'busy' })
  const waiting = downloads.body(principalOf(2), reply(), parts(1))
  await expect(downloads.body(principalOf(3), reply(), parts(1))).rejects.toMatchObject({ kind: 'busy' })
  released()
  expect((await buffer(await waiting)).length).toBe(60)
})

test('H4: a user may have a few exports open until they have arrived', async () => {
  const downloads = new Downloads(small)
  const first = reply()
  await downloads.body(principalOf(1), first, parts(1))
  await downloads.body(principalOf(1), reply(), parts(1))
  await expect(downloads.body(principalOf(1), reply(), parts(1))).rejects.toMatchObject({ kind: 'too_many' })
  first.raw.emit('close')
  await downloads.body(principalOf(1), reply(), parts(1))
})
