/** No one gains rights by editing ids, headers or bodies, nor by giving them to themselves in an indirect way. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { applyDueChanges } from '../../src/server/features/change-management/apply.ts'
import { type Answer, type Client, createClient, type Method } from './client.ts'
import { startInstance } from './instance.ts'

let instance: Awaited<ReturnType<typeof startInstance>>
let as: Client
const userId = new Map<string, number>()
const roleId = new Map<string, number>()
const moduleId = new Map<string, number>()
let command: number
let procurement: number

/** People who keep a part of what rights are made of, and nothing else. */
const KEEPERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  clerk: { user: ['index', 'view', 'new', 'edit', 'delete'] },
  roles: { user_role: ['index', 'view', 'new', 'edit', 'delete'] },
  access: {
    user: ['index', 'view'],
    user_access: ['index', 'view', 'edit'],
    user_permission: ['index', 'view', 'new', 'edit', 'delete'],
  },
  changer: { change_management: ['index', 'view', 'new', 'edit', 'view_all', 'approval'], brand: ['index', 'view', 'edit'] },
}

const rows = async (url: string): Promise<Row[]> => (await as.user('admin')('GET', url)).body.data as Row[]
const fill = async (map: Map<string, number>, url: string, field: string) => {
  for (const row of await rows(url)) map.set(String(row[field]), row.id as number)
}

beforeAll(async () => {
  instance = await startInstance('rights', ['RIGH'], { frozenClock: true })
  as = createClient(instance.server, 'RIGH')
  const admin = as.user('admin')
  await fill(moduleId, 'module/paginate?limit=200', 'name')
  await fill(moduleId, 'module/paginate?limit=200&page=2', 'name')
  await fill(roleId, 'user_role/paginate?limit=200', 'code')
  const applications = await rows('application/paginate?limit=50')
  command = applications.find((application) => application.name === 'command')!.id as number
  procurement = applications.find((application) => application.name === 'procurement')!.id as number
  const [branch] = await rows('branch/paginate')
  for (const [name, modules] of Object.entries(KEEPERS)) {
    const role = await admin('POST', 'user_role', {
      code: name.toUpperCase(),
      name: `Keeper of ${name}`,
      apps: [{ application_id: command }],
      modules: Object.entries(modules).map(([module, permission_codes]) => ({
        application_id: command,
        module_id: moduleId.get(module),
        permission_codes,
      })),
    })
    expect(role.status, JSON.stringify(role.body)).toBe(200)
    roleId.set(name, (role.body.data as Row).id as number)
    const made = await admin('POST', 'user', {
      username: name,
      email: `${name}@righ.example`,
      first_name: name,
      last_name: 'Keeper',
      password: 'Demo#2026',
      user_role_id: roleId.get(name),
      branch_id: branch!.id,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
  }
  await fill(userId, 'user/paginate?limit=100', 'username')
})
afterAll(() => instance.stop())

const newUser = async (username: string, role: number | undefined): Promise<Row> => ({
  username,
  email: `${username}@righ.example`,
  first_name: 'New',
  last_name: 'User',
  password: 'Demo#2026',
  user_role_id: role,
  branch_id: (await rows('branch/paginate'))[0]!.id,
})

type Attempt = readonly [Method, string, unknown?]
/** Every attempt is refused with words, and the account that it is about is as it was. */
async function expectRefused(who: string, attempts: readonly Attempt[], status = 403): Promise<void> {
  for (const [method, url, body] of attempts) {
    const answer = await as.user(who)(method, url, body)
    expect([`${who} ${method} ${url} ${JSON.stringify(body)}`, answer.status, answer.body.success]).toEqual([
      expect.any(String),
      status,
      false,
    ])
    expect(String(answer.body.message).length).toBeGreaterThan(10)
  }
}
const ok = (answer: Answer) => expect([answer.status, answer.body.message]).toEqual([200, undefined])

test('administrators cannot remove their own access to users and roles', async () => {
  const admin = as.user('admin')
  const [role, user] = [roleId.get('ADMIN')!, userId.get('admin')!]
  const refusals = [
    await admin('PUT', `user_role/${role}`, { is_active: false }),
    await admin('PUT', `user_role/${role}`, { modules: [] }),
    await admin('POST', 'user_permission', {
      ...{ user_id: user, user_role_id: role, application_id: command, module_id: moduleId.get('user_role') },
      ...{ action: 'edit', effect: 'disable' },
    }),
    await admin('PUT', `application/${command}`, { is_active: false }),
    await admin('PUT', `module/${moduleId.get('user_role')}`, { is_active: false }),
  ]
  expect(refusals.map(({ status, body }) => [status, body.rule])).toEqual(refusals.map(() => [422, 'E_OWN_RIGHTS']))
  ok(await admin('PUT', `user_role/${roleId.get('clerk')}`, { is_active: false }))
  ok(await admin('PUT', `user_role/${roleId.get('clerk')}`, { is_active: true }))
})

describe('a user who only maintains users', () => {
  test('cannot grant more than their own rights', async () => {
    const [admin, employee, clerk] = ['admin', 'employee', 'clerk'].map((name) => userId.get(name)!)
    await expectRefused('clerk', [
      ['POST', 'user', await newUser('puppet', roleId.get('ADMIN'))],
      ['POST', 'user', await newUser('puppet', roleId.get('roles'))],
      ['PUT', `user/${employee}`, { user_role_id: roleId.get('ADMIN') }],
      ['PUT', `user/${clerk}`, { user_role_id: roleId.get('ADMIN') }],
      ['PUT', `user/${clerk}`, { assigned_account_ids: [admin] }],
      ['POST', 'user/assign', { user_id: clerk, assignments: [admin] }],
      ['POST', 'user/assign', { user_id: employee, assignments: [admin] }],
    ])
    const sheet = await as.user('clerk')('POST', 'user/import', { rows: [await newUser('puppet', roleId.get('ADMIN'))] })
    expect(sheet.body.success === false || Number((sheet.body.data as Row).created ?? 0) === 0).toBe(true)
    expect((await rows('user/paginate?limit=100')).map((row) => row.username)).not.toContain('puppet')
  })

  test('cannot take over, restrict or remove users with more rights', async () => {
    const admin = userId.get('admin')!
    const password = { password: 'Taken#2026', password_confirmation: 'Taken#2026' }
    await expectRefused('clerk', [
      ['PUT', `user/${admin}`, { email: 'clerk2@righ.example' }],
      ['PUT', `user/${admin}`, { username: 'root' }],
      ['PUT', `user/${admin}`, { password: 'Taken#2026' }],
      ['PUT', `user/${admin}`, { is_active: false }],
      ['PUT', `user/${admin}`, { user_role_id: roleId.get('clerk') }],
      ['PUT', `user/${admin}/change-password`, password],
      ['POST', 'user/generate-password', { user_id: admin }],
    ])
    expect((await as.user('clerk')('DELETE', `user/${admin}`)).status).toBeGreaterThanOrEqual(403)
    ok(await as.user('admin')('GET', `user/${admin}`))
    await as.fresh('admin')
  })

  test('manages users with the same rights or fewer', async () => {
    ok(await as.user('clerk')('POST', 'user', await newUser('colleague', roleId.get('clerk'))))
    const colleague = (await rows('user/paginate?search=colleague'))[0]!.id
    ok(await as.user('clerk')('PUT', `user/${String(colleague)}`, { mobile: '+639171234567' }))
    ok(
      await as.user('clerk')('PUT', `user/${String(colleague)}/change-password`, {
        password: 'Given#2026',
        password_confirmation: 'Given#2026',
      }),
    )
    ok(await as.user('clerk')('DELETE', `user/${String(colleague)}`))
  })

  test('only a developer can take over a developer', async () => {
    const developer = userId.get('developer')!
    await expectRefused('admin', [
      ['PUT', `user/${developer}`, { email: 'other@righ.example' }],
      ['POST', 'user/generate-password', { user_id: developer }],
      ['PUT', `user/${developer}/change-password`, { password: 'Taken#2026', password_confirmation: 'Taken#2026' }],
      ['POST', 'user/assign', { user_id: userId.get('employee'), assignments: [developer] }],
      ['POST', 'user/assign', { user_id: userId.get('admin'), assignments: [userId.get('hr')] }],
    ])
    await expectRefused('admin', [['PUT', `user/${userId.get('admin')!}`, { is_developer: true }]], 400)
    await expectRefused('admin', [['POST', 'user', { ...(await newUser('devil', roleId.get('CLERK'))), is_developer: true }]], 400)
  })
})

describe('a user who only maintains roles', () => {
  const supplier = () => ({ module_id: moduleId.get('supplier'), application_id: procurement, permission_codes: ['index', 'view'] })

  test('cannot grant role rights that they lack', async () => {
    const ownRole = roleId.get('roles')!
    await expectRefused('roles', [
      [
        'POST',
        'user_role/insert_modules',
        { user_role_id: ownRole, application_id: command, modules: [{ ...supplier(), application_id: command }] },
      ],
      ['POST', `user_role/enable_module/${moduleId.get('user')!}`, { user_role_id: ownRole, application_id: command }],
      [
        'POST',
        `user_role/${ownRole}/enable-permissions`,
        { permissions: [{ module_id: moduleId.get('user'), action: 'edit', application_id: command }] },
      ],
      ['POST', `user_role/override/${ownRole}`, { is_override: true, modules: [{ ...supplier(), application_id: command }] }],
      ['PUT', `user_role/${ownRole}`, { modules: [{ ...supplier(), application_id: command }] }],
      ['PUT', `user_role/${ownRole}`, { access_codes: ['compensation'] }],
      ['PUT', `user_role/${roleId.get('clerk')!}`, { name: 'Approver' }],
      ['POST', 'user_role', { code: 'MORE', name: 'More', apps: [{ application_id: procurement }], modules: [supplier()] }],
    ])
    // Lines in a closed application count once it is opened.
    ok(await as.user('roles')('POST', 'user_role', { code: 'LATER', name: 'Later', apps: [], modules: [supplier()] }))
    const later = (await rows('user_role/paginate?search=LATER'))[0]!.id
    await expectRefused('roles', [['POST', 'user_role/grant_apps', { user_role_id: later, applications: [procurement] }]])
  })

  test('can remove rights, and grant rights that they have', async () => {
    const lower = await as.user('roles')('POST', 'user_role', {
      code: 'LOWER',
      name: 'Lower',
      apps: [{ application_id: command }],
      modules: [{ module_id: moduleId.get('user_role'), application_id: command, permission_codes: ['index', 'view'] }],
    })
    ok(lower)
    ok(await as.user('roles')('DELETE', `user_role/${String((lower.body.data as Row).id)}`))
  })

  test('a deactivated role grants nothing', async () => {
    const token = await as.fresh('changer')
    expect((await as.withToken(token)('GET', 'brand/paginate')).status).toBe(200)
    ok(await as.user('admin')('PUT', `user_role/${roleId.get('changer')!}`, { is_active: false }))
    expect((await as.withToken(token)('GET', 'brand/paginate')).status).toBe(403)
    ok(await as.user('admin')('PUT', `user_role/${roleId.get('changer')!}`, { is_active: true }))
  })
})

test('a user who maintains exceptions cannot grant rights that they lack', async () => {
  const [me, employee, admin] = ['access', 'employee', 'admin'].map((name) => userId.get(name)!)
  const line = (module: string, action: string) => ({ module_id: moduleId.get(module), application_id: command, action, effect: 'enable' })
  const override = { is_override: true, applications: [{ application_id: command }] }
  const modules = [{ module_id: moduleId.get('user'), application_id: command, permission_codes: ['index', 'view', 'edit'] }]
  await expectRefused('access', [
    ['POST', `user/${me}/permissions`, { permissions: [line('user', 'edit')] }],
    ['POST', `user/${employee}/permissions`, { permissions: [line('supplier', 'view')] }],
    ['POST', `user/${admin}/permissions`, { permissions: [{ ...line('user', 'edit'), effect: 'disable' }] }],
    ['PUT', 'user/override', { user_id: me, ...override, modules }],
    ['PUT', 'user/override', { user_id: employee, ...override, modules, valid_from: '2099-01-01' }],
    ['PUT', 'user/override', { user_id: admin, is_override: true, applications: [], modules: [] }],
    [
      'POST',
      'user_permission',
      {
        user_id: me,
        user_role_id: roleId.get('access'),
        application_id: command,
        module_id: moduleId.get('user'),
        action: 'edit',
        effect: 'enable',
      },
    ],
  ])
  expect(await rows(`user/${me}/permissions`)).toEqual([])
  const plain = userId.get('clerk')!
  await expectRefused('access', [['POST', `user/${plain}/permissions`, { permissions: [line('user', 'view')] }]])
})

describe('a change requested by another user', () => {
  let supplierBrand: Row
  const ask = async (values: Row): Promise<string> => {
    const made = await as.user('developer')('POST', 'change_management', {
      title: 'A change',
      change_type: 'update',
      description: 'To be made',
      reason: 'It is needed',
      ...values,
    })
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    return String((made.body.data as Row).id)
  }

  test('can be approved only by users who could make it themselves, also for a later date', async () => {
    for (const effective_date of [undefined, '2099-01-01']) {
      const id = await ask({
        module_id: moduleId.get('user'),
        record_id: userId.get('changer'),
        new_values: { user_role_id: roleId.get('ADMIN') },
        ...(effective_date ? { effective_date } : {}),
      })
      await expectRefused('changer', [['POST', `change_management/${id}/approve`]])
    }
    // Nor the caller's own, no matter who wrote it there.
    const selfRequest = await as.user('changer')('POST', 'change_management', {
      title: 'Mine',
      module_id: moduleId.get('brand'),
      change_type: 'create',
      description: 'A new one',
      reason: 'It is needed',
      new_values: { code: 'MINE', name: 'Mine' },
      requested_by: userId.get('developer'),
    })
    expect(selfRequest.status).toBe(400)
  })

  test('is not applied on its date if the approver may no longer make it', async () => {
    supplierBrand = (await as.user('admin')('POST', 'brand', { code: 'DUE', name: 'Before' })).body.data as Row
    const change = { module_id: moduleId.get('brand'), record_id: supplierBrand.id, effective_date: '2099-01-01' }
    const id = await ask({ ...change, new_values: { name: 'After' } })
    ok(await as.user('changer')('POST', `change_management/${id}/approve`))
    const system = await instance.server.system('RIGH', 'a test')
    const then = { ...system, clock: { ...system.clock, now: () => new Date('2099-01-02T00:00:00Z'), today: () => '2099-01-02' } }
    const take = { permissions: [{ module_id: moduleId.get('brand'), action: 'edit' }] }
    ok(await as.user('admin')('POST', `user_role/${roleId.get('changer')!}/disable-permissions`, take))
    await applyDueChanges(then)
    expect((await as.user('admin')('GET', `brand/${String(supplierBrand.id)}`)).body.data).toMatchObject({ name: 'Before' })
    ok(await as.user('admin')('POST', `user_role/${roleId.get('changer')!}/enable-permissions`, take))
    await applyDueChanges(then)
    expect((await as.user('admin')('GET', `brand/${String(supplierBrand.id)}`)).body.data).toMatchObject({ name: 'After' })
    const [trail] = (await rows(
      `audit_trail/paginate?filter[action]=update&filter[record_id]=${String(supplierBrand.id)}&limit=1`,
    )) as Row[]
    expect(trail).toMatchObject({ user_id: userId.get('changer') })
  })
})

describe('values written into requests', () => {
  test('owners, creators and states are set by the system', async () => {
    const me = as.user('buyer')
    const [ownUser, other] = [userId.get('buyer')!, userId.get('sales')!]
    const todo = (await me('POST', 'todo', { title: 'Mine' })).body.data as Row
    const ticket = (await me('POST', 'support_ticket', { subject: 'Help', description: 'Please' })).body.data as Row
    await expectRefused(
      'buyer',
      [
        ['POST', 'todo', { title: 'Yours', user_id: other }],
        ['PUT', `todo/${String(todo.id)}`, { user_id: other }],
        ['POST', 'support_ticket', { subject: 'x', description: 'y', user_id: other }],
        ['POST', 'support_ticket', { subject: 'x', description: 'y', status: 'closed' }],
        ['POST', 'media/create-new-folder', { name: 'x', parent_id: 999 }],
        ['POST', 'purchase_request', { status: 'posted' }],
        ['POST', 'supplier', { code: 'X1', name: 'X', company_id: 2 }],
        ['POST', 'supplier', { code: 'X1', name: 'X', is_posted: true }],
      ],
      400,
    )
    await expectRefused('buyer', [
      ['POST', 'notification', { user_id: ownUser, title: 'Look', application_name: '/evil.example', module_name: 'x', module_id: 1 }],
      ['POST', 'comments', { type: 'supplier', record_id: 1, comment: 'x', user_id: other }],
      ['POST', 'recent_logins', { username: 'admin', result: 'success' }],
      ['POST', 'user_device', { user_id: other, device_id: 'x' }],
      ['PUT', `user/${ownUser}`, { user_role_id: roleId.get('ADMIN') }],
      ['POST', `support_ticket/${String(ticket.id)}/resolve`, { resolution: 'x' }],
    ])
    await expectRefused('admin', [['PUT', `module/${moduleId.get('user')!}`, { everyone_codes: ['edit'] }]], 400)
    await expectRefused(
      'buyer',
      [
        ['POST', 'brand', { code: 'WHO', name: 'Who', created_by: other }],
        ['POST', 'brand', { code: 'WHO', name: 'Who', created_at: '2001-01-01' }],
      ],
      400,
    )
  })

  test('rows of others are absent, in every call', async () => {
    const theirs = (await as.user('sales')('POST', 'todo', { title: 'Of sales' })).body.data as Row
    const folder = (await as.user('sales')('POST', 'media/create-new-folder', { name: 'Of sales' })).body.data as Row
    const comment = await as.user('admin')('POST', 'brand', { code: 'TALK', name: 'Talk' })
    const brand = (comment.body.data as Row).id
    const said = (await as.user('admin')('POST', `comments/brand/${String(brand)}`, { comment: 'Mine', user_id: userId.get('buyer') })).body
      .data as Row
    expect(said).toMatchObject({ user_id: userId.get('admin') })
    const id = (row: Row) => String(row.id)
    await expectRefused(
      'buyer',
      [
        ['GET', `todo/${id(theirs)}`],
        ['PUT', `todo/${id(theirs)}`, { is_done: true }],
        ['DELETE', `todo/${id(theirs)}`],
        ['GET', `media_folder/${id(folder)}`],
        ['PUT', `media_folder/${id(folder)}`, { name: 'Mine now' }],
        ['GET', `media/get-files-on-folder/${id(folder)}`],
        ['DELETE', `comments/${id(said)}`],
        ['GET', `profile/${userId.get('sales')!}`],
      ],
      404,
    )
    await expectRefused('buyer', [['POST', 'media_folder', { name: 'Below', parent_id: folder.id }]], 400)
    // A folder shared for reading still cannot be changed by others.
    ok(await as.user('sales')('PUT', `media_folder/${id(folder)}`, { privacy: 'public' }))
    ok(await as.user('buyer')('GET', `media_folder/${id(folder)}`))
    await expectRefused('buyer', [['PUT', `media_folder/${id(folder)}`, { name: 'Mine now' }]], 404)
  })

  test('headers and parameters cannot impersonate another user', async () => {
    const me = as.user('buyer')
    const brand = ((await me('POST', 'brand', { code: 'HEAD', name: 'Head' })).body.data as Row).id
    for (const name of ['x-as', 'x-user-id', 'x-forwarded-user', 'x-remote-user', 'x-original-url', 'x-rewrite-url', 'x-role']) {
      const answer = await me('GET', 'validate', undefined, { [name]: name.endsWith('url') ? '/api/v1/user/paginate' : '1' })
      expect(answer.body.user).toMatchObject({ username: 'buyer' })
      expect((await me('GET', 'user/paginate', undefined, { [name]: 'admin' })).status).toBe(403)
    }
    for (const code of ['OTHER', '*', 'RIGH,OTHER', '../RIGH'])
      expect((await me('GET', 'validate', undefined, { 'x-company-code': code })).status).toBe(403)
    // Another method in a header is that method, with its permission; only a POST can be one.
    const sales = as.user('sales')
    expect((await sales('POST', `brand/${String(brand)}`, {}, { 'x-http-method-override': 'DELETE' })).status).toBe(403)
    expect((await sales('POST', `brand/${String(brand)}?_method=PUT`, { name: 'x' })).status).toBe(403)
    expect((await me('GET', `brand/${String(brand)}?_method=DELETE`)).status).toBe(200)
    expect((await me('GET', `brand/${String(brand)}`, undefined, { 'x-http-method-override': 'DELETE' })).status).toBe(200)
    expect((await me('GET', `brand/${String(brand)}`)).body.data).toMatchObject({ name: 'Head' })
  })

  test('a parameter or key sent twice, or named like a language builtin, changes nothing else', async () => {
    const me = as.user('buyer')
    for (const query of [
      'limit=1&limit=100000',
      'page=1&page=2',
      'filter[id]=1&filter[id]=2',
      'sort=id&sort=-id',
      '__proto__[limit]=5',
      'filter[__proto__]=1',
      'filter[constructor][prototype]=1',
      'search=a&search=b',
    ]) {
      const answer = await me('GET', `brand/paginate?${query}`)
      expect([query, answer.status < 500]).toEqual([query, true])
      if (answer.status === 200) expect((answer.body.data as Row[]).length).toBeLessThanOrEqual(200)
    }
    const raw = async (payload: string) =>
      instance.server.app.http.inject({
        method: 'POST',
        url: '/api/v1/brand',
        payload,
        headers: { authorization: `Bearer ${await as.token('buyer')}`, 'content-type': 'application/json' },
      })
    for (const payload of [
      '{"code":"P","name":"P","__proto__":{"is_developer":true}}',
      '{"code":"P","name":"P","constructor":{"prototype":{"x":1}}}',
    ])
      expect((await raw(payload)).statusCode).toBe(400)
    expect(({} as Row).is_developer).toBeUndefined()
    expect((await raw('{"code":"TWIN","code":"TWIN2","name":"Twin"}')).json().data).toMatchObject({ code: 'TWIN2' })
  })
})
