/** What a new form starts with: the next number of a series, the usual record of a reference. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness(['key_rate', 'key_check'], { code: 'KEYP' })
})
afterAll(() => h.close())

/** Number, book and leaf that a new form starts with. */
async function proposed(more: Partial<Harness['admin']> = {}): Promise<unknown[]> {
  const { data } = (await h.call('GET', 'key_check/defaults', undefined, { ...h.admin, ...more })).body
  return ['number', 'book_id', 'leaf'].map((name) => (data as Record<string, unknown>)[name] ?? null)
}

// proves: fields.*.propose, fields.*.propose.next, fields.*.propose.where
test('proposes the free number after the newest in a book, and the book if there is only one', async () => {
  expect(await proposed()).toEqual([null, null, null])
  const book = await h.make('key_rate', { name: 'First', group: 'book', rate: 1 })
  const other = await h.make('key_rate', { name: 'Other', group: 'other', rate: 1 })
  await h.make('key_check', { number: 'C-0099', book_id: book.id, leaf: '0009' })
  await h.make('key_check', { number: 'C-0101', book_id: other.id, leaf: '77' })
  await h.make('key_check', { number: 'C-0100', book_id: book.id, leaf: 'no number' })
  // C-0101 is taken; what ends in no number has no next.
  expect(await proposed()).toEqual(['C-0102', book.id, null])
  await h.make('key_check', { number: 'Z', book_id: book.id, leaf: '0099' })
  expect(await proposed()).toEqual([null, book.id, '0100'])
  await h.make('key_rate', { name: 'Second', group: 'book', rate: 1 })
  expect(await proposed()).toEqual([null, null, null])
})

test('proposes nothing that the user may not look up', async () => {
  await h.make('key_check', { number: 'C-0200' })
  const clerk = { user_id: 2, role: 'clerk', grants: { key_check: ['new'] } }
  expect(await proposed(clerk)).toEqual([null, null, null])
  expect(await proposed({ ...clerk, grants: { key_check: ['new', 'index'] } })).toEqual(['C-0201', null, null])
})

test('proposes the record that belongs to another field: the first condition that just one record meets', async () => {
  const page = (name: string, rate: number, more = {}) => h.make('key_rate', { name, group: 'blue', rate, ...more })
  const asked = async (cover: string | null, more: Partial<Harness['admin']> = {}) => {
    const rows = [{ number: 'C-0300', cover }]
    const { body } = await h.call('POST', 'key_check/propose', { field: 'page_id', rows }, { ...h.admin, ...more })
    const [answer] = body.data as ({ value: number; choice: unknown } | null)[]
    return answer?.value ?? null
  }
  // Nothing is proposed before the field that it depends on is filled, though there is just one such record.
  const only = await page('Only', 1)
  await page('Gone', 1, { is_active: false })
  expect((await h.call('GET', 'key_check/defaults')).body.data).not.toHaveProperty('page_id')
  expect([await asked(null), await asked('red'), await asked('blue')]).toEqual([null, null, only.id])
  const usual = await page('Usual', 2)
  expect(await asked('blue')).toBe(usual.id)
  await page('Usual, too', 2)
  expect(await asked('blue')).toBe(null)
  const clerk = { user_id: 2, role: 'clerk', grants: { key_check: ['new', 'index'] } }
  expect(await asked('blue', clerk)).toBe(null)
})
