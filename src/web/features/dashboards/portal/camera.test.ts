import { afterEach, expect, test, vi } from 'vitest'
import { failureOf, fitted, openCamera } from './camera.ts'
import { punch } from './punch.ts'

afterEach(() => vi.unstubAllGlobals())

test('13.5: a refused, a missing and a busy camera have different messages', async () => {
  expect(
    ['NotAllowedError', 'SecurityError', 'NotFoundError', 'OverconstrainedError', 'NotReadableError'].map((name) =>
      failureOf(new DOMException('', name)),
    ),
  ).toEqual(['denied', 'denied', 'none', 'none', 'busy'])
  vi.stubGlobal('navigator', {})
  expect(await openCamera().catch(failureOf)).toBe('none')
})

test('13.5: pictures are made small, never larger', () => {
  expect([fitted(1920, 1080), fitted(640, 480)]).toEqual([
    { width: 1024, height: 576 },
    { width: 640, height: 480 },
  ])
})

test('13.5: a punch carries its picture; it is requested where the employee needs one, or when the server requires it', async () => {
  const sent: Request[] = []
  const answers = [Response.json({ success: false, rule: 'E_PUNCH_PHOTO', message: 'A photo is needed to punch.' }, { status: 422 })]
  vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => {
    sent.push(new Request(input, init))
    return answers.shift() ?? Response.json({ success: true, data: { logged_at: '2026-06-20T00:00:00Z' } })
  })
  const picture = vi.fn(async () => new File(['x'], 'punch.jpg', { type: 'image/jpeg' }) as File | undefined)
  await punch('time_in', { asksPlace: false, asksPhoto: false, picture })
  expect(sent.map((request) => request.headers.get('Content-Type')?.split(';')[0])).toEqual(['application/json', 'multipart/form-data'])
  expect(picture).toHaveBeenCalledOnce()
  await punch('time_out', { asksPlace: false, asksPhoto: true, picture })
  expect(sent[2]!.headers.get('Content-Type')).toContain('multipart/form-data')
  picture.mockResolvedValue(undefined)
  await expect(punch('time_in', { asksPlace: false, asksPhoto: true, picture })).rejects.toMatchObject({ name: 'AbortError' })
  expect(sent).toHaveLength(3)
})
