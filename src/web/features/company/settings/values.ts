import type { ApprovalLevel } from '../../../../engine/model/approval.ts'
import { t } from '../../admin/text.ts'
import type { Setting, SettingValue } from '../../admin/types.ts'

export const sameValue = (settingValue: SettingValue, other: SettingValue): boolean =>
  JSON.stringify(settingValue ?? null) === JSON.stringify(other ?? null)

/** The settings that a search leaves, by group. */
export function grouped(settings: readonly Setting[], search: string, changedOnly: boolean): Map<string, Setting[]> {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const matches = settings.filter((setting) => {
    const text = `${setting.label} ${setting.key} ${setting.group} ${setting.description ?? ''}`.toLowerCase()
    return words.every((word) => text.includes(word)) && (!changedOnly || !sameValue(setting.value, setting.default_value))
  })
  return Map.groupBy(matches, ({ group }) => group)
}

/** The levels in a setting; whatever else an API wrote there is none. */
export const levelsIn = (value: SettingValue): readonly ApprovalLevel[] =>
  Array.isArray(value) ? value.filter((level): level is ApprovalLevel => typeof level === 'object' && level !== null) : []

/** A value in words, for the line that names the default. */
export function valueText(setting: Setting, value: SettingValue, yes: string, no: string): string {
  if (typeof value === 'boolean') return value ? yes : no
  if (value === null || value === '') return '—'
  if (setting.type === 'levels') return t('settings.levels.none')
  if (typeof value === 'object') return JSON.stringify(value)
  const option = setting.options?.find((candidate) => typeof candidate !== 'string' && candidate.value === value)
  return option && typeof option !== 'string' ? option.label : String(value)
}
