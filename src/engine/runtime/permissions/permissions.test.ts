import { describe, expect, it } from 'vitest'
import type { Entity, Principal } from '../../model/module.ts'
import { field, lines, sample } from '../compute/testing.ts'
import { can, codeFor, cutModule, explain, holds, scope } from './index.ts'

const person = (grants: string[], more: Partial<Principal> = {}): Principal => ({
  user_id: 1,
  username: 'u',
  name: '',
  role: 'clerk',
  branch_id: 1,
  branch_ids: [1, 2],
  employee_id: 10,
  is_developer: false,
  grants: { sample: grants },
  access: [],
  applications: [],
  ...more,
})
const entity = (more: Partial<Entity>): Entity => ({
  table: 'sample',
  label: '{code}',
  name: 'code',
  numbers: [],
  unique: [],
  indexes: [],
  volume: 'normal',
  single: false,
  ...more,
})
const branched = sample({ fields: [], more: { entity: entity({ branch: 'branch_id' }) } })
const owned = sample({
  fields: [field('employee_id', 'employee', { to: 'employee' })],
  more: { entity: entity({ owner: 'employee_id', branch: 'branch_id' }) },
})

describe('codes', () => {
  // S341 S342
  it('are index, view, new, edit, delete, post, void, process, approval and view all; only view implies another, index', () => {
    const codes = ['index', 'view', 'new', 'edit', 'delete', 'post', 'void', 'process', 'approval', 'view_all']
    expect(codes.map((code) => codeFor(branched, code))).toEqual(codes)
    const whole = { ...branched, actions: { delete: { name: 'delete', title: '', code: 'delete', kind: 'record' as const } } }
    for (const held of codes) {
      const may = codes.filter((code) => can(person([held]), whole, code))
      expect(may, held).toEqual(held === 'view' ? ['index', 'view'] : [held])
    }
  })
  it('map actions to codes, refuse unknown ones, and let view imply index', () => {
    expect(
      ['paginate', 'exportCSV', 'print-form', 'duplicate', 'import', 'reopen', 'precompute', 'decline'].map((name) =>
        codeFor(branched, name),
      ),
    ).toEqual(['index', 'index', 'view', 'new', 'new', 'post', 'process', 'approval'])
    expect(codeFor(branched, 'toString')).toBeUndefined()
    expect(can(person(['view']), branched, 'index')).toBe(true)
    expect(can(person(['index']), branched, 'view')).toBe(false)
    // What people make they delete under `edit` where the module has no code for it; what they do not make they never delete.
    const made = { ...branched, actions: { new: { name: 'new', title: '', code: 'new', kind: 'collection' as const } } }
    expect([made, branched].map((module) => can(person(['edit']), module, 'delete'))).toEqual([true, false])
    expect(
      can(person(['edit']), { ...branched, actions: { delete: { name: 'delete', title: '', code: 'delete', kind: 'record' } } }, 'delete'),
    ).toBe(false)
  })
})

describe('row permissions', () => {
  it('give the rows of the user’s branches and the rows without a branch', () => {
    const predicate = scope(person(['view']), branched, 'paginate')
    expect([{ branch_id: 1 }, { branch_id: 3 }, { branch_id: null }].map((row) => holds(predicate, row))).toEqual([true, false, true])
    expect(scope(person(['view'], { branch_ids: [] }), branched, 'view')).toEqual({ kind: 'all' })
  })

  it('give the user’s own rows where the module has an owner, and all rows with view_all', () => {
    const predicate = scope(person(['view']), owned, 'view')
    expect(holds(predicate, { employee_id: 10, branch_id: 9 })).toBe(true)
    expect(holds(predicate, { employee_id: 11 })).toBe(false)
    expect(holds(predicate, { employee_id: 11 }, { awaiting: () => true })).toBe(true)
    expect(scope(person(['view', 'view_all']), owned, 'view')).toEqual({ kind: 'all' })
    expect(scope(person(['view'], { employee_id: null }), owned, 'view').kind).toBe('awaiting')
  })

  it('give none for actions that are not granted or unknown', () => {
    expect(scope(person(['view']), branched, 'edit')).toEqual({ kind: 'none' })
    expect(scope(person(['view']), branched, 'explode')).toEqual({ kind: 'none' })
    expect(scope(person([]), branched, 'dropdown')).toEqual({ kind: 'none' })
    expect(scope(person(['view']), branched, 'dropdown').kind).toBe('or')
    expect(explain(person(['view']), branched, 'edit')).toContain('does not grant "edit"')
    expect(explain(person(['view']), owned, 'view')).toContain('employee_id')
  })
})

describe('a module reduced to what its reader may see', () => {
  const pay = { access: 'compensation' }
  const whole = sample({
    fields: [
      field('code', 'text', {
        requiredWhen: 'salary > 0',
        checks: [
          { expr: 'salary >= 0', message: '' },
          { expr: "code != 'x'", message: '' },
        ],
      }),
      field('salary', 'money', pay),
      field('grade_id', 'reference', { to: 'grade', refAs: 'grade', ...pay }),
      field('yearly', 'money', { computed: 'salary * 12' }),
      field('tripled', 'money'),
    ],
    lines: [lines('items', [field('qty', 'quantity'), field('rate', 'rate', pay), field('amount', 'money')])],
    compute: [
      { kind: 'field', field: 'yearly', expr: 'salary * 12', reads: [] },
      { kind: 'field', field: 'tripled', expr: 'sum(items, qty) * 3', reads: [] },
      { kind: 'row', lines: 'items', field: 'amount', expr: 'qty * rate', reads: [] },
      {
        kind: 'set',
        calculation: { call: 'x', lines: 'items', params: {}, reads: [], writes: [] },
        reads: ['salary', 'qty'],
        writes: ['amount'],
      },
    ],
    more: {
      columns: ['code', 'salary', 'grade.name'].map((path) => ({
        path,
        title: path,
        type: 'text',
        align: 'start',
        sortable: true,
        day: 'salary',
      })),
      filters: ['salary', 'code'],
      search: ['code'],
      sort: [{ field: 'salary', descending: true }],
      form: {
        header: { image: 'salary', fields: ['code', 'salary'] },
        tabs: [{ sections: [{ fields: ['code', 'salary'] }, { fields: ['grade_id'] }] }],
      },
      actions: {
        edit: { name: 'edit', title: '', code: 'edit', kind: 'record' },
        index: { name: 'index', title: '', code: 'index', kind: 'collection' },
      },
      schema: {
        type: 'object',
        required: ['code', 'salary'],
        properties: {
          code: {},
          salary: {},
          items: { type: 'array', items: { type: 'object', properties: { qty: {}, rate: {} } } },
        },
      },
    },
  })

  it('lacks the fields that the reader may not see', () => {
    const cut = cutModule(whole, person(['view']))
    expect(cut.fields.map((each) => each.name)).toEqual(['code', 'yearly', 'tripled'])
    expect(cut.lines[0]!.columns).toEqual(['qty', 'amount'])
    expect(cut.field.code!.requiredWhen).toBeUndefined()
    expect(cut.field.code!.checks).toHaveLength(1)
    expect(cut.field.yearly).toMatchObject({ readonly: true })
    expect([cut.columns.map((each) => each.path), cut.filters, cut.sort, cut.form.tabs[0]!.sections]).toEqual([
      ['code'],
      ['code'],
      [],
      [{ fields: ['code'] }],
    ])
    expect(cut.form.header).toEqual({ fields: ['code'] })
    expect(cut.compute.map((node) => (node.kind === 'set' ? 'set' : node.field))).toEqual(['tripled'])
    expect(Object.keys(cut.actions)).toEqual(['index'])
    expect(cut.schema).toEqual({
      type: 'object',
      required: ['code'],
      properties: { code: {}, items: { type: 'array', items: { type: 'object', properties: { qty: {} } } } },
    })
    expect(JSON.stringify(cut)).not.toMatch(/salary|grade/)
    expect(cut.hash).not.toBe(whole.hash)
  })

  it('has no calendar of hidden days, and no hidden colours', () => {
    const days = { title: '{code}', tones: {}, first: false }
    const cut = (calendar: object) => cutModule({ ...whole, calendar: { ...days, start: 'code', ...calendar } }, person(['view'])).calendar
    expect(cut({ start: 'salary' })).toBeUndefined()
    expect(cut({ end: 'salary', color: 'salary', group: 'grade.name' })).toEqual({ ...days, start: 'code' })
    expect(cut({ end: 'yearly', color: 'code', group: 'code' })).toEqual({
      ...days,
      start: 'code',
      end: 'yearly',
      color: 'code',
      group: 'code',
    })
  })

  it('is not a tree by a hidden parent', () => {
    const cut = (parent: string) => cutModule({ ...whole, tree: { parent, title: '{code}', first: false } }, person(['view'])).tree
    expect([cut('salary'), cut('code')?.parent]).toEqual([undefined, 'code'])
  })

  it('is a report without the hidden columns', () => {
    const column = (name: string, access?: string) => ({ name, type: 'money', ...(access && { access }) })
    const report = { parameters: [], columns: [column('sales'), column('cost', 'compensation')], params: null, totals: [] }
    const cut = (access: string[]) => cutModule({ ...whole, report } as never, person(['view'], { access })).report?.columns.length
    expect([cut([]), cut(['compensation'])]).toEqual([1, 2])
  })

  it('is complete and has the same hash for a reader who may see everything', () => {
    const cut = cutModule(whole, person(['view'], { access: ['compensation'] }))
    expect([cut.fields.length, cut.compute.length, cut.hash]).toEqual([5, 4, whole.hash])
  })
})
