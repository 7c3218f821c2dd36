/** Answers of the built-in assistant. It says plainly what it looked at, and what it cannot do. */
import { formatCurrency, formatNumber } from '../../engine/format/index.ts'
import type { Row } from '../../engine/module.ts'
import type { Ctx } from '../context.ts'
import { amountOf, type Found, findHelp, type Link, nameOf, placeOf, queryRecords, visibleModules } from './tools.ts'
import { type Question, understand } from './understand.ts'

export interface Answer {
  readonly text: string
  readonly links: readonly Link[]
}

const NUMBER = /\b[A-Z]{1,5}-[A-Z0-9]{1,10}-\d{4}-\d{2,}\b/i
const GREETING = /^(hi|hello|hey|kumusta|good (morning|afternoon|evening))\b/i
const CAN_DO =
  'I can find modules, records and help pages, and answer questions about your data: "open purchase orders of supplier X", "what did we pay last month", "how many bills are unpaid".'
const CANNOT = `I did not understand that. ${CAN_DO} I cannot change or post anything.`

const plural = (count: number, one: string, many: string): string => (count === 1 ? one : many).toLowerCase()

/** One line of a list. */
const lineOf = (ctx: Ctx, found: Found, row: Row): string => {
  const module = ctx.modules.get(found.module)!
  const amount = amountOf(module)
  const worth = amount && row[amount] !== undefined && row[amount] !== null ? `, ${formatCurrency(row[amount])}` : ''
  const date = module.entity.date && row[module.entity.date] ? ` (${String(row[module.entity.date]).replaceAll('-', '/')})` : ''
  return `• ${nameOf(module, row)}${date}${worth}`
}

/** A document by its number, whatever module it belongs to. */
async function byNumber(ctx: Ctx, number: string): Promise<Answer | undefined> {
  const links: Link[] = []
  const lines: string[] = []
  for (const module of visibleModules(ctx)) {
    if (!module.field.transaction_no) continue
    const { data } = await ctx.services.records.list(ctx, module, {
      filter: { transaction_no: number.toUpperCase() },
      limit: 1,
      count: 'none',
      window: 'all',
    })
    for (const row of data) {
      const amount = amountOf(module)
      lines.push(
        `${module.singular} ${nameOf(module, row)} is ${String(row.progress ?? row.status).replaceAll('_', ' ')}${amount ? `, ${formatCurrency(row[amount])}` : ''}.`,
      )
      links.push({ title: nameOf(module, row), route: `${await placeOf(ctx, module)}/view/${String(row.id)}` })
    }
  }
  return lines.length ? { text: lines.join('\n'), links } : undefined
}

async function data(ctx: Ctx, question: Question): Promise<Answer> {
  const module = question.module!
  const amount = amountOf(module)
  const sum = question.wants === 'sum' ? amount : undefined
  const query = {
    filter: question.filter,
    ...(question.search ? { search: question.search } : {}),
    sort: module.entity.date ? `-${module.entity.date},-id` : '-id',
  }
  const found = await queryRecords(ctx, module, query, sum)
  const which = [...question.said.slice(question.state ? 1 : 0), ...(question.search ? [`matching "${question.search}"`] : [])].join(' ')
  const state = question.state ? `${question.state} ` : ''
  const what = `${formatNumber(found.count)} ${state}${plural(found.count, module.singular, module.title)}${which ? ` ${which}` : ''}`
  if (found.count === 0)
    return { text: `There are no ${state}${module.title.toLowerCase()}${which ? ` ${which}` : ''} that you can see.`, links: found.links }
  if (question.wants === 'sum' && !amount)
    return { text: `${what}. ${module.title} have no amount that I could add up.`, links: found.links }
  if (found.sum)
    return {
      text: `${found.sum_of}: ${found.sum} in ${what}${found.partial ? ' (only the first 5,000 are added up)' : ''}.`,
      links: found.links.slice(-1),
    }
  if (question.wants === 'count') return { text: `${what}.`, links: found.links.slice(-1) }
  const more = found.count > found.rows.length ? `\n… and ${formatNumber(found.count - found.rows.length)} more` : ''
  return { text: `${what}:\n${found.rows.map((row) => lineOf(ctx, found, row)).join('\n')}${more}`, links: found.links }
}

/** Answers a question as the person who asks it. */
export async function answer(ctx: Ctx, text: string): Promise<Answer> {
  if (GREETING.test(text.trim())) return { text: `Hello ${ctx.principal.name}. ${CAN_DO}`, links: [] }
  const number = NUMBER.exec(text)?.[0]
  const document = number ? await byNumber(ctx, number) : undefined
  if (document) return document
  if (number) return { text: `I found no document ${number.toUpperCase()} that you can see.`, links: [] }
  const question = await understand(ctx, text)
  const asksHow = /^(how (do|can|to)|where|paano)\b/i.test(text.trim()) || /\bhelp\b/i.test(text)
  if (asksHow || !question.module) {
    const page = findHelp(text.toLowerCase().split(/\W+/))
    if (page) return { text: `${page.title}: ${page.text}`, links: page.route ? [{ title: page.title, route: page.route }] : [] }
  }
  if (/^(where|go to|take me to)\b/i.test(text.trim()) && question.module && !question.search)
    return {
      text: `${question.module.title} is here.`,
      links: [{ title: question.module.title, route: await placeOf(ctx, question.module) }],
    }
  if (question.module) return data(ctx, question)
  if (question.hidden)
    return { text: `You do not have permission to see ${question.hidden.title.toLowerCase()}, so I cannot look there.`, links: [] }
  return { text: CANNOT, links: [] }
}
