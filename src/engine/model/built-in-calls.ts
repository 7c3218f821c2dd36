/**
 * Calls that the server answers for every module with records, as method and path below the module. An endpoint of a
 * descriptor may answer one of them in its place only where it says so (`replaces`); transitions are never replaced.
 */
export const BUILT_IN_CALLS = [
  'GET ',
  'GET paginate',
  'GET paginate/floating',
  'GET tree',
  'GET dropdown',
  'GET dashboard_info',
  'GET aggregate',
  'GET exportCSV',
  'GET print-report',
  'GET defaults',
  'POST preview',
  'POST advice',
  'POST call-advice',
  'POST propose',
  'POST suggest',
  'GET planner',
  'POST plan',
  'POST ',
  'GET find/{id}',
  'GET edit/{id}',
  'GET {id}',
  'PUT {id}',
  'PATCH {id}',
  'DELETE {id}',
  'GET {id}/items',
  'GET {id}/duplicate',
  'GET {id}/timeline',
  'GET {id}/links',
  'GET {id}/attachments',
  'POST {id}/attachments',
  'DELETE {id}/attachments/{file}',
  'POST {id}/print-form',
  'GET tags',
  'POST tags',
  'GET {id}/tags',
  'PUT {id}/tags',
  'POST {id}/tags',
  'DELETE {id}/tags/{tag}',
  'GET views',
  'POST views',
  'PUT views/{view}',
  'DELETE views/{view}',
  'GET import-template',
  'POST import',
  'POST make/{name}',
  'POST bulk/{action}',
  'POST bulk/{action}/matching',
  'POST bulk/{action}/advice',
] as const
export type BuiltInCall = (typeof BUILT_IN_CALLS)[number]

/** Those that a report answers as well: its rows are no records. */
export const REPORT_CALLS: ReadonlySet<string> = new Set<BuiltInCall>([
  'GET ',
  'GET paginate',
  'GET exportCSV',
  'GET print-report',
  'POST make/{name}',
  'POST call-advice',
  'POST bulk/{action}',
  'GET views',
  'POST views',
  'PUT views/{view}',
  'DELETE views/{view}',
])

/** A path without the names of its parameters, but for ids: those are numbers, every other name is a word. */
export const formOf = (path: string): string => path.replaceAll(/\{(?!id\})\w+\}/g, '{}')
const BUILT_IN_FORMS: ReadonlyMap<string, BuiltInCall> = new Map(BUILT_IN_CALLS.map((call) => [formOf(call), call]))

/** The built-in call at a method and path below a module. */
export const builtInCall = (method: string, path: string): BuiltInCall | undefined => BUILT_IN_FORMS.get(formOf(`${method} ${path}`))
