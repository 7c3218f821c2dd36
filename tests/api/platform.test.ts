/** What surrounds the modules: home, notifications, media, the assistant, and how administrators govern. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { applyDueChanges } from '../../src/server/features/change-management/apply.ts'
import { cachedPrincipal } from '../../src/server/platform/auth/cached-principal.ts'
import { platformTables } from '../../src/server/platform/db/support/tables.ts'
import { type Client, createClient } from './client.ts'
import { startInstance } from './instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
beforeAll(async () => {
  instance = await startInstance('platform', ['PLAT'], { frozenClock: true })
  await instance.server.startJobs()
  as = createClient(instance.server, 'PLAT')
})
afterAll(() => instance.stop())

const list = async (who: string, url: string): Promise<Row[]> => {
  const { status, body } = await as.user(who)('GET', url)
  if (status !== 200) throw new Error(`${who} GET ${url}: ${status} ${JSON.stringify(body)}`)
  return body.data as Row[]
}
const idOf = async (module: string, search: string, field = 'name'): Promise<number> => {
  const rows = await list('admin', `${module}/paginate?limit=200&search=${encodeURIComponent(search)}`)
  const row = rows.find((candidate) => candidate[field] === search) ?? rows[0]
  if (!row) throw new Error(`no ${module} ${search}`)
  return row.id as number
}
const moduleId = (name: string) => idOf('module', name)

// S311
// proves: entity.preload
test('the navigation names the lists whose choices a browser loads once', async () => {
  const { preload } = (await as.user('buyer')('GET', 'meta/navigation')).body.data as { preload: string[] }
  expect(preload.toSorted()).toEqual(['barangay', 'city', 'country', 'province', 'region', 'state', 'town'])
})

describe('home', () => {
  // S171 E17
  test('shows who is present', async () => {
    await as.token('sales')
    const { body } = await as.user('buyer')('GET', 'landing/')
    expect(body).toMatchObject({ greeting_name: 'Bianca Uy', total_user: 2 })
    expect((body.recent_active_user as Row[]).map((row) => row.name).sort()).toEqual(['Bianca Uy', 'Selina Aquino'])
    expect(Object.keys((body.recent_active_user as Row[])[0]!)).toEqual([
      'name',
      'avatar_path',
      'avatar_url',
      'avatar_initials',
      'last_active_at',
    ])
  })

  // proves: everyone, saved, fields.*.live, entity.owner
  // S160 S161 S162 S167 E18 E19 E20 E21
  test('lists each user’s own tasks, those in progress first', async () => {
    const me = as.user('buyer')
    const make = async (values: Row) => (await me('POST', 'todo', values)).body.data as Row
    const done = await make({ title: 'Call the supplier', due_date: '2026-11-01' })
    await make({ title: 'Later', due_date: '2026-12-24' })
    await make({ title: 'Some day' })
    const ticked = (await me('PUT', `todo/${String(done.id)}`, { is_done: true })).body.data as Row
    expect(ticked).toMatchObject({ is_done: true })
    const rows = await list('buyer', 'todo/paginate')
    expect(rows.map((row) => row.title)).toEqual(['Later', 'Some day', 'Call the supplier'])
    expect(rows[0]).toMatchObject({ duration_in_days: expect.any(Number) })
    expect(rows[1]).toMatchObject({ duration_in_days: null })
    expect(rows[2]!.done_at).toBeTruthy()
    expect(await list('buyer', 'todo/dropdown')).toHaveLength(3)
    expect(await list('sales', 'todo/paginate')).toEqual([])
    expect((await as.user('sales')('PUT', `todo/${String(done.id)}`, { is_done: false })).status).toBe(404)
    expect((await me('POST', 'todo', {})).body.errors).toEqual({ title: ['Field is required'] })
  })

  // S169 S170 E22 E23
  test('asks for the mood once a day', async () => {
    const me = as.user('buyer')
    expect((await me('GET', 'feeling_today/getToday')).body.data).toBeNull()
    expect((await me('POST', 'feeling_today', { emoji: 'smile' })).status).toBe(400)
    await me('POST', 'feeling_today', { emoji: 'cold_face' })
    await me('POST', 'feeling_today', { emoji: 'heart_eyes' })
    expect((await me('GET', 'feeling_today/getToday')).body.data).toMatchObject({ emoji: 'heart_eyes' })
    expect(await list('buyer', 'feeling_today/paginate')).toHaveLength(1)
    expect(await list('sales', 'feeling_today/paginate')).toHaveLength(0)
    expect(await list('admin', 'feeling_today/paginate')).toHaveLength(0)
  })

  // S157
  test('accepts tickets, and notifies the users who answer them', async () => {
    const made = await as.user('buyer')('POST', 'support_ticket', { subject: 'The printer', description: 'It prints nothing.' })
    const ticket = made.body.data as Row
    expect(ticket).toMatchObject({ ticket_no: 'ST-2026-00001', status: 'open' })
    expect((await list('admin', 'notification/paginate')).map((row) => row.title)).toContain('New ticket: The printer')
    expect((await as.user('buyer')('POST', `support_ticket/${String(ticket.id)}/resolve`, { resolution: 'Paper' })).status).toBe(403)
    expect(
      (await as.user('admin')('POST', `support_ticket/${String(ticket.id)}/resolve`, { resolution: 'Paper' })).body.data,
    ).toMatchObject({ status: 'resolved' })
    expect(await list('sales', 'support_ticket/paginate')).toEqual([])
  })

  // S247 S248 E30 E31 E32
  test('bookmarks are set and removed', async () => {
    const [module_id, application_id] = [await moduleId('supplier'), await idOf('application', 'procurement')]
    const me = as.user('buyer')
    const get = async () => (await me('GET', `notification/getBookmark?module_id=${module_id}&application_id=${application_id}`)).body.data
    expect(await get()).toEqual({ is_bookmark: false })
    expect((await me('POST', 'notification/onBookmark', { module_id, application_id })).body.data).toEqual({ is_bookmark: true })
    expect(await get()).toEqual({ is_bookmark: true })
    expect((await me('GET', `notification/get-bookmarks/${application_id}`)).body.data).toMatchObject([
      { module: 'supplier', route: '/procurement/supplier' },
    ])
    expect((await as.user('accountant')('GET', 'notification/get-bookmarks/0')).body.data).toEqual([])
    await me('POST', 'notification/onBookmark', { module_id, application_id })
    expect(await get()).toEqual({ is_bookmark: false })
    expect((await me('POST', 'notification/onBookmark', {})).status).toBe(400)
  })
})

describe('personal records', () => {
  // proves: entity.personal
  test('R37: are visible to their owner only, whatever codes another user holds', async () => {
    const task = (await as.user('buyer')('POST', 'todo', { title: 'Call the supplier about the price' })).body.data as Row
    for (const who of ['admin', 'auditor', 'developer']) {
      const call = as.user(who)
      expect((await call('GET', `todo/${String(task.id)}`)).status).toBe(404)
      expect((await call('PUT', `todo/${String(task.id)}`, { version: task.version, is_done: true })).status).toBe(404)
      for (const module of ['todo', 'notification', 'chatbot', 'bookmark', 'feeling_today', 'user_device']) {
        const userId = await idOf('user', who, 'username')
        const { status, body } = await call('GET', `${module}/paginate?limit=500`)
        if (status === 403) continue
        const rows = body.data as unknown as Row[]
        expect({ module, who, others: rows.filter((row) => row.user_id !== userId) }).toEqual({ module, who, others: [] })
      }
    }
    expect((await as.user('buyer')('GET', `todo/${String(task.id)}`)).body.data).toMatchObject({ is_done: false })
  })
})

describe('comments and notifications', () => {
  // S241 S243 S244 S245 S246 E27 E28 E29 E678 E679 E680
  test('mentioned users are notified, and users read only their own notifications', async () => {
    const supplier = ((await as.user('buyer')('POST', 'supplier', await supplierValues('Mention Trading'))).body.data as Row).id
    const accountant = await idOf('user', 'accountant', 'username')
    const said = await as.user('buyer')('POST', `comments/supplier/${String(supplier)}`, {
      comment: 'Please look, @accountant',
      mentions: [accountant],
    })
    const comment = said.body.data as Row
    expect(comment).toMatchObject({ user: { name: expect.any(String) }, comment: 'Please look, @accountant' })
    await as.user('accountant')('POST', `comments/supplier/${String(supplier)}`, { comment: 'Done.', parent_id: comment.id })
    expect((await as.user('buyer')('GET', `comments/supplier/${String(supplier)}`)).body.data).toMatchObject([
      { comment: 'Please look, @accountant' },
      { comment: 'Done.', parent_id: comment.id },
    ])
    expect((await as.user('buyer')('GET', `comments/supplier/${String(supplier)}/count`)).body.data).toEqual({ count: 2 })
    const [note] = await list('accountant', 'notification/paginate?page=1&limit=6')
    expect(note).toMatchObject({
      title: expect.stringContaining('mentioned you'),
      is_read: false,
      type: 'unread',
      application_name: 'procurement',
      module_name: 'supplier',
      module_id: supplier,
    })
    const me = as.user('accountant')
    expect((await me('GET', 'notification/getTotal/unread')).body).toMatchObject({ total: 1 })
    // Another user's notification stays as it is.
    await as.user('sales')('POST', 'notification/read-notification', { notifications: [note!.id] })
    expect((await me('GET', 'notification/getTotal')).body).toMatchObject({ total: 1 })
    expect((await me('POST', 'notification/read-notification', { notifications: note!.id })).body).toMatchObject({ total: 0 })
    expect((await me('GET', 'notification/getTotal/read')).body).toMatchObject({ total: 1 })
    expect((await list('accountant', 'notification/paginate?page=1&limit=6'))[0]).toMatchObject({ id: note!.id, type: 'read' })
    expect((await as.user('buyer')('POST', 'notification/read-notification', { notifications: 'all' })).body).toMatchObject({ total: 0 })
    expect((await me('GET', 'notification/getTotal/some')).status).toBe(400)
    // Users who cannot see the record get no notification of it, and cannot comment around the rule.
    expect((await as.user('employee')('GET', `comments/supplier/${String(supplier)}`)).status).toBe(403)
    expect((await as.user('employee')('POST', 'comments', { type: 'supplier', record_id: supplier, comment: 'x' })).status).toBe(403)
    expect((await as.user('sales')('DELETE', `comments/${String(comment.id)}`)).status).toBe(404)
    // A file is attached to a comment, and users who see the record can open it.
    const address = `comments/supplier/${String(supplier)}`
    const upload = await as.upload(await as.token('buyer'), 'files', { file: { name: 'price.txt', body: Buffer.from('12.50') } })
    const { id: file } = upload.body.data as Row
    const open = async (username: string) => (await as.user(username)('GET', `files/${String(file)}`)).status
    expect([await open('buyer'), await open('accountant')]).toEqual([200, 404])
    const attach = { comment: 'See the price.', attachments: [file] }
    expect((await as.user('accountant')('POST', address, attach)).body.errors).toHaveProperty('attachments')
    expect((await as.user('buyer')('POST', address, attach)).status).toBe(200)
    const withFile = (await as.user('accountant')('GET', address)).body.data as Row[]
    expect(withFile.at(-1)).toMatchObject({ files: [{ id: file, name: 'price.txt', size: 5 }] })
    expect([await open('buyer'), await open('accountant'), await open('employee')]).toEqual([200, 200, 404])
    expect((await as.user('buyer')('POST', address, { comment: 'Twice', attachments: [file] })).status).toBe(400)
    expect((await as.user('buyer')('DELETE', `comments/${String(comment.id)}`)).status).toBe(422)
  })
})

async function supplierValues(name: string): Promise<Row> {
  const [entity] = await list('admin', 'entity_type/dropdown')
  return { code: name.slice(0, 8).toUpperCase().replace(/\W/g, ''), name, entity_type_id: entity!.id }
}

describe('media', () => {
  // proves: entity.sharing, entity.sharing.level, entity.sharing.with
  // S308 E695 E696 E697 E698 E699 E700 E701 E702 E703 E704 E705
  test('files are private until they are shared', async () => {
    const [mine, other] = [as.user('buyer'), as.user('sales')]
    const token = await as.token('buyer')
    const sales = await idOf('user', 'sales', 'username')
    const buyer = await idOf('user', 'buyer', 'username')
    const folder = (await mine('POST', 'media/create-new-folder', { name: 'Papers' })).body.data as Row
    expect((await mine('POST', 'media/create-new-folder', { name: 'papers' })).body.errors).toEqual({
      name: ['A folder with this name already exists here.'],
    })
    const text = { name: 'notes.txt', body: Buffer.from('hello') }
    const file = (await as.upload(token, 'media/upload-file', { folder: String(folder.id), privacy: 'private', file: text })).body
      .data as Row
    expect(file).toMatchObject({ name: 'notes.txt', size_bytes: 5, privacy: 'private', folder_id: folder.id, mime_type: 'text/plain' })
    expect((await mine('GET', `media/get-files-on-folder/${String(folder.id)}`)).body.data).toHaveLength(1)
    expect((await mine('GET', 'media/folder')).body.data).toMatchObject([{ name: 'Papers', file_count: 1, total_size: 5 }])
    expect((await other('GET', `media/get-files-on-folder/${String(folder.id)}`)).status).toBe(404)
    expect((await other('GET', `media/files/${buyer}`)).body.data).toEqual([])
    expect((await other('GET', `files/${String(file.path)}`)).status).toBe(404)
    expect((await other('PUT', `media/files/${String(file.id)}`, { name: 'stolen.txt' })).status).toBe(404)
    const shared = await mine('PUT', `media/files/${String(file.id)}`, { privacy: 'shared', shared_with: [sales] })
    expect(shared.body.data).toMatchObject({ privacy: 'shared', shared_with: [{ id: sales }] })
    expect((await other('GET', 'media/get-shared-public-files')).body.data).toMatchObject([{ id: file.id, is_own: false }])
    expect((await other('GET', 'media/get-files/shared')).body.data).toHaveLength(1)
    expect((await other('GET', `files/${String(file.path)}`)).raw.toString()).toBe('hello')
    expect((await as.user('cashier')('GET', `files/${String(file.path)}`)).status).toBe(404)
    expect((await other('DELETE', `media/files/${String(file.id)}`)).status).toBe(404)
    expect(((await mine('GET', 'media/search?q=note')).body.data as Row).files).toHaveLength(1)
    expect(((await mine('GET', 'media/search?q=papers')).body.data as Row).folders).toHaveLength(1)
    expect((await mine('DELETE', `media_folder/${String(folder.id)}`)).body.rule).toBe('E_IN_USE')
    // Into another's place nothing can be put.
    expect((await as.upload(token, `media/files/${sales}`, { file: text })).status).toBe(403)
    expect((await as.upload(await as.token('sales'), 'media/upload-file', { folder: String(folder.id), file: text })).body.errors).toEqual({
      folder: ['Choose one of your own folders.'],
    })
    expect((await mine('DELETE', `media/files/${String(file.id)}`)).status).toBe(200)
    expect((await mine('GET', `files/${String(file.path)}`)).status).toBe(404)
    expect((await as.upload(token, `media/files/${buyer}`, { file: text })).status).toBe(200)
  })

  test('an image has a thumbnail, which the users who may open the image can open', async () => {
    const token = await as.token('buyer')
    const mine = as.user('buyer')
    const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const image = { name: 'dot.png', body: Buffer.from(dot, 'base64') }
    const small = (width: number, height: number) =>
      `data:image/jpeg;base64,${Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255]).toString('base64')}`
    const send = (thumbnail: string, file = image) => as.upload(token, 'media/upload-file', { thumbnail, file })
    const file = (await send(small(320, 200))).body.data as Row
    expect(file).toMatchObject({ thumbnail_file: expect.any(Number), thumbnail: `/api/v1/files/${String(file.thumbnail_file)}` })
    expect(file.thumbnail_file).not.toBe(file.path)
    const open = async (who: string) => (await as.user(who)('GET', `files/${String(file.thumbnail_file)}`)).status
    // The library's owner only: a picture of a private file is as private.
    expect([await open('buyer'), await open('sales')]).toEqual([200, 404])
    await mine('PUT', `media/files/${String(file.id)}`, { privacy: 'public' })
    expect(await open('sales')).toBe(200)
    for (const wrong of [
      small(321, 200),
      small(0, 10),
      'data:image/png;base64,AAAA',
      'data:image/jpeg;base64,AAAA',
      `${small(1, 1)}${'A'.repeat(70_000)}`,
    ])
      expect((await send(wrong)).body.errors).toHaveProperty('thumbnail')
    expect((await send(small(10, 10), { name: 'notes.txt', body: Buffer.from('hello') })).body.errors).toHaveProperty('thumbnail')
    const old = (await as.upload(token, 'media/upload-file', { file: image })).body.data as Row
    expect(old).toMatchObject({ thumbnail_file: null, thumbnail: old.url })
    await mine('DELETE', `media/files/${String(file.id)}`)
    expect([await open('buyer'), await open('sales')]).toEqual([404, 404])
  })

  test('executables, HTML pages and names with path segments are refused', async () => {
    const token = await as.token('buyer')
    const send = (name: string, body: string | Buffer) => as.upload(token, 'media/upload-file', { file: { name, body: Buffer.from(body) } })
    expect((await send('page.html', '<script>alert(1)</script>')).status).toBe(400)
    expect((await send('picture.svg', '<svg onload="alert(1)"/>')).status).toBe(400)
    expect((await send('tool.exe', Buffer.from('MZ\0\0'))).status).toBe(400)
    expect((await send('picture.png', '<script>alert(1)</script>')).status).toBe(400)
    expect((await send('empty.txt', '')).status).toBe(400)
    const odd = (await send('../../etc/passwd.txt', 'x')).body.data as Row
    expect(odd.name).toBe('passwd.txt')
    const back = await as.user('buyer')('GET', `files/${String(odd.path)}`)
    expect(back.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-disposition': expect.stringMatching(/^attachment/) })
  })
})

test('the signature key of the instance makes the QR code of the mobile app, can be replaced, and is in no answer', async () => {
  const admin = as.user('admin')
  const secret = `${'q'.repeat(20)}-Key#0123456789`
  expect((await as.user('buyer')('PUT', 'instance/1', { signature_key: secret })).status).toBe(403)
  for (const wrong of ['', 'short', null, 5, `${secret} with spaces`, 'x'.repeat(201)])
    expect((await admin('PUT', 'instance/1', { signature_key: wrong })).body.errors).toHaveProperty('signature_key')
  expect((await admin('GET', 'instance/1')).body.data).toMatchObject({ has_signature_key: false })
  const code = async () => (await as.public('GET', 'instance/mobile-qr')).raw.toString()
  const codes = [await code()]
  const set = await admin('PUT', 'instance/1', { signature_key: secret })
  codes.push(await code())
  const replaced = await admin('PUT', 'instance/1', { signature_key: `${secret}2` })
  codes.push(await code())
  expect(new Set(codes).size).toBe(3)
  // A key that an earlier version stored as it was typed becomes its SHA-256 at the next start, and makes the same code.
  const { db } = instance.server.database
  const stored = () => db.query(`SELECT value::text AS value FROM platform.instance WHERE key = 'signature_key'`)
  const before = await stored()
  expect(JSON.stringify(before)).not.toContain(secret)
  await db.query(`UPDATE platform.instance SET value = to_jsonb($1::text) WHERE key = 'signature_key'`, [`${secret}2`])
  for (const statement of platformTables) await db.query(statement.replaceAll('{schema}', 'platform'))
  expect([await stored(), await code()]).toEqual([before, codes[2]])
  expect(set.body.data).toMatchObject({ has_signature_key: true })
  const trail = await admin('GET', 'audit_trail/paginate?limit=20')
  expect((trail.body.data as Row[]).map((row) => row.action)).toEqual(
    expect.arrayContaining(['signature_key_set', 'signature_key_replaced']),
  )
  const answers = [
    set,
    replaced,
    trail,
    await admin('GET', 'instance/1'),
    await admin('GET', 'instance/paginate'),
    await admin('GET', 'instance/export'),
  ]
  for (const answer of answers) expect(answer.raw.toString()).not.toContain(secret)
})

test('actions that are not possible yet, or no longer, are refused by a named rule', async () => {
  const admin = as.user('admin')
  const days = (await admin('GET', 'day_type/paginate?limit=50')).body.data as Row[]
  const rest = days.find((day) => day.code === 'rest_day')!
  expect((await admin('PUT', `day_type/${String(rest.id)}`, { version: rest.version, code: 'sunday' })).body.rule).toBe('E_DAY_TYPE')
  const memo = (await admin('POST', 'memorandum_corner', { title: 'Open', category: 'Memo', body: 'Read me', is_active: true })).body
    .data as Row
  const archived = await admin('PUT', `memorandum_corner/${String(memo.id)}`, { version: memo.version, is_archived: true })
  expect(archived.body.rule).toBe('E_MEMO')
  const { db } = instance.server.database
  await db.query(`INSERT INTO co_plat.system_backup (name, type, status) VALUES ('half.tgz', 'full', 'Running')`)
  expect((await admin('GET', 'system_backup/half.tgz')).body.rule).toBe('E_BACKUP_NOT_DONE')
})

describe('the assistant', () => {
  const ask = async (who: string, message: string): Promise<string> => {
    const call = as.user(who)
    const sent = await call('POST', 'chatbot/send', { message })
    expect(sent.status).toBe(200)
    const { id } = sent.body.data as Row
    return vi.waitFor(
      async () => {
        const rows = (await call('GET', 'chatbot/history')).body.data as Row[]
        const reply = rows.find((row) => row.reply_to_id === id)
        if (!reply) throw new Error('no answer yet')
        return String(reply.message)
      },
      { timeout: 20_000, interval: 20 },
    )
  }

  // S249 E24 E25 E26
  test('answers from data that the user may see, and says what it cannot do', async () => {
    expect(await ask('buyer', 'how many suppliers?')).toMatch(/^\d+ suppliers?\.$/)
    expect(await ask('buyer', 'what did we pay last month?')).toMatch(/You do not have permission to see check vouchers/)
    expect(await ask('accountant', 'what did we pay last month?')).toMatch(/check vouchers/)
    expect(await ask('buyer', 'suppliers named Mention')).toContain('Mention Trading')
    expect(await ask('employee', 'suppliers named Mention')).not.toContain('Mention Trading')
    expect(await ask('buyer', 'how do I import from excel?')).toMatch(/^Import from Excel/)
    expect(await ask('buyer', 'PO-MNL-2026-999999')).toMatch(/found no document/)
    expect(await ask('buyer', 'sing me a song')).toMatch(/did not understand/)
    // 13.10: users need no grant for their own balance; for an unknown name the answer is never another person's balance.
    expect(await ask('employee', 'how many leave days do I have left?')).toMatch(
      /^(Leave left:|Nothing is recorded of your leave left yet\.|Your account is not linked to an employee\.)/,
    )
    expect(await ask('employee', 'leave balance of Zyxwv')).toMatch(/do not have permission|found no one called "zyxwv"/)
    expect(await ask('employee', 'show overdue bills')).toMatch(/You do not have permission to see bills/)
    expect((await as.user('buyer')('GET', 'chatbot/status')).body.data).toMatchObject({ pending_count: 0 })
    expect((await as.user('buyer')('POST', 'chatbot/send', { message: '' })).status).toBe(400)
    expect((await as.user('cashier')('GET', 'chatbot/history')).body.data).toEqual([])
  })

  // S14 S349 E681
  test('is available only while its feature is installed', async () => {
    const admin = as.user('admin')
    await admin('POST', 'features/uninstall', { name: 'chatbot', _method: 'DELETE' })
    expect((await as.user('buyer')('POST', 'chatbot/send', { message: 'hello' })).body.rule).toBe('E_FEATURE_OFF')
    expect((await admin('GET', 'features')).body.data).toMatchObject([
      { name: 'chatbot', enabled: false },
      { name: 'password_birthday_default' },
    ])
    await admin('POST', 'features/install', { name: 'chatbot' })
    expect((await as.user('buyer')('POST', 'features/install', { name: 'chatbot' })).status).toBe(403)
    expect((await admin('POST', 'features/uninstall', { name: 'nothing' })).status).toBe(404)
  })
})

describe('access rights', () => {
  test('a role shows how many active users hold it', async () => {
    const admin = as.user('admin')
    const [sales, buyer] = [await idOf('user_role', 'Sales'), await idOf('user_role', 'Buyer')]
    const counts = async () =>
      Promise.all([sales, buyer].map(async (id) => ((await admin('GET', `user_role/${id}`)).body.data as Row).user_count))
    expect(await counts()).toEqual([1, 1])
    const made = await admin('POST', 'user', {
      branch_id: 1,
      username: 'second.seller',
      first_name: 'Second',
      last_name: 'Seller',
      email: 'second.seller@example.com',
      birth_at: '1990-01-01',
      user_role_id: sales,
    })
    expect(made.body).toMatchObject({ success: true })
    const user = `user/${String((made.body.data as Row).id)}`
    expect(await counts()).toEqual([2, 1])
    await admin('PUT', user, { user_role_id: buyer })
    expect(await counts()).toEqual([1, 2])
    await admin('PUT', user, { is_active: false })
    expect(await counts()).toEqual([1, 1])
    expect((await admin('DELETE', user)).status).toBe(200)
  })

  // S4 S344 S345 S405 E128 E129 E132 E133 E135 E137 E138 E139 E140 E141 E142
  test('a grant to a role applies from the next request', async () => {
    const admin = as.user('admin')
    const role = await idOf('user_role', 'Sales')
    const [supplier, procurement] = [await moduleId('supplier'), await idOf('application', 'procurement')]
    const sees = async () => (await as.user('sales')('GET', 'supplier/paginate')).status
    const menu = async () =>
      ((await as.user('sales')('GET', 'meta/navigation')).body.data as { applications: Row[] }).applications.map(
        (application) => application.name,
      )
    expect(await sees()).toBe(403)
    const early = await admin('POST', 'user_role/insert_modules', { user_role_id: role, application_id: procurement, modules: [supplier] })
    expect([early.status, early.body.errors]).toEqual([400, { application_id: [expect.stringContaining('Grant the application first')] }])
    const granted = await admin('POST', 'user_role/grant_apps', { user_role_id: role, applications: [procurement] })
    expect(granted.body).toMatchObject({ success: true })
    expect((await admin('GET', `user_role/get_apps/${role}`)).body.data).toMatchObject({
      id: role,
      apps: expect.arrayContaining([expect.objectContaining({ name: 'procurement' })]),
    })
    await admin('POST', 'user_role/insert_modules', {
      user_role_id: role,
      application_id: procurement,
      modules: [{ module_id: supplier, permission_codes: ['index', 'view'] }],
    })
    expect([await sees(), await menu()]).toEqual([200, expect.arrayContaining(['procurement'])])
    expect((await as.user('sales')('POST', 'supplier', {})).status).toBe(403)
    await admin('POST', `user_role/${role}/enable-permissions`, {
      permissions: [{ module_id: supplier, application_id: procurement, action: 'new' }],
    })
    expect((await as.user('sales')('POST', 'supplier', {})).status).toBe(400)
    await admin('POST', `user_role/${role}/disable-permissions`, { permissions: [{ module_id: supplier, action: 'new' }] })
    expect((await as.user('sales')('POST', 'supplier', {})).status).toBe(403)
    await admin('POST', `user_role/disable_module/${supplier}`, { user_role_id: role })
    expect(await sees()).toBe(403)
    await admin('POST', `user_role/enable_module/${supplier}`, { user_role_id: role })
    expect(await sees()).toBe(200)
    const modules = (await admin('GET', `user_role/get_modules?user_role_id=${role}&application_id=${procurement}`)).body.data as Row[]
    expect(modules.find((module) => module.name === 'supplier')).toMatchObject({
      granted: true,
      codes: ['index', 'view'],
      permission_codes: expect.arrayContaining(['new', 'edit', 'delete']),
    })
    expect((await admin('GET', `user_role/${role}/permissions`)).body.data).toContainEqual(
      expect.objectContaining({ module: 'supplier', permission_codes: ['index', 'view'] }),
    )
    expect(
      (
        await admin('POST', 'user_role/insert_modules', {
          user_role_id: role,
          application_id: procurement,
          modules: [{ module_id: supplier, permission_codes: ['fly'] }],
        })
      ).status,
    ).toBe(400)
    expect((await admin('DELETE', `user_role/app/${procurement}?user_role_id=${role}`)).status).toBe(200)
    expect([await sees(), await menu()]).toEqual([403, expect.not.arrayContaining(['procurement'])])
    for (const [method, url] of [
      ['POST', 'user_role/grant_apps'],
      ['POST', 'user_role/insert_modules'],
      ['GET', `user_role/get_apps/${role}`],
      ['DELETE', `user_role/app/${procurement}`],
    ] as const)
      expect((await as.user('buyer')(method, url, method === 'GET' ? undefined : { user_role_id: role })).status).toBe(403)
  })

  // E130 E131 E134 E136 E145
  test('plugins and overrides of a role', async () => {
    const admin = as.user('admin')
    const role = await idOf('user_role', 'Sales')
    const plugin = (
      (await admin('POST', 'plugin', { code: 'shopping_cart', name: 'Shopping cart', is_installed: true, is_enabled: true })).body
        .data as Row
    ).id as number
    expect((await admin('GET', 'application/plugins')).body.data).toMatchObject([{ code: 'shopping_cart' }])
    const enabled = async () => ((await as.user('sales')('GET', 'meta/navigation')).body.data as Row).plugins
    expect(await enabled()).toEqual([])
    expect((await admin('POST', `user_role/toggle_plugin/${plugin}`, { user_role_id: role })).body.data).toEqual({
      plugin_id: plugin,
      is_enabled: true,
    })
    expect(await enabled()).toEqual(['shopping_cart'])
    expect((await admin('GET', `user_role/plugins?user_role_id=${role}`)).body.data).toMatchObject([
      { plugin_id: plugin, is_enabled: true },
    ])
    await admin('POST', `user_role/toggle_plugin/${plugin}`, { user_role_id: role })
    expect(await enabled()).toEqual([])
    expect((await admin('POST', `user_role/override/${role}`, { is_override: true })).body.data).toMatchObject({ is_override: true })
    expect((await admin('GET', `user_role/get_override?user_role_id=${role}`)).body.data).toMatchObject({
      user_role_id: role,
      is_override: true,
    })
    await admin('POST', `user_role/override/${role}`, { is_override: false })
  })

  // S124 S346 S350 S414 E110 E113 E125 E126 E127
  test('a user can have more or fewer rights than their role', async () => {
    const admin = as.user('admin')
    const user = await idOf('user', 'cashier', 'username')
    const [bank, supplier] = [await moduleId('bank'), await moduleId('supplier')]
    const may = async (module: string) => (await as.user('cashier')('GET', `${module}/paginate`)).status
    expect([await may('bank'), await may('supplier')]).toEqual([200, 403])
    await admin('POST', `user/${user}/permissions`, {
      permissions: [
        { module_id: supplier, action: 'view' },
        { module_id: bank, action: 'view', effect: 'disable' },
        { module_id: bank, action: 'index', effect: 'disable' },
      ],
    })
    expect([await may('bank'), await may('supplier')]).toEqual([403, 200])
    expect((await admin('GET', `user/${user}/permissions`)).body.data).toHaveLength(3)
    await admin('POST', `user/${user}/permissions`, {
      _method: 'DELETE',
      permissions: [
        { module_id: supplier, action: 'view' },
        { module_id: bank, action: 'view' },
        { module_id: bank, action: 'index' },
      ],
    })
    expect([await may('bank'), await may('supplier')]).toEqual([200, 403])
    const access = (await admin('GET', `user/access?user_id=${user}`)).body.data as {
      modules: Row[]
      applications: Row[]
      is_override: boolean
    }
    expect(access.is_override).toBe(false)
    expect(access.modules.find((module) => module.name === 'bank')).toMatchObject({
      role_codes: ['index', 'view'],
      codes: ['index', 'view'],
    })
    const procurement = await idOf('application', 'procurement')
    await admin('PUT', 'user/override', {
      user_id: user,
      is_override: true,
      applications: [{ application_id: procurement, is_enabled: true }],
      modules: [{ module_id: supplier, application_id: procurement, permission_codes: ['index', 'view', 'new'] }],
    })
    expect([await may('bank'), await may('supplier')]).toEqual([403, 200])
    // Own records stay accessible with any override.
    expect(await may('todo')).toBe(200)
    // It ends with its last day, though nothing is written then and rights are kept between requests.
    await admin('PUT', 'user/override', { user_id: user, is_override: true, valid_until: '2099-01-01' })
    const { db, company } = await instance.server.system('PLAT', 'a test')
    const lists = async (day: string, module: string) => module in (await cachedPrincipal(db, company, user, day))!.grants
    expect([await lists('2099-01-01', 'supplier'), await lists('2099-01-01', 'bank')]).toEqual([true, false])
    expect([await lists('2099-01-02', 'supplier'), await lists('2099-01-02', 'bank')]).toEqual([false, true])
    await admin('PUT', 'user/override', { user_id: user, is_override: true, valid_until: '2020-01-01' })
    expect([await may('bank'), await may('supplier')]).toEqual([200, 403])
    await admin('PUT', 'user/override', { user_id: user, is_override: false })
    expect([await may('bank'), await may('supplier')]).toEqual([200, 403])
    expect((await as.user('cashier')('PUT', 'user/override', { user_id: user, is_override: true })).status).toBe(403)
    expect((await as.user('cashier')('POST', `user/${user}/permissions`, { permissions: [] })).status).toBe(403)
  })
})

describe('applications', () => {
  // S128 S142 S143 S144 S321 S339 E7 E143 E144 E146 E147 E148 E149 E150 E151 E152 E153 E154 E155 E156 E157 E159 E160
  test('an administrator can arrange menus and restore the default', async () => {
    const admin = as.user('admin')
    const [procurement, financial] = [await idOf('application', 'procurement'), await idOf('application', 'financial')]
    const [supplier, bank, brand] = [await moduleId('supplier'), await moduleId('bank'), await moduleId('brand')]
    const groups = async (who = 'buyer') => {
      const { applications } = (await as.user(who)('GET', 'meta/navigation')).body.data as {
        applications: (Row & { groups: { title: string; modules: Row[] }[] })[]
      }
      return applications
        .find((application) => application.name === 'procurement')!
        .groups.map((group) => [group.title, group.modules.map((module) => module.name)] as const)
    }
    const before = await groups()
    expect((await admin('GET', 'application/lists')).body).toMatchObject({
      success: true,
      data: expect.arrayContaining([expect.objectContaining({ subdomain: 'procurement', users: expect.any(Number) })]),
    })
    const known = (await admin('GET', 'application/allModules')).body.data as Row[]
    expect(known.length).toBe(((await admin('GET', 'application/modules')).body.data as Row[]).length)
    const arrange = async (call: string, body: Row) => {
      const answer = await admin('PUT', `application/${procurement}/${call}`, body)
      expect([call, answer.status, answer.body.success]).toEqual([call, 200, true])
    }
    await arrange('move', { id: brand, parent: 'Master Files', position: 0 })
    expect((await groups()).find(([title]) => title === 'Master Files')![1][0]).toBe('brand')
    await arrange('swap', { from: brand, to: supplier })
    await arrange('reset', {})
    expect(await groups()).toEqual(before)
    await arrange('link', { module_id: bank })
    expect((await groups('accountant')).flatMap(([, names]) => names)).toContain('bank')
    expect((await admin('PUT', `application/${procurement}/link`, { module_id: bank })).status).toBe(400)
    await arrange('modules', { modules: [supplier, bank] })
    expect((await groups()).flatMap(([, names]) => names)).toEqual(['supplier'])
    await admin('POST', `application/navigation/${procurement}`, {
      navigation: [{ module_id: supplier, parent: 'Partners', title: 'Vendors' }],
    })
    expect(await groups()).toEqual([['Partners', ['supplier']]])
    await arrange('override', {
      navigation: [
        { module_id: supplier, parent: 'Partners' },
        { module_id: brand, parent: 'Partners', permission_codes: ['index'] },
      ],
    })
    await arrange('transfer', { module_id: brand, application_id: financial })
    expect((await groups()).flatMap(([, names]) => names)).toEqual(['supplier'])
    for (const application of [procurement, financial]) await admin('PUT', `application/${application}/reset`, {})
    await arrange('update', { title: 'Buying', layout_footer: false })
    const { applications } = (await as.user('buyer')('GET', 'meta/navigation')).body.data as { applications: Row[] }
    expect(applications[0]).toMatchObject({ title: 'Buying', layout: { footer: false, left_menu: true } })
    expect((await as.user('buyer')('POST', 'user/application/navigation', { application: 'procurement' })).body.data).toEqual(
      expect.arrayContaining([expect.objectContaining({ is_module: false, children: expect.any(Array) })]),
    )
    expect((await as.user('buyer')('POST', 'user/application/navigation', { application: 'command' })).status).toBe(404)
    await admin('POST', 'application/toggle', { id: procurement })
    expect(((await as.user('buyer')('GET', 'meta/navigation')).body.data as { applications: Row[] }).applications).toEqual([])
    await arrange('activate', {})
    await arrange('update', { title: 'Procurement', layout_footer: true })
    const command = await idOf('application', 'command')
    expect((await admin('POST', 'application/toggle', { id: command })).status).toBe(400)
    expect((await admin('GET', `application/${procurement}/modules`)).body.data).toContainEqual(
      expect.objectContaining({ module: 'supplier' }),
    )
    const reach = (await admin('GET', `application/user-access/${supplier}`)).body.data as Row[]
    expect(reach.map((row) => row.username)).toEqual(expect.arrayContaining(['admin', 'buyer', 'accountant', 'auditor']))
    expect(reach.map((row) => row.username)).not.toContain('cashier')
    expect((await as.user('buyer')('PUT', `application/${procurement}/reset`, {})).status).toBe(403)
    expect((await admin('DELETE', `application/${procurement}`)).body.rule).toBe('E_IN_USE')
  })
})

describe('administration', () => {
  // E84 E107 E108 E109 E575 E576 E577 E578 E579 E580
  test('dashboard, settings, tags and the company', async () => {
    const admin = as.user('admin')
    const board = (await admin('GET', 'command/dashboard')).body.data as Row
    expect(board).toMatchObject({ total_users: 13, total_branches: expect.any(Number), storage_used: expect.any(Number) })
    expect(board.logins_per_day).toHaveLength(14)
    expect((await as.user('buyer')('GET', 'command/dashboard')).status).toBe(403)
    const settings = (await admin('GET', 'settings')).body.data as Row[]
    expect(settings.find((setting) => setting.key === 'over_receipt_percent')).toMatchObject({
      value: 0,
      default_value: 0,
      group: 'Purchasing',
    })
    // Only what can be approved can be made to require it.
    const approvable = settings.map(({ key }) => String(key)).filter((key) => key.endsWith('.requires_approval'))
    expect(approvable).toContain('purchase_order.requires_approval')
    expect(approvable).not.toContain('physical_count.requires_approval')
    expect((await admin('PATCH', 'settings', { over_receipt_percent: 5, 'purchase_order.requires_approval': true })).status).toBe(200)
    const purchasing = (await admin('GET', 'settings?group=Purchasing')).body.data as Row[]
    expect(purchasing.find((row) => row.key === 'over_receipt_percent')).toMatchObject({ value: 5, is_default: false })
    const wrong = await admin('PATCH', 'settings', { over_receipt_percent: 'many', nonsense: 1 })
    expect(wrong.body.errors).toEqual({ over_receipt_percent: ['Must be a number.'], nonsense: ['There is no such setting.'] })
    await admin('PATCH', 'settings', { over_receipt_percent: null, 'purchase_order.requires_approval': null })
    expect(
      ((await admin('GET', 'settings?group=Purchasing')).body.data as Row[]).find((row) => row.key === 'over_receipt_percent'),
    ).toMatchObject({ value: 0 })
    expect((await as.user('buyer')('PATCH', 'settings', { over_receipt_percent: 9 })).status).toBe(403)
    const tag = (await admin('POST', 'tagging', { name: 'Urgent', color: '#e03131' })).body.data as Row
    expect((await admin('PUT', `tagging/${String(tag.id)}`, { name: 'Very urgent' })).body.data).toMatchObject({ name: 'Very urgent' })
    expect((await admin('GET', 'tagging')).body.data).toHaveLength(1)
    expect((await admin('DELETE', `tagging/${String(tag.id)}`)).status).toBe(200)
    const [company] = (await as.user('buyer')('GET', 'company')).body.data as Row[]
    expect(company).toMatchObject({ code: 'PLAT' })
    const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
    expect(
      (await as.upload(await as.token('buyer'), 'company/upload-company-logo', { file: { name: 'logo.png', body: png } })).status,
    ).toBe(403)
    expect(
      (await as.upload(await as.token('admin'), 'company/upload-company-logo', { file: { name: 'logo.png', body: png } })).status,
    ).toBe(200)
    expect((await as.user('buyer')('GET', `company/${String(company!.id)}/get-logo`)).body.data).toMatchObject({
      logo_url: expect.stringContaining('/files/'),
    })
    // The sign-in page shows it before sign-in.
    const shown = await as.public('GET', 'companies/PLAT/logo')
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png'])
  })

  // E672 E673 E674 E675 E676 E677
  test('an approved change takes effect on its date', async () => {
    const admin = as.user('admin')
    const brand = ((await admin('POST', 'brand', { code: 'OLD', name: 'Old name' })).body.data as Row).id
    const module_id = await moduleId('brand')
    const ask = async (more: Row = {}) =>
      (
        await as.user('developer')('POST', 'change_management', {
          title: 'Rename',
          module_id,
          record_id: brand,
          change_type: 'update',
          description: 'A new name',
          reason: 'The maker has a new name',
          new_values: { name: 'New name' },
          ...more,
        })
      ).body.data as Row
    const first = await ask()
    expect(first).toMatchObject({ transaction_no: 'CM-2026-00001', status: 'pending' })
    expect((await as.user('developer')('POST', `change_management/${String(first.id)}/approve`)).status).toBe(422)
    expect((await admin('POST', `change_management/${String(first.id)}/approve`)).body.data).toMatchObject({
      status: 'approved',
      is_approved: true,
      old_values: { name: 'Old name' },
    })
    expect((await admin('GET', `brand/${String(brand)}`)).body.data).toMatchObject({ name: 'New name' })
    const later = await ask({ effective_date: '2099-01-01', new_values: { name: 'Later name' } })
    await admin('POST', `change_management/${String(later.id)}/approve`)
    const system = await instance.server.system('PLAT', 'a test')
    await applyDueChanges(system)
    expect((await admin('GET', `brand/${String(brand)}`)).body.data).toMatchObject({ name: 'New name' })
    await applyDueChanges({ ...system, clock: { ...system.clock, now: () => new Date('2099-01-02T00:00:00Z'), today: () => '2099-01-02' } })
    expect((await admin('GET', `brand/${String(brand)}`)).body.data).toMatchObject({ name: 'Later name' })
    const declined = await ask()
    expect((await admin('POST', `change_management/${String(declined.id)}/decline`, {})).status).toBe(400)
    expect((await admin('POST', `change_management/${String(declined.id)}/decline`, { reason: 'Not needed' })).body.data).toMatchObject({
      is_declined: true,
      declined_reason: 'Not needed',
    })
    const voided = await ask()
    expect((await admin('POST', `change_management/${String(voided.id)}/void`, { reason: 'A mistake' })).body.data).toMatchObject({
      is_voided: true,
    })
    expect((await admin('GET', 'change_management')).body.data).toHaveLength(4)
  })

  // S343 E687 E688 E689 E690 E691 E692 E694
  test('the console is for developers, and runs named commands only', async () => {
    const dev = as.user('developer')
    for (const url of ['smtp', 's3', 'cron', 'server-info', 'biometric/logs']) {
      expect((await dev('GET', `developer_console/${url}`)).status).toBe(200)
      expect((await as.user('admin')('GET', `developer_console/${url}`)).status).toBe(403)
    }
    expect((await dev('POST', 'developer_console/smtp/test', { email: 'dev@plat.example' })).status).toBe(200)
    expect(((await dev('GET', 'developer_console/smtp')).body.data as { mails: Row[] }).mails[0]).toMatchObject({
      to: 'dev@plat.example',
      subject: 'Test mail',
    })
    for (const email of ['a@b.c\r\nBcc: x@y.z', 'a@b.c,d@e.f', 'nobody'])
      expect((await dev('POST', 'developer_console/smtp/test', { email })).status).toBe(400)
    expect((await dev('POST', 'developer_console/execute', { prompt: 'help' })).body.data).toMatchObject({
      output: expect.stringContaining('sessions'),
    })
    for (const prompt of ['modules', 'tables', 'sessions', 'outbox', 'jobs', 'schema', 'time'])
      expect((await dev('POST', 'developer_console/execute', { prompt })).status).toBe(200)
    for (const prompt of ['rm -rf /', 'constructor', 'help; DROP TABLE x', ''])
      expect((await dev('POST', 'developer_console/execute', { prompt })).status).toBe(400)
    const trail = await list('admin', 'audit_trail/paginate?limit=100&filter[action]=execute')
    expect(trail.length).toBeGreaterThan(5)
  })
})

// proves: developers
test('developer tools are in the menus of developers only', async () => {
  const named = async (who: string): Promise<string[]> => {
    const { applications } = (await as.user(who)('GET', 'meta/navigation')).body.data as {
      applications: { groups: { modules: { name: string }[] }[] }[]
    }
    return applications.flatMap(({ groups }) => groups.flatMap(({ modules }) => modules.map(({ name }) => name)))
  }
  const [admin, developer] = [await named('admin'), await named('developer')]
  expect([admin.includes('settings'), admin.includes('developer_console')]).toEqual([true, false])
  expect(developer).toContain('developer_console')
})
