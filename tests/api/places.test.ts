/** Places: what is offered, what is refused, and what records keep when a place is renamed, moved or divided. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { type Harness, startHarness } from './harness.ts'

let h: Harness
const ids: Record<string, number> = {}
const make = async (module: string, key: string, values: Row): Promise<void> => {
  ids[key] = Number((await h.make(module, values)).id)
}
const province = (code: string, name: string, values: Row = {}) =>
  make('province', code, { code, name, psgc_code: `${code}00000`, region_id: ids.BARMM, ...values })
const city = (code: string, name: string, in_province: string, values: Row = {}) =>
  make('city', code, { code, name, psgc_code: `${code}000`, province_id: ids[in_province], ...values })

beforeAll(async () => {
  h = await startHarness(['address', 'barangay'], { code: 'PLC', today: '2026-11-22' })
  await make('country', 'PH', { code: 'PH', name: 'Philippines', iso2: 'PH' })
  await make('region', 'BARMM', { code: 'BARMM', name: 'Bangsamoro', psgc_code: '1900000000', country_id: ids.PH })
  await make('region', 'NCR', { code: 'NCR', name: 'National Capital Region', psgc_code: '1300000000', country_id: ids.PH })
  await province('19036', 'Lanao del Sur')
  await province('19038', 'Maguindanao')
  await province('13000', 'Metro Manila', { region_id: ids.NCR })
  await city('1903617', 'Marawi', '19036', { official_name: 'City of Marawi', zip_code: '9700' })
  await city('1903805', 'Buluan', '19038')
  await city('1381300', 'Quezon City', '13000', { zip_code: '1100' })
})
afterAll(() => h?.close())

const address = (values: Row): Row => ({ owner_type: 'branch', owner_id: 1, line_1: '1 Rizal St', country_id: ids.PH, ...values })
const names = async (query: string): Promise<unknown[]> => ((await h.call('GET', query)).body.data as Row[]).map((row) => row.name)

test('13.17: a city is searched by name, and offered and accepted only within its province and region', async () => {
  expect(await names('city/dropdown?search=quezon')).toEqual(['Quezon City'])
  expect(await names('city/dropdown?search=marawi city')).toEqual(['Marawi'])
  expect(await names(`city/dropdown?filter[province_id]=${ids['13000']}`)).toEqual(['Quezon City'])
  const elsewhere = await h.call('POST', 'address', address({ region_id: ids.NCR, province_id: ids['13000'], city_id: ids['1903617'] }))
  expect(elsewhere.status).toBe(400)
  expect(elsewhere.body.errors?.city_id?.join()).toBe(
    'The chosen record does not fit here because of its field Region. Choose another record.',
  )
  expect((await h.call('POST', 'address', address({ region_id: ids.NCR, province_id: ids['19036'] }))).body.errors).toHaveProperty(
    'province_id',
  )
  const made = await h.make('address', address({ region_id: ids.NCR, province_id: ids['13000'], city_id: ids['1381300'] }))
  expect(made.zip_code).toBe('1100')

  // A branch says no more than its region and its city.
  const branch = { ...((await h.call('GET', 'branch/1')).body.data as Row), region_id: ids.NCR }
  const other = await h.call('PUT', 'branch/1', { ...branch, city_id: ids['1903617'] })
  expect(other.body.errors).toHaveProperty('city_id')
  const placed = await h.call('PUT', 'branch/1', { ...branch, city_id: ids['1381300'] })
  expect(placed.body.data).toMatchObject({ city_id: ids['1381300'], zip_code: '1100' })
})

test('country codes are ISO codes in capitals', async () => {
  const { status, body } = await h.call('POST', 'country', { code: 'JP', name: 'Japan', iso2: 'jp', iso3: 'jpn' })
  expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['iso2', 'iso3']])
})

// proves: entity.inForce
test('13.17: a divided province is no longer offered or accepted; records that refer to it are unchanged', async () => {
  const old = await h.make('address', address({ province_id: ids['19038'] }))
  const before = (await h.call('GET', `province/${ids['19038']}`)).body.data as Row
  await h.call('PUT', `province/${ids['19038']}`, { ...before, effective_to: '2022-09-17' })
  await province('19087', 'Maguindanao del Norte', { effective_from: '2022-09-18' })
  await province('19099', 'Not yet', { effective_from: '2026-11-23' })

  expect(await names('province/dropdown?search=maguindanao')).toEqual(['Maguindanao del Norte'])
  expect(await names('province/dropdown?search=not yet')).toEqual([])
  // Filters of lists look for old records, and what was chosen once can be named.
  expect(await names('province/dropdown?search=maguindanao&window=all')).toEqual(['Maguindanao', 'Maguindanao del Norte'])
  expect(await names(`province/dropdown?filter[id]=${ids['19038']}`)).toEqual(['Maguindanao'])

  const refused = async (key: string) => (await h.call('POST', 'address', address({ province_id: ids[key] }))).body.errors?.province_id
  expect(await refused('19038')).toEqual(['The selected record was effective until 2022/09/17 only.'])
  expect(await refused('19099')).toEqual(['The selected record is not effective before 2026/11/23.'])
  // Users who can only pick a province do not see its dates.
  const picks = { ...h.admin, is_developer: false, grants: { address: ['index', 'view', 'new'] } }
  const unsaid = await h.call('POST', 'address', address({ province_id: ids['19038'] }), picks)
  expect(unsaid.body.errors?.province_id).toEqual(['The selected record is not effective on 2026/11/22.'])
  const changed = await h.call('PUT', `address/${old.id}`, { ...old, line_1: '2 Rizal St' })
  expect([changed.status, (changed.body.data as Row).province_id]).toEqual([200, ids['19038']])

  // A place of that time belongs to a place that existed then; a place of today does not.
  const values = { name: 'Old town', psgc_code: '1903899000', province_id: ids['19038'] }
  expect((await h.call('POST', 'city', { ...values, code: 'O1', effective_to: '2020-01-01' })).status).toBe(200)
  expect((await h.call('POST', 'city', { ...values, code: 'O2' })).body.errors).toHaveProperty('province_id')
})

// proves: entity.publicCode
test('13.17: barangays are imported from a file that gives the code of their city in the public list', async () => {
  const upload = async (text: string): Promise<Row> => {
    const boundary = 'xxBOUNDARYxx'
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="in.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--${boundary}--\r\n`
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
    return (await h.app.http.inject({ method: 'POST', url: '/api/v1/barangay/import', headers, payload })).json()
  }
  const titles = 'Code,Name,PSGC code,City\n'
  const bad = await upload(`${titles}1381300001,Alicia,1381300001,1381399000\n`)
  expect((bad.details as Row).errors).toContainEqual({ row: 2, field: 'City', message: '"1381399000" was not found.' })
  const good = await upload(
    `${titles}1381300001,Alicia,1381300001,1381300000\n1381300002,Amihan,1381300002,1381300000\n1903617001,Ambolong,1903617001,1903617\n`,
  )
  expect(good.data).toMatchObject({ created: 3 })
  expect(await names(`barangay/dropdown?filter[city_id]=${ids['1381300']}`)).toEqual(['Alicia', 'Amihan'])
  const [alicia] = (await h.call('GET', 'barangay/paginate?code=1381300001')).body.data as Row[]
  expect(alicia).toMatchObject({ province_id: ids['13000'], zip_code: '1100' })
})
