import { describe, expect, test } from 'vitest'
import type { Entity, Module, Principal } from '../../../engine/model/module.ts'
import { hears } from './audience.ts'

const moduleWith = (entity: Partial<Entity>): Module =>
  ({
    name: 'filing',
    entity: { table: 'filing', ...entity },
    field: { employee_id: { name: 'employee_id', type: 'employee' } },
    actions: {},
    endpoints: [],
    workflow: { initial: 'draft', transitions: {} },
  }) as unknown as Module
const reader = (module: Module, codes: readonly string[], more: Partial<Principal> = {}, led: readonly number[] = []) => ({
  principal: { user_id: 1, employee_id: 10, role: 'HR', branch_ids: [], grants: { filing: codes }, ...more } as unknown as Principal,
  modules: new Map([['filing', module]]),
  led: new Set(led),
})
const owned = moduleWith({ owner: 'employee_id', supervised: true })
const filing = (employee_id: number, status = 'posted') => ({ module: 'filing', row: { employee_id, status } })

describe('M5: an event of a record is sent', () => {
  test('only by users with the right to list the module', () => {
    const open = moduleWith({})
    expect(hears(reader(open, ['view']), { module: 'filing', row: {} })).toBe(true)
    expect(hears(reader(open, ['new']), { module: 'filing', row: {} })).toBe(false)
    expect(hears(reader(open, ['view']), { module: 'other', row: {} })).toBe(false)
    // What names no record says no more than that the module is in use.
    expect(hears(reader(owned, ['view']), { module: 'filing' })).toBe(true)
    expect(hears(reader(owned, []), { module: 'filing' })).toBe(false)
  })

  test('by its owner, users with view_all, the awaited approver and the owner’s manager', () => {
    expect(hears(reader(owned, ['view']), filing(10))).toBe(true)
    expect(hears(reader(owned, ['view']), filing(11))).toBe(false)
    expect(hears(reader(owned, ['view', 'view_all']), filing(11))).toBe(true)
    const awaiting = (user_id: number | null, role: string | null) => ({ ...filing(11), awaited: [{ user_id, role }] })
    expect(hears(reader(owned, ['view']), awaiting(1, null))).toBe(true)
    expect(hears(reader(owned, ['view']), awaiting(2, null))).toBe(false)
    expect(hears(reader(owned, ['view']), awaiting(null, 'HR'))).toBe(true)
    expect(hears(reader(owned, ['view']), awaiting(null, null))).toBe(false)
    expect(hears(reader(owned, ['view', 'approval']), awaiting(null, null))).toBe(true)
    expect(hears(reader(owned, ['view'], {}, [11]), filing(11))).toBe(true)
    expect(hears(reader(owned, ['view'], {}, [11]), filing(11, 'draft'))).toBe(false)
  })

  test('within the branches of the listener, and to the members of a closed group', () => {
    const branched = moduleWith({ branch: 'branch_id' })
    const heard = [1, 3, null].map((branch_id) =>
      hears(reader(branched, ['view'], { branch_ids: [1, 2] }), { module: 'filing', row: { branch_id } }),
    )
    expect(heard).toEqual([true, false, true])
    const closed = moduleWith({ within: 'pay_group_id' })
    expect(hears(reader(closed, ['view']), { module: 'filing', row: {} })).toBe(true)
    expect(hears(reader(closed, ['view']), { module: 'filing', row: {}, members: [1, 4] })).toBe(true)
    expect(hears(reader(closed, ['view', 'view_all']), { module: 'filing', row: {}, members: [4] })).toBe(false)
  })
})
