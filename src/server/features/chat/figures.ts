/** Figures of the built-in assistant: sums grouped by a field, balances, and reports about one subject. */

import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { formatCurrency, formatNumber, formatPlain, formatValue } from '../../../engine/runtime/format/index.ts'
import { nameable } from '../../../engine/runtime/permissions/index.ts'
import { Decimal } from '../../../kernel/decimal.ts'
import { asSystem } from '../../platform/auth/as-system.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Answer } from './answers.ts'
import type { Question } from './intent.ts'
import type { Topic } from './lexicon.ts'
import { amountOf, eachRow, placeOf } from './tools.ts'

const SHOWN = 10
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

interface Sums {
  /** Label of a group → its sum and its number of records. */
  readonly groups: ReadonlyMap<string, { sum: Decimal; count: number }>
  readonly count: number
  readonly partial: boolean
}

/** Adds up fields of the records found, grouped by a field when one is given. */
async function add(ctx: Ctx, question: Question, fields: readonly string[], by: Field | 'month' | undefined): Promise<Sums> {
  const module = question.module!
  const groups = new Map<string, { sum: Decimal; count: number }>()
  const ends = await eachRow(ctx, module, { filter: question.filter, ...(question.search ? { search: question.search } : {}) }, (row) => {
    const label = labelOf(module, by, row)
    const group = groups.get(label) ?? { sum: new Decimal(0), count: 0 }
    for (const name of fields) {
      const minus = name.startsWith('-')
      const value = new Decimal(String(row[minus ? name.slice(1) : name] ?? 0))
      group.sum = minus ? group.sum.minus(value) : group.sum.plus(value)
    }
    group.count += 1
    groups.set(label, group)
  })
  return { groups, ...ends }
}

function labelOf(module: Module, by: Field | 'month' | undefined, row: Row): string {
  if (!by) return ''
  if (by === 'month') {
    const [year, month] = String(row[module.entity.date ?? ''] ?? '').split('-')
    return month ? `${MONTHS[Number(month) - 1]} ${year}` : 'No date'
  }
  if (!by.refAs) return choiceTitle(module, by, row) || `No ${by.title.toLowerCase()}`
  const target = row[by.refAs] as Row | null
  return String(target?.name ?? target?.label ?? `No ${by.title.toLowerCase()}`)
}

/** A state, or how far a document is, or a choice, as screens name it. */
function choiceTitle({ workflow }: Module, by: Field, row: Row): string {
  const value = row[by.name]
  if (by.name === 'progress' && value) return sentence(String(value))
  if (by.name === 'status' || by.name === 'progress') return workflow?.states[String(row.status)]?.title ?? String(row.status ?? '')
  return formatValue(by, value)
}
const sentence = (name: string): string => name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase())

/** Fields that the caller can name as columns; the system context answers about the caller's own records. */
const seen = (ctx: Ctx, module: Module, names: readonly string[]): string[] =>
  names.filter(
    (name) => ctx.system !== undefined || nameable(ctx.principal, ctx.modules, { module, path: name.replace(/^-/, ''), use: 'column' }),
  )

/** Which records a figure is about: `posted bills of Garcia from … to …`. */
export const whichOf = (question: Question): string =>
  [...question.said.slice(question.state ? 1 : 0), ...(question.search ? [`matching "${question.search}"`] : [])].join(' ')

/** Sums or counts grouped by a field, the largest first or as asked. */
export async function byField(ctx: Ctx, question: Question, by: Field | 'month'): Promise<Answer> {
  const module = question.module!
  const amount = question.amount?.name ?? amountOf(module)
  const fields = seen(ctx, module, question.topic?.sum ?? (amount && question.wants !== 'count' ? [amount] : []))
  const { groups, count, partial } = await add(ctx, question, fields, by)
  const links = [{ title: module.title, route: await placeOf(ctx, module) }]
  const state = question.state ? `${question.state} ` : ''
  const which = whichOf(question)
  const what = `${state}${module.title.toLowerCase()}${which ? ` ${which}` : ''}`
  if (count === 0) return { text: `I found no ${what} that you can see.`, links, empty: true }
  const value = (group: { sum: Decimal; count: number }): Decimal => (fields.length ? group.sum : new Decimal(group.count))
  const sorted = [...groups].sort(([, a], [, b]) => value(b).comparedTo(value(a)))
  if (question.rank === 'least') sorted.reverse()
  if (by === 'month' && !question.rank) sorted.sort(([a], [b]) => monthKey(a).localeCompare(monthKey(b)))
  const most = question.first ?? SHOWN
  const lines = sorted
    .slice(0, most)
    .map(
      ([label, group], index) =>
        `${index + 1}. ${label}: ${fields.length ? formatCurrency(group.sum.toFixed()) : formatNumber(group.count)}`,
    )
  const total = [...groups.values()].reduce((sum, group) => sum.plus(value(group)), new Decimal(0))
  const title = fields.length ? (question.topic?.title ?? module.field[fields[0]!]?.title ?? 'Amount') : 'Number'
  // People call how far a document is its status, as lists do.
  const dimension = by === 'month' ? 'month' : by.name === 'progress' ? 'status' : by.title.toLowerCase()
  const more = sorted.length > most ? `\n… and ${formatNumber(sorted.length - most)} more` : ''
  const sum = fields.length ? formatCurrency(total.toFixed()) : formatNumber(total.toFixed())
  return {
    text: `${title} by ${dimension}, ${what}:\n${lines.join('\n')}${more}\nIn all ${sum}${partial ? ', of the first 5,000 records' : ''}.`,
    links,
  }
}
const monthKey = (label: string): string => {
  const [month = '', year = ''] = label.split(' ')
  return `${year}-${String(MONTHS.indexOf(month)).padStart(2, '0')}`
}

/** The figure of a topic: the caller's own balances, or those of the person named, grouped as the topic says. */
export async function topicFigure(ctx: Ctx, question: Question, topic: Topic): Promise<Answer> {
  const module = question.module!
  if (question.isOwn && topic.own && ctx.principal.employee_id === null)
    return { text: 'Your account is not linked to an employee.', links: [] }
  const isOwn = question.isOwn && topic.own !== undefined
  // The portal shows all employees their own balances; the assistant can do so too, but never shows others'.
  const as = isOwn ? asSystem(ctx, 'chat') : ctx
  const asked: Question = isOwn ? { ...question, filter: { ...question.filter, [topic.own!]: ctx.principal.employee_id } } : question
  const fields = seen(as, module, topic.sum!)
  const by = topic.by ? module.field[topic.by] : undefined
  const { groups, count, partial } = await add(as, asked, fields, by)
  const places = isOwn ? [] : [{ title: module.title, route: await placeOf(ctx, module) }]
  const whose = isOwn ? 'You have' : `${topic.title}${question.said.length ? ` ${question.said.join(' ')}` : ''}:`
  if (fields.length < topic.sum!.length) return { text: `You do not have permission to see ${topic.title?.toLowerCase()}.`, links: [] }
  if (count === 0)
    return {
      text: isOwn
        ? `Nothing is recorded of your ${topic.title?.toLowerCase()} yet.`
        : `I found no ${module.title.toLowerCase()}${question.said.length ? ` ${question.said.join(' ')}` : ''} that you can see.`,
      links: places,
      ...(isOwn ? {} : { empty: true as const }),
    }
  const shown = (sum: Decimal): string => (topic.unit ? `${formatPlain(sum.toFixed(), 3)} ${topic.unit}` : formatCurrency(sum.toFixed()))
  const lines = [...groups].map(([label, group]) => (label ? `• ${label}: ${shown(group.sum)}` : shown(group.sum)))
  const text = by ? `${isOwn ? `${topic.title}:` : whose}\n${lines.join('\n')}` : `${isOwn ? `${topic.title}:` : whose} ${lines.join('')}`
  return { text: `${text}${partial ? '\n(the first 5,000 records only)' : ''}`, links: places }
}

/** The latest of the caller's own records, as the portal shows it: for instance a released payslip. */
export async function latestOwn(ctx: Ctx, question: Question, topic: Topic): Promise<Answer> {
  const module = question.module!
  const { employee_id } = ctx.principal
  if (employee_id === null) return { text: 'Your account is not linked to an employee.', links: [] }
  const as = asSystem(ctx, 'chat')
  const { data } = await as.services.records.list(as, module, {
    filter: { ...question.filter, [topic.own!]: employee_id },
    sort: `-${module.entity.date},-id`,
    limit: 1,
    count: 'none',
    window: 'all',
  })
  const [row] = data
  const which = question.said.length ? ` ${question.said.join(' ')}` : ''
  if (!row) return { text: `You have no ${module.title.toLowerCase()}${which} yet.`, links: [] }
  const figure = formatCurrency(row[topic.sum![0]!])
  return {
    text: `${topic.title} of your last ${module.singular.toLowerCase()}${which}, ${String(row[module.entity.date!]).replaceAll('-', '/')}: ${figure}`,
    links: [],
  }
}

/** The lines of a report about the subject that the question names. */
export async function reportAnswer(ctx: Ctx, question: Question): Promise<Answer> {
  const module = question.module!
  const links = [{ title: module.title, route: await placeOf(ctx, module) }]
  const handler = ctx.services.handlers.get(module.report?.handler ?? '')
  const names = Object.keys(question.filter)
  if (!handler || names.length === 0)
    return { text: `${module.title} is a report. Open it and set its filters, or name what you want to know it of.`, links }
  const ids = names.flatMap((name) => (question.filter[name] as { in: number[] }).in.slice(0, 5).map((id) => ({ [name]: String(id) })))
  const rows: Row[] = []
  for (const query of ids) {
    const page = (await handler.run(
      ctx,
      module,
      { params: {}, query: { ...query, limit: '20' }, body: {}, files: [] },
      module.report!.params,
    )) as { data: Row[] }
    rows.push(...page.data)
  }
  if (rows.length === 0) return { text: `${module.title} ${question.said.join(' ')}: nothing is recorded.`, links }
  const columns = module.report!.columns.filter((column) => rows.some((row) => row[column.name] !== undefined))
  const figures = columns.filter((column) => column.type === 'quantity')
  const places = columns.filter((column) => column.refAs)
  const line = (row: Row): string =>
    `• ${places
      .map((column) => (row[column.refAs!] as Row | null)?.name)
      .filter(Boolean)
      .join(', ')}: ${figures
      .filter((column) => Number(row[column.name] ?? 0) !== 0 || column === figures[0])
      .map((column) => `${formatValue(column, row[column.name] ?? 0)} ${column.title.toLowerCase().replace(/^(qty|quantity) /, '')}`)
      .join(', ')}`
  return { text: `${module.title} ${question.said.join(' ')}:\n${rows.slice(0, SHOWN).map(line).join('\n')}`, links }
}
