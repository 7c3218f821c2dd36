/** Sheets made to keep the server busy: read within bounds, outside of the thread that answers requests. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, startInstance } from '../instance.ts'
import { workbook } from '../workbook.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let token: string

beforeAll(async () => {
  instance = await startInstance('sheets', ['SHEE'])
  ;({ token } = await signIn(instance.server, 'SHEE', 'employee'))
})
afterAll(() => instance.stop())

async function preview(name: string, file: Buffer) {
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  const answer = await instance.server.app.http.inject({
    method: 'POST',
    url: '/api/v1/leave_filing/import?preview=true',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]),
  })
  return { status: answer.statusCode, text: answer.body }
}
const cell = (text: string): string => `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`
/** Computing time of the thread that answers requests: taking the upload, not reading it. */
const MAIN_THREAD_US = 2_500_000

test.each([
  ['a cell of thirty million spaces', 'a.xlsx', () => workbook(cell(' '.repeat(30_000_000))), /text of a cell is too long/],
  ['tags that never end', 'a.xlsx', () => workbook('<c r="A'.repeat(1_000_000)), /damaged/],
  ['a line of twenty million bytes', 'a.csv', () => Buffer.from('a,'.repeat(10_000_000)), /lines is too long/],
  ['thousands of columns', 'a.csv', () => Buffer.from(`${'a,'.repeat(20_000)}\n`.repeat(20)), /1000 columns/],
])('H3: %s', async (_, name, file, why) => {
  const body = file()
  const before = process.threadCpuUsage()
  const order: string[] = []
  const sent = preview(name, body).finally(() => order.push('import'))
  await instance.server.app.http.inject('/health').then(() => order.push('health'))
  const { status, text } = await sent
  expect(status).toBe(400)
  expect(text).toMatch(why)
  expect(order).toEqual(['health', 'import'])
  expect(process.threadCpuUsage(before).user).toBeLessThan(MAIN_THREAD_US)
})
