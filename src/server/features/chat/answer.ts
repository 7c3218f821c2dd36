/** Answers of the built-in assistant. Each answer says what it looked at and what the assistant cannot do. */

import type { Row } from '../../../engine/model/module.ts'
import { formatCurrency, formatNumber } from '../../../engine/runtime/format/index.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Answer } from './answers.ts'
import { byField, latestOwn, reportAnswer, topicFigure, whichOf } from './figures.ts'
import { type Question, understand, wordsOf } from './intent.ts'
import { lexicon } from './lexicon.ts'
import { amountOf, type Found, findHelp, isAbout, type Link, nameOf, placeOf, queryRecords, visibleModules } from './tools.ts'

const NUMBER = /\b[A-Z]{1,5}-[A-Z0-9]{1,10}-\d{4}-\d{2,}\b/i
const GREETING = /^(hi|hello|hey|kumusta|good (morning|afternoon|evening))\b/i
const CAN_DO =
  'I can find modules, records and help pages, and answer questions about your data: "open purchase orders of supplier X", "what did we pay last month", "which suppliers do we owe the most", "how many leave days do I have left", "how do I file a leave".'
const CANNOT = `I did not understand that. ${CAN_DO} I cannot change or post anything.`

const plural = (count: number, name: string, many: string): string => (count === 1 ? name : many).toLowerCase()

/** A day as answers show it. */
const dayOf = (value: unknown): string => String(value).slice(0, 10).replaceAll('-', '/')

/** One line of a list, with the amount and the date that the question is about. */
const lineOf = (ctx: Ctx, found: Found, row: Row, { amount: asked, on }: Pick<Question, 'amount' | 'on'>): string => {
  const module = ctx.modules.get(found.module)!
  const amount = asked?.name ?? amountOf(module)
  const worth = amount && row[amount] !== undefined && row[amount] !== null ? `, ${formatCurrency(row[amount])}` : ''
  const isOn = on && row[on.name]
  const date = isOn
    ? ` (${on.title.toLowerCase()} ${dayOf(row[on.name])})`
    : module.entity.date && row[module.entity.date]
      ? ` (${dayOf(row[module.entity.date])})`
      : ''
  return `• ${nameOf(module, row)}${date}${worth}`
}

/** Finds a document of any module by its number. */
async function byNumber(ctx: Ctx, number: string): Promise<Answer | undefined> {
  const links: Link[] = []
  const lines: string[] = []
  for (const module of visibleModules(ctx)) {
    // Logs name documents by their numbers, too; the document is the record whose own number it is.
    if (!module.entity.numbers.some(({ field }) => field === 'transaction_no')) continue
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

/** Names the words for which nothing was found: without them the answer would cover more than was asked. */
const unknownNote = (question: Question): string =>
  question.unknown.length ? `I did not understand "${question.unknown.join(' ')}", so this is without it.\n` : ''

async function data(ctx: Ctx, question: Question): Promise<Answer> {
  const module = question.module!
  const { topic } = question
  if (module.report) return reportAnswer(ctx, question)
  // An average of monthly sums or of balances differs from an average of records.
  if (question.wants === 'average' && (question.by || topic?.sum)) return { text: CANNOT, links: [] }
  if (question.by) return byField(ctx, question, question.by)
  if (topic?.latest && question.isOwn) return latestOwn(ctx, question, topic)
  if (topic?.sum && !topic.latest) return topicFigure(ctx, question, topic)
  const amount = question.amount?.name ?? amountOf(module)
  const sum = question.wants === 'sum' || question.wants === 'average' ? amount : undefined
  const query = {
    filter: { ...question.filter, ...ownFilter(ctx, question) },
    ...(question.search ? { search: question.search } : {}),
    ...(question.first ? { limit: question.first } : {}),
    sort:
      question.rank && amount
        ? `${question.rank === 'most' ? '-' : ''}${amount}`
        : question.on
          ? `${question.on.name},id`
          : module.entity.date
            ? `-${module.entity.date},-id`
            : '-id',
  }
  const found = await queryRecords(ctx, module, query, sum)
  const which = whichOf(question)
  const state = question.state ? `${question.state} ` : ''
  const what = `${formatNumber(found.count)} ${state}${plural(found.count, module.singular, module.title)}${which ? ` ${which}` : ''}`
  if (found.count === 0)
    return {
      text: `There are no ${state}${module.title.toLowerCase()}${which ? ` ${which}` : ''} that you can see.`,
      links: found.links,
      empty: true,
    }
  if ((question.wants === 'sum' || question.wants === 'average') && !amount)
    return { text: `${what}. ${module.title} have no amount that I could add up.`, links: found.links }
  if (found.sum)
    return {
      text:
        question.wants === 'average'
          ? `Average ${found.sum_of!.toLowerCase()}: ${found.average} of ${what}${found.partial ? ' (only the first 5,000 are counted)' : ''}.`
          : `${found.sum_of}: ${found.sum} in ${what}${found.partial ? ' (only the first 5,000 are added up)' : ''}.`,
      links: found.links.slice(-1),
    }
  if (question.wants === 'count') return { text: `${what}.`, links: found.links.slice(-1) }
  const more = found.count > found.rows.length ? `\n… and ${formatNumber(found.count - found.rows.length)} more` : ''
  return {
    text: `${what}:\n${found.rows.map((row) => lineOf(ctx, found, row, question)).join('\n')}${more}`,
    links: found.links,
  }
}

/** `my payslips` are the payslips of the caller. */
function ownFilter(ctx: Ctx, question: Question): Row {
  const { owner } = question.module!.entity
  const field = question.isOwn && owner ? question.module!.field[owner] : undefined
  if (!field) return {}
  // An account without an employee owns no records; without this filter it would get everyone's.
  if (field.type === 'employee') return { [field.name]: ctx.principal.employee_id ?? 0 }
  return field.type === 'user' ? { [field.name]: ctx.principal.user_id } : {}
}

/** A new form, prefilled with the values that the question names. */
async function creation(ctx: Ctx, question: Question): Promise<Answer | undefined> {
  const module = question.module
  if (!module?.actions.new) return undefined
  if (!can(ctx.principal, module, 'new')) return { text: `You do not have permission to create ${module.title.toLowerCase()}.`, links: [] }
  const values: Row = {}
  for (const [name, condition] of Object.entries(question.filter)) {
    const ids = (condition as { in?: unknown[] } | null)?.in
    if (module.field[name]?.type === 'reference' && ids?.length === 1) values[name] = ids[0]
  }
  const given = Object.keys(values).length ? `?values=${encodeURIComponent(JSON.stringify(values))}` : ''
  const about = Object.keys(values).length ? ` ${question.said.join(' ').replace(/^of /, 'for ')}` : ''
  return {
    text: `Here is a new ${module.singular.toLowerCase()}${about}. Check it and save; I cannot save anything myself.`,
    links: [{ title: `New ${module.singular}`, route: `${await placeOf(ctx, module)}/new${given}` }],
  }
}

const CREATES = new RegExp(`^(please |can you |i want to |i need to )?(${lexicon.create.join('|')})\\b`, 'i')

/** Answers a question with the rights of the caller. */
export async function answer(ctx: Ctx, text: string): Promise<Answer> {
  try {
    return await answerTo(ctx, text)
  } catch (error) {
    // A list with an invalid query means that the question was not understood.
    if (error instanceof AppError && error.kind === 'invalid') return { text: CANNOT, links: [] }
    throw error
  }
}

async function answerTo(ctx: Ctx, text: string): Promise<Answer> {
  const plain = text.trim()
  if (GREETING.test(plain)) return { text: `Hello ${ctx.principal.name}. ${CAN_DO}`, links: [] }
  const number = NUMBER.exec(text)?.[0]
  const document = number ? await byNumber(ctx, number) : undefined
  if (document) return document
  if (number) return { text: `I found no document ${number.toUpperCase()} that you can see.`, links: [] }
  const asksHow =
    /^(how (do|can|to|does)|where (do|can)|paano|pano)\b/i.test(plain) ||
    /\bhelp\b/i.test(plain) ||
    /^(what is|what's|ano ang)\b/i.test(plain)
  const page = findHelp(wordsOf(plain))
  const helped = page && { text: `${page.title}: ${page.text}`, links: page.route ? [{ title: page.title, route: page.route }] : [] }
  const creates = CREATES.test(plain)
  const question = await understand(ctx, creates ? plain.replace(CREATES, '') : text)
  const certain = /^(how (do|can|to|does) |paano|pano)/i.test(plain)
  if (certain) return helped ?? { text: `I have no help page about that. ${CAN_DO}`, links: [] }
  if (
    asksHow &&
    helped &&
    (!question.module ||
      question.unknown.length > 0 ||
      (question.isOwn === false && /^(what is|what's|ano ang)\b/i.test(plain) && !question.topic))
  )
    return helped
  if (creates) {
    const made = await creation(ctx, question)
    if (made)
      return {
        ...made,
        text: question.unknown.length ? `I found nothing called "${question.unknown.join(' ')}" to fill in. ${made.text}` : made.text,
      }
  }
  if (/^(where|go to|take me to)\b/i.test(plain) && question.module && !question.search)
    return {
      text: `${question.module.title} is here.`,
      links: [{ title: question.module.title, route: await placeOf(ctx, question.module) }],
    }
  if (question.module) {
    // A figure without a condition that was asked for would answer another question.
    const isPlain = question.wants === 'list' && !question.rank && !question.first && question.unnamed === true
    if (question.unknown.length && !question.topic?.own && !isPlain && !creates)
      return {
        text: `I did not understand "${question.unknown.join(' ')}". ${CAN_DO}`,
        links: [{ title: question.module.title, route: await placeOf(ctx, question.module) }],
      }
    // A balance belongs to a person: without the name it would be another person's.
    if (question.topic?.own && question.unknown.length)
      return { text: `I found no one called "${question.unknown.join(' ')}" that you can see.`, links: [] }
    const said = await data(ctx, question)
    // "Nothing found" would answer another question than the one asked.
    if (said.empty && question.unknown.length)
      return { text: `I did not understand "${question.unknown.join(' ')}". ${CAN_DO}`, links: said.links }
    return { ...said, text: `${unknownNote(question)}${said.text}` }
  }
  // Questions about the caller themselves are seldom answered by the records of the office.
  if (question.hidden && !/\b(my|mine|did i|do i|was i|am i|akin|aking)\b/i.test(plain))
    return { text: `You do not have permission to see ${question.hidden.title.toLowerCase()}, so I cannot look there.`, links: [] }
  return (isAbout(wordsOf(plain)) && helped) || { text: CANNOT, links: [] }
}
