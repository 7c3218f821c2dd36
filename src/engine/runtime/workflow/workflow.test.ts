import { describe, expect, it } from 'vitest'
import type { Approval, Json, Principal, Row, State, Transition, Workflow } from '../../model/module.ts'
import { field, lines, sample } from '../compute/testing.ts'
import type { EvalEnv } from '../expressions/index.ts'
import {
  approvalPlan,
  availableActions,
  availableTransitions,
  badgeOf,
  canDelete,
  canEdit,
  currentLevel,
  flagsOf,
  lastApproval,
  mayDecide,
  progressOf,
  progressShown,
} from './index.ts'

const env: EvalEnv = { today: () => '2026-02-15', now: () => '' }
const state = (name: string, more: Partial<State> = {}): State => ({
  name,
  title: name.charAt(0).toUpperCase() + name.slice(1),
  tone: 'grey',
  flags: [`is_${name}`],
  edit: [],
  deletable: false,
  initial: false,
  final: false,
  ...more,
})
const move = (name: string, from: string[], to: string, more: Partial<Transition> = {}): Transition => ({
  name,
  title: name.charAt(0).toUpperCase() + name.slice(1),
  from,
  to,
  code: name,
  input: [],
  guards: [],
  effects: [],
  reverses: false,
  stamps: {},
  notSelf: false,
  ...more,
})
const approval: Approval = { setting: 'sample.requires_approval', amount: 'total', levels: [] }
const workflow: Workflow = {
  initial: 'draft',
  flags: ['is_draft', 'is_approved', 'is_posted', 'is_closed', 'is_voided'],
  states: {
    draft: state('draft', { edit: '*', deletable: true, initial: true }),
    approved: state('approved'),
    posted: state('posted', { edit: ['remarks'], tone: 'green' }),
    closed: state('closed', { flags: ['is_posted', 'is_closed'], tone: 'blue' }),
    voided: state('voided', { tone: 'red' }),
  },
  transitions: {
    approve: move('approve', ['draft'], 'approved', { code: 'approval', approval, notSelf: true }),
    undo_approval: move('undo_approval', ['approved'], 'draft', { code: 'approval', reverses: true }),
    post: move('post', ['draft', 'approved'], 'posted', {
      when: 'count(items) > 0',
      whenMessage: 'Add a line first.',
    }),
    void: move('void', ['draft', 'approved', 'posted'], 'voided', { reverses: true }),
  },
  progress: {
    lines: 'items',
    served: 'done',
    of: 'qty',
    names: ['open', 'partially_served', 'fully_served'],
    overdue: { date: 'due_date', name: 'overdue' },
    forgone: { amount: 'total', name: 'given_up' },
    tones: { open: 'amber' },
  },
}
const module = sample({
  fields: [
    field('total', 'money'),
    field('due_date', 'date'),
    field('head_id', 'employee', { to: 'employee' }),
    field('owner_id', 'user', { to: 'user' }),
  ],
  lines: [lines('items', [field('qty', 'quantity'), field('done', 'quantity')])],
  workflow,
  more: {
    entity: {
      table: 'sample',
      label: '',
      name: 'id',
      numbers: [],
      unique: [],
      indexes: [],
      volume: 'normal',
      single: false,
      owner: 'owner_id',
    },
    actions: {
      edit: { name: 'edit', title: 'Edit', code: 'edit', kind: 'record' },
      delete: { name: 'delete', title: 'Delete', code: 'delete', kind: 'record' },
    },
  },
})
const person = (user_id: number, more: Partial<Principal> = {}): Principal => ({
  user_id,
  username: `u${user_id}`,
  name: '',
  role: 'clerk',
  branch_id: 1,
  branch_ids: [],
  employee_id: user_id * 10,
  is_developer: false,
  grants: { sample: ['view', 'post', 'void', 'approval', 'edit', 'delete'] },
  access: [],
  applications: [],
  ...more,
})
const draft: Row = { status: 'draft', created_by: 1, total: 500, items: [{ qty: 2, done: 0 }] }
const names = (record: Row, who: Principal, settings: Record<string, Json> = {}) =>
  Object.fromEntries(
    availableTransitions(module, record, who, { settings, env }).map((each) => [each.name, each.allowed ? true : each.reason]),
  )

describe('withdrawing', () => {
  it('lets users with edit rights void their own filing until it is approved', () => {
    const extended = state('extension_requested', { flags: ['is_approved'] })
    const filing = {
      ...module,
      kind: 'filing' as const,
      workflow: {
        ...workflow,
        states: { ...workflow.states, extension_requested: extended },
        transitions: { void: move('void', ['draft', 'approved', 'posted', 'extension_requested'], 'voided', { reverses: true }) },
      },
    }
    const mayVoid = (status: string, owner_id = 1): boolean =>
      availableTransitions(filing, { status, owner_id }, person(1, { grants: { sample: ['view', 'edit'] } }), { settings: {}, env }).some(
        ({ name, allowed }) => name === 'void' && allowed,
      )
    expect(['draft', 'posted', 'approved', 'extension_requested'].map((status) => mayVoid(status))).toEqual([true, true, false, false])
    expect(mayVoid('posted', 2)).toBe(false)
  })
})

describe('states', () => {
  it('derives flags, editability and deletion from the status alone', () => {
    expect(flagsOf(module, 'closed')).toEqual({
      is_draft: false,
      is_approved: false,
      is_posted: true,
      is_closed: true,
      is_voided: false,
    })
    expect(flagsOf(module, null).is_draft).toBe(true)
    expect(canEdit(module, { status: 'posted' })).toEqual({ allowed: true, fields: ['remarks'] })
    expect(canEdit(module, { status: 'voided' }).reason).toBe('A record that is voided cannot be edited.')
    expect(canDelete(module, { status: 'posted' }).reason).toBe('Only draft records can be deleted.')
    const undeletable = Object.fromEntries(
      Object.entries(module.workflow!.states).map(([name, state]) => [name, { ...state, deletable: false }]),
    )
    expect(canDelete({ workflow: { ...module.workflow!, states: undeletable } }, { status: 'draft' }).reason).toMatch(/cannot be deleted/)
  })

  // proves: workflow.progress.forgone, workflow.progress.forgone.amount, workflow.progress.forgone.name
  it('reads a finished record of which a part was given up as such, an unfinished one as it is', () => {
    const shown = (progress: string, total: unknown) => badgeOf(module, { status: 'posted', progress, total }, '2026-02-14')?.title
    expect([shown('fully_served', 5), shown('fully_served', 0), shown('fully_served', null), shown('partially_served', 5)]).toEqual([
      'Given up',
      'Fully served',
      'Fully served',
      'Partially served',
    ])
  })

  it('derives progress of posted records, and overdue by the day', () => {
    const progress = (...rows: [number, number][]) =>
      progressOf(module, { status: 'posted', items: rows.map(([qty, done]) => ({ qty, done })) }, env)
    expect([progress([2, 0]), progress([2, 1]), progress([2, 2], [1, 0]), progress([2, 2], [0, 0]), progress([2, 3])]).toEqual([
      'open',
      'partially_served',
      'partially_served',
      'fully_served',
      'fully_served',
    ])
    expect(progressOf(module, draft, env)).toBeNull()
    // A return for credit asks for no replacement: it is posted, not replaced.
    expect(progress([0, 0])).toBeNull()
    const late = { status: 'posted', progress: 'open', due_date: '2026-02-14' }
    expect([
      progressShown(module, late, '2026-02-14'),
      progressShown(module, late, '2026-02-15'),
      progressShown(module, { ...late, progress: 'fully_served' }, '2026-02-15'),
    ]).toEqual(['open', 'overdue', 'fully_served'])
    expect(badgeOf(module, late, '2026-02-15')).toEqual({ name: 'overdue', title: 'Overdue', tone: 'red' })
    expect(badgeOf(module, { status: 'voided', progress: 'open' }, '2026-02-15')).toEqual({
      name: 'voided',
      title: 'Voided',
      tone: 'red',
    })
  })
})

describe('transitions', () => {
  it('lists possible transitions, and the reason for the others', () => {
    // Without approvals there is none to undo, unless the record was approved while they were switched on.
    expect(names(draft, person(2))).toEqual({ post: true, void: true })
    expect(names({ ...draft, status: 'approved' }, person(2)).undo_approval).toBe(true)
    expect(names({ ...draft, items: [] }, person(2)).post).toBe('Add a line first.')
    expect(names({ ...draft, status: 'posted' }, person(2)).post).toBe('"Post" is possible for draft or approved records only.')
    const waiting = { ...workflow, states: { ...workflow.states, draft: state('draft', { title: 'For approval' }) } }
    const post = availableTransitions({ ...module, workflow: waiting }, { ...draft, status: 'posted' }, person(2), { settings: {}, env })
    expect(post.find(({ name }) => name === 'post')?.reason).toBe('"Post" is possible only while a record is for approval or approved.')
    expect(names(draft, person(2, { grants: { sample: ['view'] } })).post).toBe('You do not have the "post" permission.')
    const actions = availableActions(module, { status: 'posted' }, person(2), { settings: {}, env })
    expect(actions.filter((each) => each.allowed).map((each) => each.name)).toEqual(['edit', 'void'])
  })

  it('requires approval by another user where the company asks for it', () => {
    const on = { 'sample.requires_approval': true }
    expect(names(draft, person(2), on)).toEqual({
      approve: true,
      undo_approval: '"Undo_approval" is possible for approved records only.',
      post: 'It must be approved first.',
      void: true,
    })
    expect(names(draft, person(1), on).approve).toBe('You cannot approve your own record.')
    expect(names({ ...draft, created_by: 3, owner_id: 2 }, person(2), on).approve).toBe('You cannot approve your own record.')
    expect(names({ ...draft, status: 'approved' }, person(2), on).post).toBe(true)
    const ladder = { ...on, 'sample.approval_levels': [{ role: 'boss', from_amount: 1000 }] }
    expect(names(draft, person(2), ladder)).toEqual({ post: true, void: true })
    expect(names({ ...draft, total: 1000 }, person(2), ladder).approve).toBe('The approval is due from another user.')
  })
})

describe('approval levels', () => {
  const settings: Record<string, Json> = {
    'sample.requires_approval': true,
    'sample.approval_levels': [
      { manager: true },
      { field: 'head_id' },
      { role: 'boss', from_amount: 400, quorum: 2 },
      { user_id: 9, from_amount: 9999 },
    ],
  }
  const record: Row = { ...draft, head_id: 30 }
  const plan = approvalPlan(module, approval, { record, settings, env })
  const may = (who: Principal, decisions: { level: number; user_id: number; for_user_id?: number }[], more = {}) =>
    mayDecide(module, plan, { record, person: who, context: { decisions, manager_user_id: 2, ...more } })

  it('proceeds level by level: manager, field, quorum of a role; levels can be skipped', () => {
    expect(plan.map((each) => each.quorum)).toEqual([1, 1, 2])
    expect(may(person(2), []).allowed).toBe(true)
    expect(may(person(3), []).allowed).toBe(false)
    expect(may(person(3), [{ level: 0, user_id: 2 }]).allowed).toBe(true)
    const two = [
      { level: 0, user_id: 2 },
      { level: 1, user_id: 3 },
    ]
    const boss = (id: number) => person(id, { role: 'boss' })
    expect(may(boss(4), two)).toEqual({ allowed: true })
    expect(lastApproval(plan, two)).toBe(false)
    const three = [...two, { level: 2, user_id: 4 }]
    expect(may(boss(4), three)).toMatchObject({ allowed: false })
    expect(may(boss(5), three)).toEqual({ allowed: true })
    expect(lastApproval(plan, three)).toBe(true)
    expect(currentLevel(plan, [...three, { level: 2, user_id: 5 }])).toBeUndefined()
  })

  it('takes approvers and delegates from the flows; nobody replaces the preparer, or decides twice', () => {
    const levels = [{ user_ids: [2, 3], quorum: 2, stand_ins: [{ user_id: 7, for_user_id: 2 }] }]
    const given = approvalPlan(module, approval, { record, settings, env, given: levels })
    const by = (id: number, decisions: { level: number; user_id: number; for_user_id?: number }[] = [], more: Row = {}) =>
      mayDecide(module, given, { record: { ...record, ...more }, person: person(id), context: { decisions } })
    expect([by(2), by(7), by(4).allowed]).toEqual([{ allowed: true }, { allowed: true, for_user_id: 2 }, false])
    const delegated = [{ level: 0, user_id: 7, for_user_id: 2 }]
    expect([lastApproval(given, delegated), by(3, delegated).allowed, by(7, delegated).allowed]).toEqual([true, true, false])
    expect(by(7, [{ level: 0, user_id: 2 }]).allowed).toBe(false)
    expect(by(7, [], { created_by: 7 }).allowed).toBe(false)
    expect(by(7, [], { created_by: 2 }).allowed).toBe(false)
  })
})
