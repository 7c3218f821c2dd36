/** What a setting may be set to: by its type, its options, and the limits and format of its definition. */

import type { SettingEntry } from '../../../engine/model/registries.ts'
import { isDate } from '../../../kernel/dates.ts'

const isWhole = (value: unknown, least: number): value is number => Number.isSafeInteger(value) && (value as number) >= least

/** Lists that rules compute with have exactly the form that these expect. Empty texts and lists mean: none. */
const FORMATS: Readonly<Record<NonNullable<SettingEntry['format']>, { fits(value: unknown): boolean; readonly message: string }>> = {
  sender: {
    fits: (value) =>
      value === '' || /^(?:[^<>@]*<[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+)$/.test(String(value).trim()),
    message: 'Enter an e-mail address, like office@company.ph or Company <office@company.ph>.',
  },
  url: {
    fits: (value) => value === '' || /^https?:\/\/\S+$/i.test(String(value)),
    message: 'Enter a web address that begins with https:// or http://.',
  },
  date: { fits: (value) => value === '' || isDate(String(value)), message: 'Enter a day, like 2026-01-31.' },
  aging: {
    fits: (value) =>
      Array.isArray(value) && value.length === 4 && value.every((bound, n) => isWhole(bound, 1) && (n === 0 || bound > value[n - 1])),
    message: 'Enter four whole numbers of days, each higher than the one before, like [30, 60, 90, 120].',
  },
  brackets: { fits: isBrackets, message: 'Enter rows of from, to and charge in whole minutes that follow each other and do not overlap.' },
}

function isBrackets(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  let after = 0
  return value.every((row: unknown) => {
    const { from, to, charge } = (row ?? {}) as Record<string, unknown>
    const follows = isWhole(from, after + 1) && isWhole(to, from) && isWhole(charge, 0)
    if (follows) after = to
    return follows
  })
}

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e12,
  text: (value) => typeof value === 'string' && value.length <= 2000,
  select: (value) => typeof value === 'string' && value.length <= 200,
}

/** Says why the setting cannot have the value; nothing where it can. */
export function settingProblem(definition: SettingEntry, value: unknown): string | undefined {
  const { type, options, minimum, maximum, integer, format } = definition
  if (!(TYPES[type] ?? (() => true))(value)) return `Must be a ${type}.`
  if (options && !options.includes(String(value))) return `Allowed: ${options.join(', ')}.`
  if (typeof value === 'number') {
    if (integer && !Number.isInteger(value)) return 'Enter a whole number.'
    if (minimum !== undefined && value < minimum) return `Enter ${minimum} or more.`
    if (maximum !== undefined && value > maximum) return `Enter ${maximum} or less.`
  }
  return format && !FORMATS[format].fits(value) ? FORMATS[format].message : undefined
}
