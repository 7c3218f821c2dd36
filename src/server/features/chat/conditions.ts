/**
 * Conditions of a question: amounts, missing values, choices of a field, dates of a kind. Each returns its filter, its
 * text for the answer, and the words that named it; the answer names words that nothing here understands.
 */
import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { formatCurrency } from '../../../engine/runtime/format/index.ts'
import { nameable } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { lexicon } from './lexicon.ts'
import { amountOf } from './tools.ts'

export interface Condition {
  readonly filter: Row
  readonly says: string
  readonly phrase: string
  /** Field that the condition is about. */
  readonly field: Field
}

const fieldsFor = (ctx: Ctx, module: Module, fits: (field: Field) => boolean): Field[] =>
  module.fields.filter((field) => fits(field) && nameable(ctx.principal, ctx.modules, { module, path: field.name, use: 'filter' }))

const has = (text: string, phrase: string): boolean => ` ${text} `.includes(` ${phrase} `)

/** Words that say nothing about which amount is meant. */
const PLAIN = /\b(amount|total|value)\b/g
/** Fields with the amount of a whole record, the first existing one. */
const WHOLE = ['total', 'net_amount']

/**
 * The amount that a text names by its title (`vat`, `discount`), else the record's amount: the whole, or, for open
 * records, the balance.
 */
export function amountIn(ctx: Ctx, module: Module, text: string, isOpen: boolean): { field: Field; phrase?: string } | undefined {
  const amounts = fieldsFor(ctx, module, ({ type }) => type === 'money' || type === 'rate')
  for (const field of amounts) {
    const phrase = field.title.toLowerCase().replace(PLAIN, '').replace(/\s+/g, ' ').trim()
    if (phrase !== '' && has(text, phrase)) return { field, phrase }
  }
  const last = amountOf(module)
  const names = isOpen ? [last] : [...WHOLE, last]
  const field = names.flatMap((name) => amounts.find((amount) => amount.name === name) ?? [])[0]
  return field && { field }
}

const UNIT =
  '(?: ?(k|thousand|m|million))?(?: (?:pesos?|php))?(?![\\w.])(?! (?:day|week|month|year|hour|minute|percent|unit|piece|time)s?\\b)'
const NUMBER = `(?:php |p)?(\\d+(?:\\.\\d+)?)${UNIT}`
const COMPARED: readonly (readonly [RegExp, 'gt' | 'gte' | 'lt' | 'lte', string])[] = [
  [new RegExp(`\\b(?:at most|up to|not more than|no more than|not over) ${NUMBER}`), 'lte', 'of at most'],
  [new RegExp(`\\b(?:at least|not less than|no less than) ${NUMBER}`), 'gte', 'of at least'],
  [new RegExp(`\\b(?:over|above|more than|greater than|higher than|exceeding|higit sa|lampas sa) ${NUMBER}`), 'gt', 'over'],
  [new RegExp(`\\b(?:under|below|less than|lower than|mababa sa) ${NUMBER}`), 'lt', 'under'],
]
const BETWEEN = new RegExp(`\\bbetween ${NUMBER} (?:and|to) ${NUMBER}`)

const numberOf = (digits: string, unit: string | undefined): number =>
  Number(digits) * (unit === undefined ? 1 : unit.startsWith('k') || unit.startsWith('t') ? 1000 : 1_000_000)

/** `over 5000`, `above 100k`, `between 10000 and 20000`. */
export function amountCondition(field: Field, text: string): Condition | undefined {
  const title = field.title.toLowerCase()
  const between = BETWEEN.exec(text)
  if (between) {
    const [low, high] = [numberOf(between[1]!, between[2]), numberOf(between[3]!, between[4])]
    const says = `with ${title} between ${formatCurrency(low)} and ${formatCurrency(high)}`
    return { field, filter: { [field.name]: { gte: low, lte: high } }, says, phrase: between[0] }
  }
  for (const [pattern, operator, words] of COMPARED) {
    const match = pattern.exec(text)
    if (!match) continue
    const amount = numberOf(match[1]!, match[2])
    return {
      field,
      filter: { [field.name]: { [operator]: amount } },
      says: `with ${title} ${words} ${formatCurrency(amount)}`,
      phrase: match[0],
    }
  }
  return undefined
}

/** The name of a field in usual spelling: `sss number` for `SSS no.`. */
const spoken = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\bno\.?(?=\s|$)/g, 'number')
    .replace(/[^\p{L}\p{N} ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** `without SSS number`: records in which a field is empty. */
export function missingCondition(ctx: Ctx, module: Module, text: string): Condition | undefined {
  const match = /\b(?:without|with no|missing|lacking|walang) (?:an? |any |the )?(.+)/.exec(text)
  if (!match) return undefined
  const words = match[1]!.split(' ')
  const fields = fieldsFor(ctx, module, ({ origin, storage }) => origin !== 'system' && storage !== 'none')
  for (let length = Math.min(4, words.length); length > 0; length--) {
    const name = words.slice(0, length).join(' ')
    const field = fields.find((candidate) =>
      [candidate.title, candidate.name.replace(/_ids?$/, '').replaceAll('_', ' ')].some((title) => spoken(title) === spoken(name)),
    )
    if (field)
      return {
        field,
        filter: { [field.name]: { null: true } },
        says: `without ${field.title.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase())}`,
        phrase: match[0].slice(0, match[0].length - match[1]!.length + name.length),
      }
  }
  return undefined
}

/** A word that is a choice of one field, or says whether records are in use: `female`, `inactive`. */
export function choiceCondition(ctx: Ctx, module: Module, word: string): Condition | undefined {
  const matches = fieldsFor(ctx, module, ({ type }) => type === 'select' || type === 'toggle').flatMap((field) => {
    const option = field.options?.find(({ value, label }) => [String(value), label].some((name) => name.toLowerCase() === word))
    return option
      ? [{ field, filter: { [field.name]: option.value }, says: `with ${field.title.toLowerCase()} ${option.label}`, phrase: word }]
      : []
  })
  if (matches.length === 1) return matches[0]
  const [inUse] = fieldsFor(ctx, module, ({ name }) => name === 'is_active')
  if (matches.length || !inUse || (word !== 'active' && word !== 'inactive')) return undefined
  return { field: inUse, filter: { is_active: word === 'active' }, says: `that are ${word}`, phrase: word }
}

/**
 * A field of choices, or the state, that figures are grouped by: `per status`, `by gender`. Documents that are served in
 * parts are grouped by how far they are.
 */
export function groupingIn(ctx: Ctx, module: Module, text: string): { field: Field; phrase: string } | undefined {
  const progress = module.workflow?.progress ? module.field.progress : undefined
  const fields = fieldsFor(ctx, module, ({ type, name }) => type === 'select' || type === 'toggle' || name === 'status')
  for (const field of fields) {
    const phrase = new RegExp(`\\b(?:by|per|each|every|kada) (?:the )?${spoken(field.title)}\\b`).exec(text)?.[0]
    if (phrase) return { field: (field.name === 'status' && progress) || field, phrase }
  }
  return undefined
}

/** The date that a verb of the question means: `hired` for the day of hiring, `expected` for the expected date. */
export function dateIn(ctx: Ctx, module: Module, text: string): { field: Field; phrase: string } | undefined {
  const dates = fieldsFor(ctx, module, ({ type, origin }) => (type === 'date' || type === 'datetime') && origin !== 'system')
  // A word that names a state says what became of the records, not when.
  const states = Object.values(module.workflow?.states ?? {}).flatMap(({ name, title }) => [name, title.toLowerCase()])
  for (const word of text.split(' ').filter((name) => !states.includes(name))) {
    const stem = lexicon.dates[word] ?? word
    const fields = dates.filter(({ name }) => name.split('_').includes(stem))
    if (stem.length > 2 && !['date', 'from', 'day', 'time'].includes(stem) && fields.length === 1)
      return { field: fields[0]!, phrase: word }
  }
  return undefined
}
