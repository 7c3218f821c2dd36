/** Which permission code allows which action (index, view, new, edit, delete, post, void, process, approval, view_all). */
import type { Module, Principal } from '../../model/module.ts'

/** Actions that every module can have; a module's own actions and transitions name their code themselves. */
const STANDARD: Readonly<Record<string, string>> = {
  index: 'index',
  paginate: 'index',
  list: 'index',
  count: 'index',
  dropdown: 'index',
  label: 'index',
  export: 'index',
  exportCSV: 'index',
  views: 'index',
  dashboard_info: 'index',
  view: 'view',
  get: 'view',
  find: 'view',
  items: 'view',
  print: 'view',
  'print-form': 'view',
  timeline: 'view',
  comments: 'view',
  links: 'view',
  attachments: 'view',
  tags: 'view',
  audit: 'view',
  new: 'new',
  create: 'new',
  defaults: 'new',
  import: 'new',
  'import-template': 'new',
  duplicate: 'new',
  edit: 'edit',
  update: 'edit',
  resubmit: 'edit',
  pause: 'edit',
  resume: 'edit',
  acknowledge: 'edit',
  delete: 'delete',
  remove: 'delete',
  post: 'post',
  close: 'post',
  reopen: 'post',
  delivered: 'post',
  replace: 'post',
  release: 'post',
  clear: 'post',
  bounce: 'post',
  void: 'void',
  process: 'process',
  precompute: 'process',
  undo: 'process',
  lock: 'process',
  reprocess: 'process',
  mark: 'process',
  generate: 'process',
  approval: 'approval',
  approve: 'approval',
  disapprove: 'approval',
  return: 'approval',
  decline: 'approval',
  bulk: 'approval',
  view_all: 'view_all',
}

/** Actions of pickers: allowed by `index`, or by a reference field that the user can see (`mayPick`). */
export const PICKING: ReadonlySet<string> = new Set(['dropdown', 'label'])

/** Permission code of an action; undefined for an action that is not declared, which is therefore refused. */
export function codeFor(module: Pick<Module, 'actions' | 'workflow' | 'endpoints'>, action: string): string | undefined {
  const transition = module.workflow && Object.hasOwn(module.workflow.transitions, action) ? module.workflow.transitions[action] : undefined
  if (transition) return transition.code
  if (Object.hasOwn(module.actions, action)) return module.actions[action]!.code
  if (Object.hasOwn(STANDARD, action)) return STANDARD[action]
  return module.endpoints.find((endpoint) => endpoint.path === action)?.code
}

/** The code of calls that every signed-in user can make. */
const EVERYONE = 'everyone'

/**
 * Whether the principal holds this code on the module. `view` implies `index`; where a module has no `delete` code,
 * `edit` covers it, unless users do not create the module's records: the company's own record, a time sheet.
 */
export function can(principal: Pick<Principal, 'grants'>, module: Pick<Module, 'name' | 'actions'>, code: string): boolean {
  if (code === EVERYONE) return true
  const grants = Object.hasOwn(principal.grants, module.name) ? principal.grants[module.name]! : []
  if (grants.includes(code)) return true
  if (code === 'index') return grants.includes('view')
  if (code !== 'delete') return false
  const declared = Object.values(module.actions).some((action) => action.code === 'delete')
  return !declared && module.actions['new'] !== undefined && grants.includes('edit')
}

/** Whether the principal can do this action on the module at all, for any record. False for unknown actions. */
export function canDo(principal: Pick<Principal, 'grants'>, module: Module, action: string): boolean {
  const code = codeFor(module, action)
  return code !== undefined && can(principal, module, code)
}

/** Every permission code that can be granted on a module: of its actions, its transitions, its calls, and `view_all`. */
export function codesOf(module: Pick<Module, 'actions' | 'workflow' | 'endpoints'>): string[] {
  const codes = new Set(Object.values(module.actions).map((action) => action.code))
  for (const { code } of module.endpoints) if (code !== EVERYONE) codes.add(code)
  for (const transition of Object.values(module.workflow?.transitions ?? {})) codes.add(transition.code)
  codes.add('view_all')
  return [...codes]
}
