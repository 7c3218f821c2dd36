/** From a plain question to a query: module, states, period, party, and whether to count or to add up. */
import type { Module, Row } from '../../engine/module.ts'
import { mayPick } from '../../engine/permissions/index.ts'
import type { Ctx } from '../context.ts'
import { visibleModules } from './tools.ts'
import lexicon from './words.json' with { type: 'json' }

export interface Question {
  readonly module?: Module
  /** A module that was meant but that the person may not list. */
  readonly hidden?: Module
  readonly filter: Row
  /** What the filters say, in words for the answer. */
  readonly said: readonly string[]
  /** The state among them, which reads before the module's name. */
  readonly state?: string
  readonly search?: string
  readonly wants: 'list' | 'count' | 'sum'
  readonly words: readonly string[]
}

const FILLER = new Set(lexicon.filler)
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}\-&./ ]+/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)

/** All names under which a module may be spoken of, longest first. */
function namesOf(module: Module): string[] {
  const own = [module.title, module.singular, module.name.replaceAll('_', ' ')].map((one) => one.toLowerCase())
  return [...new Set([...own, ...own.map((one) => `${one}s`)])]
}

interface Span {
  readonly module: Module
  readonly phrase: string
}

/** The module that a text speaks of: the longest name in it; then words that people use instead. */
function findModule(text: string, modules: readonly Module[]): Span | undefined {
  const padded = ` ${text} `
  let best: Span | undefined
  for (const module of modules)
    for (const phrase of namesOf(module))
      if (padded.includes(` ${phrase} `) && phrase.length > (best?.phrase.length ?? 0)) best = { module, phrase }
  if (best) return best
  for (const [phrase, name] of Object.entries(lexicon.modules)) {
    const module = modules.find((one) => one.name === name)
    if (module && padded.includes(` ${phrase} `)) return { module, phrase }
  }
  return undefined
}

const iso = (date: Date): string => date.toISOString().slice(0, 10)
const day = (year: number, month: number, date: number): Date => new Date(Date.UTC(year, month, date))

/** A period that the text names, as first and last day; and the words that named it. */
export function findPeriod(text: string, today: string): { from: string; to: string; phrase: string } | undefined {
  const now = new Date(`${today}T00:00:00Z`)
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const monday = date - ((now.getUTCDay() + 6) % 7)
  const spans: Record<string, [Date, Date]> = {
    today: [now, now],
    yesterday: [day(year, month, date - 1), day(year, month, date - 1)],
    'this week': [day(year, month, monday), day(year, month, monday + 6)],
    'last week': [day(year, month, monday - 7), day(year, month, monday - 1)],
    'this month': [day(year, month, 1), day(year, month + 1, 0)],
    'last month': [day(year, month - 1, 1), day(year, month, 0)],
    'this year': [day(year, 0, 1), day(year, 11, 31)],
    'last year': [day(year - 1, 0, 1), day(year - 1, 11, 31)],
  }
  for (const [phrase, [from, to]] of Object.entries(spans))
    if (` ${text} `.includes(` ${phrase} `)) return { from: iso(from), to: iso(to), phrase }
  const named = new RegExp(`\\b(${MONTHS.join('|')})(?: (\\d{4}))?\\b`).exec(text)
  if (named && !(named[1] === 'may' && !/\b(in|of|for|during) may\b/.test(text) && !named[2])) {
    const which = MONTHS.indexOf(named[1]!)
    // A month without a year is the last one of that name.
    const of = named[2] ? Number(named[2]) : which > month ? year - 1 : year
    return { from: iso(day(of, which, 1)), to: iso(day(of, which + 1, 0)), phrase: named[0] }
  }
  const whole = /\b(20\d{2})\b/.exec(text)
  return whole ? { from: `${whole[1]}-01-01`, to: `${whole[1]}-12-31`, phrase: whole[0] } : undefined
}

/** The state that a word names, as a filter. */
function findState(module: Module, words: readonly string[]): { filter: Row; word: string; says: string } | undefined {
  const { workflow } = module
  if (!workflow) return undefined
  const steps = workflow.progress?.names ?? []
  for (const word of words) {
    const step = steps.find((name) => name === word || name.replaceAll('_', ' ') === word)
    const unfinished = lexicon.unfinished.includes(word)
    if (unfinished && steps.length) return { filter: { status: 'posted', progress: { in: steps.slice(0, -1) } }, word, says: word }
    if (step) return { filter: { status: 'posted', progress: step }, word, says: word }
    const state = Object.values(workflow.states).find((one) => one.name === word || one.title.toLowerCase() === word)
    if (state) return { filter: { status: state.name }, word, says: state.title.toLowerCase() }
    if (unfinished) return { filter: { status: workflow.initial }, word, says: word }
  }
  return undefined
}

/** Records of another module that the left-over words name: the supplier, the branch, the item. */
async function findParty(ctx: Ctx, module: Module, words: readonly string[]): Promise<{ filter: Row; says: string } | undefined> {
  if (!words.length) return undefined
  const fields = module.fields.filter((field) => field.to && field.type === 'reference' && ctx.modules.has(field.to)).slice(0, 8)
  const spoken = fields.filter((field) => words.includes(field.to!.replaceAll('_', ' ')))
  for (const field of spoken.length ? spoken : fields) {
    const target = ctx.modules.get(field.to!)!
    if (!mayPick(ctx.principal, ctx.modules, target)) continue
    const own = new Set(namesOf(target).flatMap((one) => one.split(' ')))
    const search = words.filter((word) => !own.has(word)).join(' ')
    if (!search) continue
    const found = await ctx.services.records.dropdown(ctx, target, { search, limit: 20 })
    if (found.length)
      return {
        filter: { [field.name]: { in: found.map((row) => row.id) } },
        says: String(found.length === 1 ? found[0]!.name : `${found.length} ${target.title.toLowerCase()} named "${search}"`),
      }
  }
  return undefined
}

/** Reads a question. Never throws: what is not understood is left in `words`. */
export async function understand(ctx: Ctx, text: string): Promise<Question> {
  const words = wordsOf(text.replace(/[?!.]+\s*$/, ''))
  const plain = words.join(' ')
  const modules = visibleModules(ctx)
  const span = findModule(plain, modules)
  const wants = /\bhow many\b|\bcount\b|\bnumber of\b|\bilan\b/.test(plain)
    ? 'count'
    : /\bhow much\b|\bmagkano\b/.test(plain) || words.some((word) => lexicon.money.includes(word))
      ? 'sum'
      : 'list'
  const left = (without: string) => without.split(' ').filter((word) => word && !FILLER.has(word))
  if (!span) {
    const hidden = findModule(plain, [...ctx.modules.values()])?.module
    return { filter: {}, said: [], wants, words: left(plain), ...(hidden ? { hidden } : {}) }
  }
  const { module } = span
  const filter: Row = {}
  const said: string[] = []
  let rest = ` ${plain} `.replace(` ${span.phrase} `, ' ')
  const period = module.entity.date || module.field.created_at ? findPeriod(rest, ctx.clock.today(ctx.company.time_zone)) : undefined
  if (period) {
    const field = module.entity.date ?? 'created_at'
    filter[field] = { gte: period.from, lte: field === 'created_at' ? `${period.to}T23:59:59Z` : period.to }
    said.push(
      period.from === period.to
        ? `on ${period.from.replaceAll('-', '/')}`
        : `from ${period.from.replaceAll('-', '/')} to ${period.to.replaceAll('-', '/')}`,
    )
    rest = rest.replace(` ${period.phrase} `, ' ')
  }
  const state = findState(module, left(rest))
  if (state) {
    Object.assign(filter, state.filter)
    rest = rest.replace(` ${state.word} `, ' ')
  } else if (wants === 'sum' && module.workflow?.states.posted) filter.status = 'posted'
  const over = left(rest).filter((word) => !lexicon.money.includes(word))
  const party = await findParty(ctx, module, over)
  if (party) {
    Object.assign(filter, party.filter)
    said.push(`of ${party.says}`)
  }
  return {
    module,
    filter,
    said: [...(state ? [state.says] : []), ...said],
    ...(state ? { state: state.says } : {}),
    wants,
    words: over,
    ...(party || !over.length ? {} : { search: over.join(' ') }),
  }
}
