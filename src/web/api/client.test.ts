import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { now, setZone, today } from '../state/zone.ts'
import { baseFor } from './base.ts'
import { clientTime, file, get, post, TIMEOUT_MS, upload } from './client.ts'
import { answerQuestions } from './confirm.ts'
import { choicesOf } from './dropdown.ts'
import { ApiError, errorText } from './errors.ts'
import { currentPreparing } from './preparing.ts'
import { navigationQuery, queryClient } from './queries.ts'
import { clearSession, ownerKey, startSession } from './session.ts'

const sent = vi.fn<(request: Request) => Response | Promise<Response>>()
const answer = (data: unknown) => Response.json({ success: true, data })
const last = () => sent.mock.lastCall![0]
const preloaded = (...preload: string[]) => queryClient.setQueryData(navigationQuery.queryKey, { applications: [], preload })

beforeEach(() => {
  sent.mockReset()
  vi.stubGlobal('fetch', async (input: Request, init?: RequestInit) => sent(new Request(input, init)))
})
afterEach(() => {
  clearSession()
  localStorage.clear()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a page sends nothing for a company or a user that was signed in since in another tab', async () => {
  sent.mockImplementation(() => answer(1))
  startSession('secret', 'DEMO', 'buyer')
  await get('item/find/1')
  const key = ownerKey()
  localStorage.setItem('COMPANY_CODE', 'ISLA')
  await expect(post('item', { name: 'Nut' })).rejects.toMatchObject({
    status: 403,
    body: { message: expect.stringMatching(/another company/) },
  })
  expect(sent).toHaveBeenCalledTimes(1)
  // What was typed on the page stays with its company.
  expect(ownerKey()).toBe(key)
  localStorage.setItem('COMPANY_CODE', 'DEMO')
  await post('item', { name: 'Nut' })
  expect(sent).toHaveBeenCalledTimes(2)
})

// S313 S314 S315 S316 S317
test('every call goes to the base address, with token, company, time and a JSON content type', async () => {
  sent.mockImplementation(() => answer(1))
  await get('item/paginate', { page: 2 })
  expect(new URL(last().url)).toMatchObject({ pathname: '/api/v1/item/paginate', search: '?page=2' })
  expect(last().headers.get('Authorization')).toBeNull()
  expect(last().headers.get('X-COMPANY-CODE')).toBeNull()

  startSession('secret', 'DEMO', 'buyer')
  await get('/item/find/1')
  await post('item', { name: 'Nut' })
  for (const [request] of sent.mock.calls.slice(1)) {
    expect(new URL(request.url).pathname).toMatch(/^\/api\/v1\/item/)
    expect(request.headers.get('Authorization')).toBe('Bearer secret')
    expect(request.headers.get('X-COMPANY-CODE')).toBe('DEMO')
    expect(request.headers.get('Content-Type')).toContain('application/json')
    expect(request.headers.get('X-Client-Time')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  }
  expect(await last().json()).toEqual({ name: 'Nut' })
  expect(clientTime(new Date(2026, 0, 5, 7, 8, 9))).toBe('2026-01-05 07:08:09')
})

test('everything but files is sent as JSON', async () => {
  sent.mockImplementation(() => answer({ id: 1 }))
  const form = new FormData()
  form.append('file', new File(['x'], 'x.txt'))
  await upload('files', form)
  expect(last().headers.get('Content-Type')).toContain('multipart/form-data')
})

// S318
test('a call is cancelled after twenty minutes', async () => {
  expect(TIMEOUT_MS).toBe(1_200_000)
  vi.useFakeTimers()
  sent.mockImplementation(() => new Promise<Response>(() => {}))
  const failed = vi.fn()
  post('item/import').catch(failed)
  await vi.advanceTimersByTimeAsync(1_199_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 0 }))
})

// S319
test('the base address is that of the host, else the configured one, else the origin', () => {
  const environments = { 'erp.example.ph': 'https://api.example.ph/api/v1' }
  expect(baseFor('erp.example.ph', environments, 'https://other.example/api/v1')).toBe('https://api.example.ph/api/v1')
  expect(baseFor('localhost:8080', environments, 'https://other.example/api/v1/')).toBe('https://other.example/api/v1')
  expect(baseFor('localhost:8080', environments)).toBe('/api/v1')
})

// S329 S332
test('errors are read from a blob as JSON, and from plain text as it is', async () => {
  const refused = async (response: Response) => {
    sent.mockImplementation(() => response)
    return file('post', 'bill/1/print-form').then(
      () => 'not refused',
      (error: unknown) => error as ApiError,
    )
  }
  const body = JSON.stringify({ success: false, message: 'The bill has no lines.', code: 10_006, reference_id: 'a1' })
  for (const type of ['application/octet-stream', 'application/pdf', 'application/json']) {
    const error = await refused(new Response(new Blob([body], { type }), { status: 422, headers: { 'Content-Type': type } }))
    expect(error, type).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 422, code: 10_006, referenceId: 'a1' })
    expect(errorText(error)).toBe('The bill has no lines.')
  }
  expect(errorText(await refused(new Response('Too large a file.', { status: 400 })))).toBe('Too large a file.')
  expect(errorText(await refused(new Response('<html>502</html>', { status: 500 })))).toBe('Sorry something went wrong with our server.')
})

// S320
test('print forms and exports are files with the name from the server', async () => {
  const headers = { 'Content-Type': 'application/pdf', 'Content-Disposition': 'inline; filename="PO-1.pdf"' }
  sent.mockImplementation(() => new Response('%PDF-1.7', { headers }))
  const printed = await file('post', 'purchase_order/1/print-form', { json: {} })
  expect(printed.blob).toBeInstanceOf(Blob)
  expect([printed.blob.type, printed.name, await printed.blob.text()]).toEqual(['application/pdf', 'PO-1.pdf', '%PDF-1.7'])
})

// S312
test('choices are in data, or a list of entity types', async () => {
  const row = { id: 1, name: 'Corporation' }
  sent.mockImplementation(() => Response.json({ success: true, entity_type: [row] }))
  expect(await choicesOf('entity_type', { search: '', filter: {}, limit: 20 })).toEqual([row])
  sent.mockImplementation(() => answer([row]))
  expect(await choicesOf('supplier', { search: 'corp', filter: {}, limit: 20 })).toEqual([row])
  expect(new URL(last().url).searchParams.get('search')).toBe('corp')
})

// S311
test('preloaded lists are requested once for each filter, and searched in the browser', async () => {
  preloaded('country', 'city')
  const names = ['Makati', 'Manila', 'Cebu City']
  sent.mockImplementation(() => answer(names.map((name, index) => ({ id: index + 1, name }))))
  for (const module of ['country', 'city']) {
    sent.mockClear()
    const filter = { 'filter[province_id]': '7' }
    expect((await choicesOf(module, { search: 'ma', filter, limit: 20 })).map(({ name }) => name)).toEqual(['Makati', 'Manila'])
    expect((await choicesOf(module, { search: 'city ceb', filter, limit: 20 })).map(({ name }) => name)).toEqual(['Cebu City'])
    expect(await choicesOf(module, { search: '', filter, limit: 2 })).toHaveLength(2)
    expect(sent, module).toHaveBeenCalledTimes(1)
    expect(new URL(last().url).searchParams.get('filter[province_id]')).toBe('7')
    await choicesOf(module, { search: '', filter: { 'filter[province_id]': '8' }, limit: 20 })
    expect(sent, module).toHaveBeenCalledTimes(2)
  }
})

test('a place that is not loaded is searched on the server by official name and postal code', async () => {
  preloaded('city')
  sent.mockImplementation((request) =>
    answer(new URL(request.url).searchParams.get('search') ? [{ id: 2, name: 'Marawi' }] : [{ id: 1, name: 'Butig' }]),
  )
  expect(await choicesOf('city', { search: 'city of marawi', filter: { 'filter[province_id]': '36' }, limit: 20 })).toEqual([
    { id: 2, name: 'Marawi' },
  ])
  expect(new URL(last().url).searchParams.get('filter[province_id]')).toBe('36')
})

test('a list too long to preload is searched on the server, and a changed one is loaded again', async () => {
  preloaded('barangay', 'region')
  sent.mockImplementation(() => answer(Array.from({ length: 500 }, (_, index) => ({ id: index, name: `Barangay ${index}` }))))
  await choicesOf('barangay', { search: 'san', filter: {}, limit: 20 })
  expect(new URL(last().url).searchParams.get('search')).toBe('san')
  sent.mockImplementation(() => answer([{ id: 1, name: 'Luzon' }]))
  await choicesOf('region', { search: '', filter: {}, limit: 20 })
  await queryClient.invalidateQueries({ queryKey: ['records', 'region'] })
  sent.mockClear()
  await choicesOf('region', { search: '', filter: {}, limit: 20 })
  expect(sent).toHaveBeenCalledTimes(1)
})

test('a question of the server is shown to the user, and the call is repeated with the confirmation', async () => {
  const asked = vi.fn(async (_messages: readonly string[]) => true)
  answerQuestions(asked)
  const questions = [{ key: '0123456789abcdef', field: 'rate', message: 'From 1 to 9?', about: 'value' }]
  sent.mockImplementation((request) =>
    request.headers.get('X-Confirm') === '0123456789abcdef'
      ? answer({ id: 7 })
      : Response.json({ success: false, rule: 'E_CONFIRM', message: 'From 1 to 9?', details: { questions } }, { status: 422 }),
  )
  expect(await post('employee', { rate: 9 })).toEqual({ id: 7 })
  expect(asked).toHaveBeenCalledExactlyOnceWith(['From 1 to 9?'], false)
  expect(await last().json()).toEqual({ rate: 9 })
  questions[0]!.about = 'rule'
  await post('employee', { rate: 9 })
  expect(asked).toHaveBeenLastCalledWith(['From 1 to 9?'], true)

  asked.mockResolvedValue(false)
  await expect(post('employee', { rate: 9 })).rejects.toMatchObject({ name: 'AbortError' })
  // Without a registered dialog, and when the confirmation does not suffice, it is a refusal.
  sent.mockImplementation(() =>
    Response.json({ success: false, rule: 'E_CONFIRM', message: 'Again?', details: { questions } }, { status: 422 }),
  )
  asked.mockResolvedValue(true)
  await expect(post('employee', {})).rejects.toMatchObject({ status: 422 })
  answerQuestions(undefined)
  await expect(post('employee', {})).rejects.toMatchObject({ status: 422 })
})

test('the progress of the demo data is in every answer, until it is complete', async () => {
  sent.mockImplementation(() => Response.json({ success: true, data: 1 }, { headers: { 'x-preparing': '40 Mabuhay%3A%20purchases' } }))
  await get('region/1')
  expect(currentPreparing()).toEqual({ percent: 40, note: 'Mabuhay: purchases' })
  sent.mockImplementation(() => answer(1))
  await get('region/1')
  expect(currentPreparing()).toBeUndefined()
})

test("the server's business clock determines the date, not the browser's", async () => {
  setZone('Asia/Manila')
  const named = (instant: Date) => Response.json({ success: true, data: 1 }, { headers: { 'x-business-time': instant.toISOString() } })
  sent.mockImplementation(() => named(new Date('2027-01-31T17:00:00Z')))
  await get('region/1')
  expect(today()).toBe('2027-02-01')
  expect(now().getTime() - Date.parse('2027-01-31T17:00:00Z')).toBeLessThan(5000)
  // An answer that names no instant leaves it; one of the present ends it.
  sent.mockImplementation(() => answer(1))
  await get('region/1')
  expect(today()).toBe('2027-02-01')
  sent.mockImplementation(() => named(new Date()))
  await get('region/1')
  expect(Math.abs(now().getTime() - Date.now())).toBeLessThan(1000)
  setZone(undefined)
})
