/** How groups and figures of a list read. */
import type { Figure, GroupColumn, MeasureColumn } from '../../../engine/model/aggregate.ts'
import type { Row } from '../../../engine/model/module.ts'
import { currentLocale, label } from '../../i18n/index.ts'
import { dateText, numberText } from '../index/format.ts'
import { t } from './text.ts'

const MONTH = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const

/** A group in words: a month by its name, a choice by its label, a record by its own. */
export function groupText({ type, unit, options }: GroupColumn, key: unknown, name: string | null | undefined): string {
  if (name) return name
  if (key === null || key === undefined || key === '') return t('figures.none')
  if (type === 'boolean') return t(key ? 'figures.yes' : 'figures.no')
  if (!unit) return label(options?.find(({ value }) => value === key)?.label ?? String(key))
  const first = String(key)
  if (unit === 'year') return first.slice(0, 4)
  if (unit === 'quarter') return t('figures.quarter', { number: (Number(first.slice(5, 7)) + 2) / 3, year: first.slice(0, 4) })
  if (unit === 'month') return new Date(`${first}T00:00:00Z`).toLocaleDateString(currentLocale(), MONTH)
  return dateText(first)
}

/** A figure with the decimals of its field; whole pesos have their centavos. */
export const figureText = ({ type, scale }: MeasureColumn, value: Figure | undefined): string => numberText(value ?? 0, type, { scale })

const HUNDRED = 100

/** The change against the period before in percent; undefined where there was nothing to compare with. */
export function changeOf(value: Figure | undefined, previous: Figure | undefined): number | undefined {
  const [now, before] = [Number(value ?? 0), Number(previous ?? 0)]
  return before === 0 ? undefined : Math.round((HUNDRED * (now - before)) / Math.abs(before))
}

/** A filter of the API as the address of a list names it. */
export function filterQuery(filter: Row): string {
  const params = new URLSearchParams()
  for (const [field, given] of Object.entries(filter)) {
    const conditions =
      typeof given === 'object' && given !== null && !Array.isArray(given) ? Object.entries(given) : [['eq', given] as const]
    for (const [operator, value] of conditions)
      params.append(
        operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`,
        Array.isArray(value) ? value.join(',') : String(value),
      )
  }
  const text = params.toString()
  return text ? `?${text}&window=all` : '?window=all'
}
