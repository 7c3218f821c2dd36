/** The conventions of a kind: fields, workflow, actions, notifications. */
import type { Json, Kind, Notify } from '../../model/module.ts'
import type { FieldSpec } from './fields.ts'

interface KindSpec {
  /** Fields before and after those of the descriptor. */
  readonly head: Readonly<Record<string, FieldSpec>>
  readonly tail: Readonly<Record<string, FieldSpec>>
  readonly workflow?: string
  readonly actions: readonly string[]
  readonly notify: readonly Notify[]
  /** Calls besides the generic ones. */
  readonly endpoints?: Readonly<Record<string, { handler: string; params?: Json; code?: string; aliases?: string[] }>>
  /** Has records with a table of their own. */
  readonly stored: boolean
}

const numbered: Readonly<Record<string, FieldSpec>> = {
  transaction_no: {
    type: 'text',
    title: 'Transaction no.',
    maxLength: 60,
    serverOnly: true,
    readonly: true,
    index: true,
  },
  transaction_date: {
    type: 'date',
    title: 'Date',
    required: true,
    default: { expr: 'today()' },
    index: true,
  },
}
const document: KindSpec = {
  head: {
    ...numbered,
    branch_id: { type: 'reference', to: 'branch', required: true, default: { expr: 'user.branch_id' } },
  },
  tail: {
    reference_no: { type: 'text', title: 'Reference no.', maxLength: 60 },
    remarks: { type: 'longtext', maxLength: 1000 },
    posting_seq: {
      type: 'integer',
      title: 'Posting order',
      storage: 'bigint',
      serverOnly: true,
      readonly: true,
      widget: 'hidden',
    },
    print_count: {
      type: 'integer',
      title: 'Times printed',
      default: 0,
      serverOnly: true,
      readonly: true,
      widget: 'hidden',
    },
    last_printed_at: {
      type: 'datetime',
      title: 'Last printed',
      serverOnly: true,
      readonly: true,
      widget: 'hidden',
    },
  },
  workflow: 'document',
  actions: ['index', 'view', 'new', 'edit', 'delete', 'export', 'import', 'print', 'duplicate'],
  notify: [
    { on: 'approve', to: ['creator'] },
    { on: 'disapprove', to: ['creator'] },
  ],
  stored: true,
}
const filing: KindSpec = {
  head: {
    ...numbered,
    employee_id: { type: 'employee', required: true, default: { expr: 'user.employee_id' } },
  },
  tail: {
    reason: { type: 'longtext', required: true, maxLength: 1000 },
    attachments: { type: 'attachments' },
    level: { type: 'integer', default: 0, serverOnly: true, readonly: true, widget: 'hidden' },
    approvals: {
      type: 'lines',
      readonly: true,
      fields: {
        level: { type: 'integer' },
        approver_id: { type: 'user' },
        for_user_id: { type: 'user', title: 'For' },
        action: { type: 'select', options: ['approve', 'disapprove', 'return'] },
        remarks: { type: 'longtext' },
        acted_at: { type: 'datetime' },
      },
    },
  },
  workflow: 'filing',
  actions: ['index', 'view', 'new', 'edit', 'delete', 'export', 'print', 'duplicate', 'view_all'],
  notify: [
    { on: 'post', to: ['approvers'] },
    { on: 'resubmit', to: ['approvers'] },
    { on: 'approve', to: ['owner'] },
    { on: 'disapprove', to: ['owner'] },
    { on: 'return', to: ['owner'] },
    { on: 'approve_authorization', to: ['owner'] },
    { on: 'disapprove_authorization', to: ['owner'] },
    { on: 'request_extension', to: ['approvers'] },
    { on: 'approve_extension', to: ['owner'] },
    { on: 'disapprove_extension', to: ['owner'] },
    { on: 'process', to: ['owner'] },
    { on: 'void', to: ['owner'] },
    { on: 'ask_cancellation', to: ['can:void'], title: '{transaction_no}: cancellation asked' },
    { on: 'decline_cancellation', to: ['owner'], title: '{transaction_no}: cancellation declined' },
  ],
  endpoints: {
    'POST multipleApprove': { handler: 'records.decide', params: { action: 'approve' }, code: 'approval' },
    'POST multipleDisapprove': { handler: 'records.decide', params: { action: 'disapprove' }, code: 'approval' },
    'GET paginateForApproval': { handler: 'records.awaiting', code: 'index' },
    'GET all': { handler: 'records.all', code: 'index' },
    'GET exportFilingCSV': { handler: 'records.csv', code: 'index' },
    'POST upload-images': { handler: 'records.uploadImages', code: 'new', aliases: ['save-images'] },
    'PUT {id}/resubmit': { handler: 'records.resubmit', code: 'edit' },
  },
  stored: true,
}
const plain = (actions: readonly string[], stored = true): KindSpec => ({
  head: {},
  tail: {},
  actions,
  notify: [],
  stored,
})

export const KINDS: Readonly<Record<Kind, KindSpec>> = {
  document,
  filing,
  master: plain(['index', 'view', 'new', 'edit', 'delete', 'export', 'import', 'duplicate']),
  log: plain(['index', 'view', 'export']),
  report: plain(['index', 'view', 'export', 'print'], false),
  setting: plain(['index', 'view', 'edit']),
  process: plain(['index', 'view', 'new', 'edit', 'export']),
  dashboard: plain(['index'], false),
  page: plain(['index'], false),
}

/** Calls of a dashboard with tiles: what they show, and how their reader arranges them. */
export const TILE_CALLS: NonNullable<KindSpec['endpoints']> = {
  'GET tiles': { handler: 'dashboard.tiles', code: 'index' },
  'GET tiles/export': { handler: 'dashboard.export', code: 'index' },
  'POST tiles': { handler: 'dashboard.add', code: 'index' },
  'PUT tiles': { handler: 'dashboard.arrange', code: 'index' },
  'DELETE tiles': { handler: 'dashboard.reset', code: 'index' },
}

/** Actions every module may have, with the permission code that allows them. */
export const STANDARD_ACTIONS: Readonly<Record<string, { title: string; code: string; icon: string; kind: 'collection' | 'record' }>> = {
  index: { title: 'List', code: 'index', icon: 'list', kind: 'collection' },
  view: { title: 'View', code: 'view', icon: 'eye', kind: 'record' },
  new: { title: 'New', code: 'new', icon: 'plus', kind: 'collection' },
  edit: { title: 'Edit', code: 'edit', icon: 'pencil', kind: 'record' },
  delete: { title: 'Delete', code: 'delete', icon: 'trash', kind: 'record' },
  export: { title: 'Export', code: 'index', icon: 'file-export', kind: 'collection' },
  import: { title: 'Import', code: 'new', icon: 'file-import', kind: 'collection' },
  print: { title: 'Print', code: 'view', icon: 'printer', kind: 'record' },
  duplicate: { title: 'Duplicate', code: 'new', icon: 'copy', kind: 'record' },
  view_all: { title: 'See all records', code: 'view_all', icon: 'eye', kind: 'collection' },
}

/** Words of the specification that name permissions of transitions, not actions of their own. */
export const TRANSITION_CODES: readonly string[] = ['post', 'void', 'process', 'approval', 'approve', 'disapprove', 'return', 'resubmit']
