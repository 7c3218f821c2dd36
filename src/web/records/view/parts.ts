import type { Module, Panel } from '../../../engine/model/module.ts'
import { label, t } from '../../fields/text.ts'

/** The address parameter with the selected part. */
export const PART = 'part'

/** The name of a tab of the form among the parts of the record. */
export const partOfTab = (tab: Module['form']['tabs'][number], index: number): string => tab.section ?? `tab-${index}`

/** An address of the record that opens with the same part as the address `search`. */
export const withPart = (path: string, search: string): string => {
  const part = new URLSearchParams(search).get(PART)
  return part === null ? path : `${path}?${new URLSearchParams({ [PART]: part })}`
}

/** One part of a record on its view: a tab of the form, or child records. */
interface RecordPart {
  readonly key: string
  readonly title: string
  /** Index of the form's tab; undefined for child records. */
  readonly tab?: number
  readonly panel?: Panel
}
interface PartGroup {
  readonly title: string
  readonly parts: readonly RecordPart[]
}

/** Whether the descriptor groups the parts of the record. */
export const isGrouped = (module: Module): boolean =>
  module.form.tabs.some(({ group }) => group !== undefined) || module.panels.some(({ group }) => group !== undefined)

/**
 * The parts of a record by their groups: tabs of the form before child records, groups in the order in which they are first
 * named. Parts without a group are in a last one.
 */
export function groupsOf(module: Module): PartGroup[] {
  const rest = t('view.moreParts')
  const named: (RecordPart & { group: string })[] = [
    ...module.form.tabs.map((tab, index) => ({
      key: partOfTab(tab, index),
      title: label(tab.title ?? t('form.general')),
      group: tab.group ? label(tab.group) : rest,
      tab: index,
    })),
    ...module.panels.map((panel) => ({
      key: panel.path,
      title: label(panel.title),
      group: panel.group ? label(panel.group) : rest,
      panel,
    })),
  ]
  const titles = [...new Set(named.map(({ group }) => group))].sort((a, other) => Number(a === rest) - Number(other === rest))
  return titles.map((title) => ({ title, parts: named.filter(({ group }) => group === title) }))
}
