import { describe, expect, it } from 'vitest'
import type { Entity, Module, ModuleSet } from '../../model/module.ts'
import { field, lines, sample } from '../compute/testing.ts'
import { brings, holds, isShown, mayPick, nameable, nameOf, rightsKey, scope, searchedPaths } from './index.ts'

const entity = (name: string, more: Partial<Entity> = {}): Entity => ({
  table: name,
  label: '{code} · {name}',
  name: 'name',
  numbers: [],
  unique: [],
  indexes: [],
  volume: 'normal',
  single: false,
  ...more,
})
const part = (to: string, name: string, more: object = {}) =>
  field(`${name}_id`, 'reference', { to, refAs: name, storage: 'bigint', refColumns: [], ...more })
const make = (name: string, more: Partial<Module> & Pick<Module, 'fields'>, inEntity: Partial<Entity> = {}): Module => {
  const base = sample({ fields: [...more.fields], lines: [...(more.lines ?? [])] })
  return {
    ...base,
    search: [],
    filters: [],
    columns: [],
    ...more,
    name,
    field: base.field,
    lines: base.lines,
    entity: entity(name, inEntity),
  }
}

const people = make('person', {
  fields: [
    field('code', 'text'),
    field('name', 'text'),
    field('email', 'text'),
    field('city', 'text'),
    field('rate', 'money', { access: 'pay' }),
    field('account', 'text', { sensitive: true, access: 'module' }),
    field('is_active', 'boolean'),
  ],
  lines: [lines('wages', [field('amount', 'money', { access: 'pay' })])],
  search: ['code', 'name', 'account'],
})
const order = make('order', {
  fields: [
    field('code', 'text'),
    field('name', 'text'),
    part('person', 'buyer', { filter: { city: 'X' }, refColumns: ['email', 'rate', 'account'] }),
    field('wage', 'money', { fetch: [{ from: 'buyer_id', path: 'rate' }], access: 'module' }),
  ],
  columns: [{ path: 'buyer.city', title: '', type: 'text', align: 'start', sortable: true }],
})
const remote = make('remote', { fields: [field('code', 'text'), field('name', 'text')] })
const modules: ModuleSet = new Map([people, order, remote].map((module) => [module.name, module]))
const person = {
  user_id: 1,
  username: 'u',
  name: '',
  role: '',
  branch_id: null,
  branch_ids: [],
  employee_id: null,
  is_developer: false,
  applications: [],
}
const who = (grants: Record<string, string[]>, access: string[] = []) => ({ grants, access })

describe('the names rule', () => {
  it('gives fields of a listable module by the access of the user, masked values to users who may view', () => {
    const lists = who({ person: ['index'] })
    expect(
      ['email', 'city', 'rate', 'account', 'wages.amount', 'toString'].map((name) =>
        nameable(lists, modules, { module: people, path: name, use: 'filter' }),
      ),
    ).toEqual([true, true, false, false, false, false])
    expect(nameable(lists, modules, { module: people, path: 'account', use: 'column' })).toBe(true)
    const pay = who({ person: ['view'] }, ['pay'])
    expect(['rate', 'account', 'wages.amount'].map((name) => nameable(pay, modules, { module: people, path: name, use: 'sort' }))).toEqual([
      true,
      true,
      true,
    ])
  })

  it('gives of another module what its picker shows and filters by, and nothing confidential', () => {
    const nobody = who({}, ['pay'])
    const open = ['id', 'name', 'code', 'city', 'is_active', 'email', 'rate', 'account', 'wages.amount', 'created_by'].filter((name) =>
      nameable(nobody, modules, { module: people, path: name, use: 'filter' }),
    )
    expect(open).toEqual(['id', 'name', 'code', 'city', 'is_active'])
    expect(isShown(modules, people, 'account')).toBe(false)
  })

  it('checks each step of a path, and whether it may read any row', () => {
    const orders = who({ order: ['index'] }, ['pay'])
    const rows = (path: string) => {
      const target = nameOf(orders, modules, { module: order, path, use: 'filter' })
      return target?.kind === 'reference' ? target.rows : target?.kind
    }
    expect(['buyer.name', 'buyer.city', 'buyer.email', 'buyer.rate', 'buyer.account'].map(rows)).toEqual([
      'any',
      'any',
      'any',
      undefined,
      undefined,
    ])
    const both = who({ order: ['index'], person: ['index'] }, ['pay'])
    expect(nameOf(both, modules, { module: order, path: 'buyer.rate', use: 'filter' })).toMatchObject({ rows: 'reached' })
  })

  it('opens a picker to users who list the module or edit a reference to it', () => {
    expect(
      [who({}), who({ person: ['index'] }), who({ order: ['new'] }), who({ remote: ['view'] })].map((entry) =>
        mayPick(entry, modules, people),
      ),
    ).toEqual([false, true, true, false])
    expect(mayPick(who({ order: ['view', 'edit'] }), modules, remote)).toBe(false)
  })

  it('opens to users who edit references only the rows that these accept', () => {
    const place = make('place', { fields: [field('name', 'text'), field('kind', 'select')] })
    const sale = make('sale', { fields: [field('name', 'text'), part('place', 'to', { filter: { kind: ['customer', 'branch'] } })] })
    const visit = make('visit', { fields: [field('name', 'text'), part('place', 'at', { filter: { name: 'X' } })] })
    const set: ModuleSet = new Map([place, sale, visit].map((module) => [module.name, module]))
    const kinds = (grants: Record<string, string[]>) => {
      const predicate = scope({ ...person, ...who(grants) }, place, 'dropdown', set)
      return ['customer', 'branch', 'employee'].filter((kind) => holds(predicate, { kind }))
    }
    expect(kinds({ sale: ['new'] })).toEqual(['customer', 'branch'])
    expect([kinds({ place: ['index'], sale: ['new'] }), kinds({ sale: ['new'], visit: ['new'] })]).toEqual(
      Array(2).fill(['customer', 'branch', 'employee']),
    )
    expect(kinds({})).toEqual([])
    const key = (grants: Record<string, string[]>) => rightsKey({ ...person, ...who(grants) }, set, place)
    expect(key({ sale: ['new'] })).not.toBe(key({ visit: ['new'] }))
  })

  it('gives confidential columns of a reference by own rights, or fetched into a field that the user may edit', () => {
    const by = { module: order, field: order.field.buyer_id! }
    const way = (principal: ReturnType<typeof who>, name: string) =>
      brings(principal, modules, { by, module: people, column: name, whole: true })
    expect([
      way(who({ order: ['view'] }), 'email'),
      way(who({ order: ['view'] }), 'rate'),
      way(who({ order: ['view'] }), 'account'),
    ]).toEqual(['any', undefined, undefined])
    expect(way(who({ order: ['new'] }), 'rate')).toBe('any')
    expect(way(who({ order: ['view'], person: ['view'] }, ['pay']), 'rate')).toBe('reached')
    expect(brings(who({ order: ['new'] }), modules, { by: undefined, module: people, column: 'email', whole: true })).toBeUndefined()
  })

  it('calls the name of a referenced record `name`, whatever its field is called', () => {
    const worker = make(
      'worker',
      { fields: [field('no', 'text'), field('full_name', 'text'), field('pin', 'text', { sensitive: true })] },
      {
        name: 'full_name',
        label: '{no} · {pin}',
      },
    )
    const day = make('day', {
      fields: [part('worker', 'worker'), field('note', 'text')],
      columns: [
        { path: 'worker.name', title: '', type: 'text', align: 'start', sortable: true, via: 'worker_id' },
        { path: 'note', title: '', type: 'text', align: 'start', sortable: true },
      ],
    })
    const set: ModuleSet = new Map([worker, day].map((module) => [module.name, module]))
    const lists = who({ day: ['index'] })
    expect(nameOf(lists, set, { module: day, path: 'worker.name', use: 'search' })).toEqual(
      nameOf(lists, set, { module: day, path: 'worker.full_name', use: 'search' }),
    )
    expect(nameOf(lists, set, { module: day, path: 'worker.name', use: 'sort' })).toMatchObject({
      rows: 'any',
      rest: { field: { name: 'full_name' } },
    })
    // What a list shows of its references is searched; what the reader may not name of it is left out by the names rule.
    const searched = [...searchedPaths(set, day)]
    expect(searched).toEqual(['note', 'worker.full_name', 'worker.no', 'worker.pin'])
    expect(searched.filter((path) => nameable(lists, set, { module: day, path, use: 'search' }))).toEqual([
      'note',
      'worker.full_name',
      'worker.no',
    ])
  })

  it('distinguishes users whose rights to read differ', () => {
    const principal = (grants: Record<string, string[]>) => ({ ...person, ...who(grants) })
    const key = (grants: Record<string, string[]>) => rightsKey(principal(grants), modules, order)
    expect(key({ order: ['index'] })).toBe(key({ order: ['index'], remote: ['index'] }))
    expect(key({ order: ['index'] })).not.toBe(key({ order: ['index'], person: ['index'] }))
  })
})
