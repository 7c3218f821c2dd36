import type { Field, Row } from '../../engine/model/module.ts'
import { spokenJson, words } from '../i18n/words.ts'
import { ENVELOPE } from './address.ts'
import { formatDate, formatDateTime, formatMonth, formatTime } from './dates.ts'
import { formatNumeric, numericRules } from './numeric.ts'
import { isNumeric } from './registry.tsx'
import { label, t } from './text.ts'
import { refLabel } from './types.ts'

/** A value as plain text, as in grids, conflicts and read-only fields; `''` when there is none. */
export function displayText(field: Field, value: unknown, resolved?: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (isNumeric(field.type)) {
    const rules = numericRules(field)
    return formatNumeric(value, rules) + rules.suffix
  }
  switch (field.type) {
    case 'date':
      return formatDate(value)
    case 'datetime':
      return formatDateTime(value)
    case 'time':
      return formatTime(value)
    case 'month':
      return formatMonth(value)
    case 'boolean':
      return value ? t('fields.yes') : t('fields.no')
    case 'select':
    case 'toggle':
      return optionLabel(field, value)
    case 'multiselect':
      return [value]
        .flat()
        .map((item) => optionLabel(field, item))
        .join(', ')
    case 'reference':
    case 'user':
    case 'employee':
      return refLabel(resolved) || `#${value}`
    case 'references':
      return Array.isArray(resolved) && resolved.length
        ? resolved.map(refLabel).join(', ')
        : [value]
            .flat()
            .map((id) => `#${id}`)
            .join(', ')
    case 'password':
    case 'secret':
      return '••••••••'
    case 'daterange':
      return range(value)
    case 'address':
      return ENVELOPE.map((part) => (value as Row)[part])
        .filter(Boolean)
        .join(', ')
    case 'geopoint':
    case 'geofence':
      return Object.values(value as Row)
        .filter((part) => part !== null && part !== '')
        .join(', ')
    case 'json':
      return spokenJson(value)
    case 'richtext':
      return String(value)
        .replace(/<[^>]*>/g, ' ')
        .trim()
    default:
      return field.widget === 'words' ? label(words(String(value))) : String(value)
  }
}

const optionLabel = (field: Field, value: unknown): string =>
  label(
    field.options?.find((option) => option.value === String(value))?.label ??
      (field.widget === 'words' ? words(String(value)) : String(value)),
  )

function range(value: unknown): string {
  const { from, to } = value as { from?: string; to?: string }
  return [formatDate(from), formatDate(to)].join(' – ')
}
