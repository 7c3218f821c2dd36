/** The arithmetic of a permission matrix: rows are modules, columns are permission codes. Without any drawing. */

export interface MatrixRow {
  readonly application_id: number
  readonly module_id: number
  readonly name: string
  readonly title: string
  readonly group: string
  /** Codes that the module knows. */
  readonly known: readonly string[]
  readonly codes: readonly string[]
  readonly enabled: boolean
  /** The role's codes, where a user's access is shown. */
  readonly inherited?: readonly string[]
}

const STANDARD = ['index', 'view', 'new', 'edit', 'delete', 'post', 'void', 'process', 'approval', 'view_all']

export const keyOf = ({ application_id, module_id }: Pick<MatrixRow, 'application_id' | 'module_id'>): string =>
  `${application_id}:${module_id}`

/** The columns of these rows: the usual codes in their usual order, then all others that a module knows. */
export function columnsOf(rows: readonly MatrixRow[]): string[] {
  const known = new Set(rows.flatMap((row) => row.known))
  return [...STANDARD.filter((code) => known.has(code)), ...[...known].filter((code) => !STANDARD.includes(code)).sort()]
}

const inOrder = (row: MatrixRow, codes: ReadonlySet<string>): string[] => row.known.filter((code) => codes.has(code))

/**
 * The row with a code granted or revoked. Users who view a record see the list, so granting `view` adds `index` and
 * revoking `index` removes `view`.
 */
export function withCode(row: MatrixRow, code: string, on: boolean): MatrixRow {
  const codes = new Set(row.codes)
  if (on) codes.add(code)
  else codes.delete(code)
  if (on && code === 'view') codes.add('index')
  if (!on && code === 'index') codes.delete('view')
  return { ...row, codes: inOrder(row, codes), enabled: row.codes.length === 0 ? on : row.enabled }
}

export const withAll = (row: MatrixRow, on: boolean): MatrixRow => ({
  ...row,
  codes: on ? [...row.known] : [],
  enabled: row.codes.length === 0 ? on : row.enabled,
})

const sameCodes = (granted: readonly string[], other: readonly string[]): boolean =>
  granted.length === other.length && granted.every((code) => other.includes(code))
// A module without a permission is neither on nor off.
const sameRow = (matrixRow: MatrixRow, other: MatrixRow): boolean =>
  sameCodes(matrixRow.codes, other.codes) && (matrixRow.codes.length === 0 || matrixRow.enabled === other.enabled)

export type Edits = ReadonlyMap<string, MatrixRow>
export const NO_EDITS: Edits = new Map()

/** Edits including these rows; a row equal to the saved one is no edit. */
export function edited(edits: Edits, rows: readonly MatrixRow[], saved: readonly MatrixRow[]): Edits {
  const known = new Map(saved.map((row) => [keyOf(row), row]))
  const next = new Map(edits)
  for (const row of rows) {
    const before = known.get(keyOf(row))
    if (before && sameRow(before, row)) next.delete(keyOf(row))
    else next.set(keyOf(row), row)
  }
  return next
}
export const applied = (saved: readonly MatrixRow[], edits: Edits): MatrixRow[] => saved.map((row) => edits.get(keyOf(row)) ?? row)

/** The request for edited rows: new modules, granted codes, revoked codes, switched modules. */
export interface RoleChanges {
  readonly insert: readonly MatrixRow[]
  readonly give: readonly { module_id: number; application_id: number; action: string }[]
  readonly take: readonly { module_id: number; application_id: number; action: string }[]
  readonly enable: readonly MatrixRow[]
  readonly disable: readonly MatrixRow[]
}
export function roleChanges(edits: Edits, saved: readonly MatrixRow[], granted: ReadonlySet<string>): RoleChanges {
  const before = new Map(saved.map((row) => [keyOf(row), row]))
  const insert: MatrixRow[] = []
  const give: RoleChanges['give'][number][] = []
  const take: RoleChanges['take'][number][] = []
  const enable: MatrixRow[] = []
  const disable: MatrixRow[] = []
  for (const [key, row] of edits) {
    const old = before.get(key)
    if (!old) continue
    const permission = (action: string) => ({ module_id: row.module_id, application_id: row.application_id, action })
    if (!granted.has(key)) {
      if (row.codes.length > 0) insert.push(row)
      continue
    }
    give.push(...row.codes.filter((code) => !old.codes.includes(code)).map(permission))
    take.push(...old.codes.filter((code) => !row.codes.includes(code)).map(permission))
    if (row.codes.length > 0 && row.enabled !== old.enabled) (row.enabled ? enable : disable).push(row)
  }
  return { insert, give, take, enable, disable }
}

type MatrixLine =
  | { readonly kind: 'group'; readonly title: string; readonly count: number }
  | { readonly kind: 'row'; readonly row: MatrixRow }

/** The rows that a search leaves, under the headings of their groups. */
export function linesOf(rows: readonly MatrixRow[], search: string, grantedOnly: boolean): MatrixLine[] {
  const needle = search.trim().toLowerCase()
  const shown = rows.filter(
    (row) => (!needle || `${row.title} ${row.name} ${row.group}`.toLowerCase().includes(needle)) && (!grantedOnly || row.codes.length > 0),
  )
  return [...Map.groupBy(shown, ({ group }) => group)].flatMap(([title, members]) => [
    { kind: 'group' as const, title, count: members.length },
    ...members.map((row) => ({ kind: 'row' as const, row })),
  ])
}
