import type { NavigationEntry } from '../../admin/types.ts'
/** The menu of an application as groups of entries. Without any drawing. */

export interface NavigationGroup {
  readonly title: string
  readonly entries: readonly NavigationEntry[]
}

const isEntry = ({ module_id }: NavigationEntry): boolean => module_id !== null

/** Groups in the order of their first entries; entries without a module only name a group. */
export function groupsOf(entries: readonly NavigationEntry[]): NavigationGroup[] {
  const sorted = entries.toSorted((a, b) => (a.sort_order ?? 0) - (b.sort_order ?? 0))
  const titles = new Set(sorted.map((entry) => (isEntry(entry) ? (entry.parent ?? '') : (entry.title ?? ''))))
  return [...titles].map((title) => ({
    title,
    entries: sorted.filter((entry) => isEntry(entry) && (entry.parent ?? '') === title),
  }))
}

export interface Move {
  readonly id: number
  readonly parent: string | null
  readonly position: number
}

/** One place up or down; beyond the end of its group an entry moves into the next one. */
export function stepped(groups: readonly NavigationGroup[], id: number, step: -1 | 1): Move | undefined {
  const index = groups.findIndex(({ entries }) => entries.some((entry) => entry.id === id))
  const group = groups[index]
  if (!group) return undefined
  const position = group.entries.findIndex((entry) => entry.id === id) + step
  if (position >= 0 && position < group.entries.length) return { id, parent: group.title || null, position }
  const next = groups[index + step]
  return next && { id, parent: next.title || null, position: step < 0 ? next.entries.length : 0 }
}

/** The menu after the move, so that the row is at its new place before the server answers. */
export function moved(groups: readonly NavigationGroup[], { id, parent, position }: Move): NavigationGroup[] {
  const entry = groups.flatMap(({ entries }) => entries).find((navigationEntry) => navigationEntry.id === id)
  if (!entry) return [...groups]
  const without = groups.map((group) => ({ ...group, entries: group.entries.filter((navigationEntry) => navigationEntry.id !== id) }))
  const title = parent ?? ''
  const target = without.some((group) => group.title === title) ? without : [...without, { title, entries: [] }]
  return target
    .map((group) => (group.title === title ? { ...group, entries: group.entries.toSpliced(position, 0, { ...entry, parent }) } : group))
    .filter(({ entries }) => entries.length > 0)
}

/** The entries in the form of the server's whole menu. */
export const flattened = (groups: readonly NavigationGroup[]) =>
  groups
    .flatMap(({ entries }) => entries)
    .map(({ parent, is_module, is_report, module_id, title, icon, permission_codes }, index) => ({
      parent,
      is_module,
      is_report,
      module_id,
      title,
      icon,
      permission_codes,
      sort_order: index,
    }))
