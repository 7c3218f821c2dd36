/** Turns a plain question into a query: module, states, period, party, and what is computed from the records. */
import { keepsRecords } from '../../../engine/model/kind.ts'
import type { Field, Module, Row, Workflow } from '../../../engine/model/module.ts'
import { can, mayPick } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { amountCondition, amountIn, type Condition, choiceCondition, dateIn, groupingIn, missingCondition } from './conditions.ts'
import { lexicon, type Topic } from './lexicon.ts'
import { findPeriod, periodText } from './period.ts'
import { visibleModules } from './tools.ts'

export interface Question {
  readonly module?: Module
  /** A module that was meant but that the user cannot list. */
  readonly hidden?: Module
  readonly topic?: Topic
  readonly filter: Row
  /** The filters in words, for the answer. */
  readonly said: readonly string[]
  /** The state among them, which is written before the module's name. */
  readonly state?: string
  readonly search?: string
  readonly wants: 'list' | 'count' | 'sum' | 'average'
  /** The amount that is added up, compared or ranked by. */
  readonly amount?: Field
  /** The date that a condition is on, where it is not the record's own. */
  readonly on?: Field
  /** Groups figures by this field, or by the month of the record. */
  readonly by?: Field | 'month'
  readonly rank?: 'most' | 'least'
  readonly first?: number
  /** The question is about the caller's own records. */
  readonly isOwn: boolean
  /** Words for which nothing was found; the answer names them. */
  readonly unknown: readonly string[]
  /** The unknown words are in the place of a name (`of Zyxwv`): the rest of the question is still a question. */
  readonly unnamed?: boolean
  /** Words that are neither names of modules nor filler. */
  readonly words: readonly string[]
}

const FILLER = new Set(lexicon.filler)
const RANK = new Set([...lexicon.most, ...lexicon.least])
const TRIES = 12
/** Words about the day on which a record was entered in the system. */
const ENTERED = /\b(?:created|added|entered|registered|new)\b/

export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/[^\p{L}\p{N}\-&./ ]+/gu, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^[./-]+|[./-]+$/g, ''))
    .filter(Boolean)

const has = (text: string, phrase: string): boolean => ` ${text} `.includes(` ${phrase} `)
const without = (text: string, phrase: string): string => ` ${text} `.replace(` ${phrase} `, ' ').trim()

/** All names of a module, in every form. */
function namesOf(module: Module): string[] {
  const moduleNames = [module.title, module.singular, module.name.replaceAll('_', ' ')].map((name) => name.toLowerCase())
  return [...new Set([...moduleNames, ...moduleNames.map((name) => `${name}s`)])]
}

interface Span {
  readonly module: Module
  readonly phrase: string
}

/** The module that a text names: the longest name in it; then synonyms. */
function findModule(text: string, modules: readonly Module[]): Span | undefined {
  let best: Span | undefined
  for (const module of modules)
    for (const phrase of namesOf(module)) if (has(text, phrase) && phrase.length > (best?.phrase.length ?? 0)) best = { module, phrase }
  return best ?? findByWord(text, modules)
}

function findByWord(text: string, modules: readonly Module[]): Span | undefined {
  for (const [phrase, names] of Object.entries(lexicon.modules)) {
    if (!has(text, phrase)) continue
    for (const name of [names].flat()) {
      const module = modules.find((candidate) => candidate.name === name)
      if (module) return { module, phrase }
    }
  }
  return undefined
}

const referenceTo = (module: Module, target: Module): Field | undefined =>
  module.fields.find((field) => field.to === target.name && (field.type === 'reference' || field.type === 'employee'))

/** A module of records that others refer to, named beside the subject of the question: `by supplier`, `which suppliers`. */
function withGroup(
  text: string,
  modules: readonly Module[],
  all: readonly Module[],
): { main: Span; group?: Field; phrase?: string } | undefined {
  const named = findModule(text, modules)
  if (!named) return undefined
  const rest = without(text, named.phrase)
  const other = findModule(rest, modules)
  // `suppliers we buy most from`: counts the purchases, grouped by supplier.
  const spans: readonly (readonly [Span | undefined, Span | undefined])[] = [
    [named, other],
    [other, named],
  ]
  // Each could refer to the other; the subject is named first: `employees in the Warehouse department`.
  const isFirst = !other || text.indexOf(named.phrase) < text.indexOf(other.phrase)
  for (const [main, group] of isFirst ? spans : spans.toReversed()) {
    const field = main && group && referenceTo(main.module, group.module)
    if (main && group && field) return { main, group: field, phrase: group.phrase }
  }
  const target = findModule(rest, all)
  const field = target && referenceTo(named.module, target.module)
  return field ? { main: named, group: field, phrase: target.phrase } : { main: named }
}

/** Filter of records that still need an action. */
function unfinished({ initial, progress }: Workflow): Row {
  const { names = [], overdue } = progress ?? {}
  return names.length
    ? { status: 'posted', progress: { in: [...names.slice(0, -1), ...(overdue ? [overdue.name] : [])] } }
    : { status: initial }
}

/** The state that a word names, as a filter. */
function findState(module: Module, text: string): { filter: Row; phrase: string; says: string } | undefined {
  const { workflow } = module
  if (!workflow) return undefined
  const { names = [], overdue } = workflow.progress ?? {}
  // "Not finished" includes partly finished: an unpaid bill may be paid in part.
  const posted = Object.values(workflow.states).filter(({ flags }) => flags.includes('is_posted') || flags.includes('is_voided'))
  if (has(text, 'unposted')) {
    const others = Object.keys(workflow.states).filter((name) => !posted.some((state) => state.name === name))
    return { filter: { status: { in: others } }, phrase: 'unposted', says: 'unposted' }
  }
  for (const phrase of lexicon.unfinished) if (has(text, phrase)) return { filter: unfinished(workflow), phrase, says: phrase }
  for (const phrase of overdue ? lexicon.overdue : [])
    if (has(text, phrase))
      return { filter: { status: 'posted', progress: overdue!.name }, phrase, says: overdue!.name.replaceAll('_', ' ') }
  for (const name of [...(overdue ? [overdue.name] : []), ...names]) {
    const phrase = name.replaceAll('_', ' ')
    for (const not of ['not yet', 'not'])
      if (name === names.at(-1) && has(text, `${not} ${phrase}`))
        return { filter: unfinished(workflow), phrase: `${not} ${phrase}`, says: `not ${phrase}` }
    if (has(text, phrase)) return { filter: { status: 'posted', progress: name }, phrase, says: phrase }
  }
  const state = Object.values(workflow.states).find((candidate) => has(text, candidate.name) || has(text, candidate.title.toLowerCase()))
  if (!state) return undefined
  const phrase = has(text, state.name) ? state.name : state.title.toLowerCase()
  for (const not of ['not yet', 'not'])
    if (has(text, `${not} ${phrase}`))
      return { filter: { status: { ne: state.name } }, phrase: `${not} ${phrase}`, says: `not ${state.title.toLowerCase()}` }
  return { filter: { status: state.name }, phrase, says: state.title.toLowerCase() }
}

/** Runs of words, longest first. */
function runsOf(words: readonly string[]): string[][] {
  const runs: string[][] = []
  for (let length = words.length; length > 0; length--)
    for (let index = 0; index + length <= words.length; index++) runs.push(words.slice(index, index + length))
  return runs.slice(0, TRIES)
}

/** Records of another module that the remaining words name: the supplier, the branch, the item. */
async function findParty(
  ctx: Ctx,
  fields: readonly Field[],
  words: readonly string[],
): Promise<{ filter: Row; says: string; used: readonly string[] } | undefined> {
  const picked = fields.filter(
    (field) => field.to && ctx.modules.has(field.to) && mayPick(ctx.principal, ctx.modules, ctx.modules.get(field.to)!),
  )
  const spoken = picked.filter((field) => words.includes(field.to!.replaceAll('_', ' ')))
  for (const run of runsOf(words)) {
    for (const field of (spoken.length ? spoken : picked).slice(0, 8)) {
      const target = ctx.modules.get(field.to!)!
      const nameWords = new Set(namesOf(target).flatMap((name) => name.split(' ')))
      const search = run.filter((word) => !nameWords.has(word)).join(' ')
      if (search.length < 2) continue
      const rows = await ctx.services.records.dropdown(ctx, target, { search, limit: 20 })
      if (rows.length)
        return {
          filter: { [field.name]: { in: rows.map((row) => row.id) } },
          says: String(rows.length === 1 ? rows[0]!.name : `${rows.length} ${target.title.toLowerCase()} named "${search}"`),
          used: run,
        }
    }
  }
  return undefined
}

/** Fields in which a person or thing can be named, those of a report included. */
const namedFields = (module: Module): Field[] =>
  (module.report ? module.report.parameters : module.fields).filter(
    (field) => field.to && (field.type === 'reference' || field.type === 'employee') && field.origin !== 'system',
  )

const wantsOf = (plain: string, words: readonly string[]): Question['wants'] => {
  if (/\b(average|mean|karaniwang)\b/.test(plain)) return 'average'
  if (/\bhow many\b|\bcount\b|\bnumber of\b|\bilan\b/.test(plain)) return 'count'
  return /\bhow much\b|\bmagkano\b/.test(plain) || words.some((word) => lexicon.money.includes(word)) ? 'sum' : 'list'
}

const topicOf = (plain: string, isOwn: boolean): { topic: Topic; phrase: string } | undefined =>
  lexicon.topics
    .flatMap((topic) => topic.words.map((phrase) => ({ topic, phrase })))
    .filter(({ topic, phrase }) => has(plain, phrase) && (isOwn || !topic.latest))
    .sort((a, b) => b.phrase.length - a.phrase.length)[0]

/** Reads a question. Never throws: words that are not understood are left in `unknown`. */
export async function understand(ctx: Ctx, text: string): Promise<Question> {
  const words = wordsOf(text.replace(/[?!.]+\s*$/, ''))
  const plain = words.join(' ')
  const all = [...ctx.modules.values()]
  const modules = visibleModules(ctx)
  const isOwn = words.some((word) => lexicon.own.includes(word))
  let wants = wantsOf(plain, words)
  const left = (contentWords: string): string[] =>
    contentWords.split(' ').filter((word) => word && !FILLER.has(word) && !RANK.has(word) && !lexicon.own.includes(word))
  const asked = topicOf(plain, isOwn)
  const meant = asked && ctx.modules.get(asked.topic.module)
  const self = isOwn && asked?.topic.own !== undefined && ctx.principal.employee_id !== null
  const base = { filter: {}, said: [], wants, isOwn, unknown: [] as string[] }
  if (asked && meant && !self && !can(ctx.principal, meant, 'index')) {
    // The caller's own records need no grant.
    if (asked.topic.own && ctx.principal.employee_id !== null && left(without(plain, asked.phrase)).length === 0)
      return { ...base, module: meant, topic: asked.topic, isOwn: true, words: [] }
    return { ...base, hidden: meant, words: left(plain) }
  }
  const found =
    asked && meant
      ? { main: { module: meant, phrase: asked.phrase }, ...groupBeside(meant, without(plain, asked.phrase), all) }
      : withGroup(plain, modules, all)
  if (!found) {
    const hidden = findModule(plain, all)?.module
    return { ...base, words: left(plain), ...(hidden && !can(ctx.principal, hidden, 'index') ? { hidden } : {}) }
  }
  const { module } = found.main
  const whole = asked
    ? undefined
    : findModule(
        plain,
        all.filter(({ kind }) => keepsRecords(kind)),
      )
  // `sales orders` must not match the purchase orders that `orders` would match.
  if (whole && !can(ctx.principal, whole.module, 'index') && whole.phrase !== found.main.phrase && has(whole.phrase, found.main.phrase))
    return { ...base, hidden: whole.module, words: left(plain) }
  const filter: Row = { ...asked?.topic.filter, ...(asked?.topic.states ? { status: { in: [...asked.topic.states] } } : {}) }
  const said: string[] = []
  let rest = without(plain, found.main.phrase)
  const take = (condition: Condition | undefined): void => {
    if (!condition) return
    Object.assign(filter, condition.filter)
    said.push(condition.says)
    rest = without(rest, condition.phrase)
  }
  const isOpen = [...lexicon.unfinished, ...lexicon.overdue, 'due'].some((phrase) => has(rest, phrase))
  const amount = module.report ? undefined : amountIn(ctx, module, rest, isOpen)
  if (amount?.phrase) rest = without(rest, amount.phrase)
  const compared = amount && amountCondition(amount.field, rest)
  take(compared)
  take(module.report ? undefined : missingCondition(ctx, module, rest))
  // `top 5 customers by balance` lists the records in the order of the amount.
  if (amount?.phrase && wants === 'list' && !compared && !words.some((word) => RANK.has(word))) wants = 'sum'
  const today = ctx.clock.today(ctx.company.time_zone)
  const due = has(rest, 'due') && !has(rest, 'past due') ? module.workflow?.progress?.overdue?.date : undefined
  if (due) rest = without(rest, 'due')
  const period = findPeriod(rest, today, due !== undefined) ?? (asked?.topic.period ? findPeriod(asked.topic.period, today) : undefined)
  let unplaced = ''
  let on: Field | undefined = due ? module.field[due] : undefined
  if (period) {
    rest = without(rest, period.phrase)
    const dated = due || asked?.topic.within ? undefined : dateIn(ctx, module, rest)
    if (dated) rest = without(rest, dated.phrase)
    const entered = ENTERED.exec(rest)?.[0]
    if (entered) rest = without(rest, entered)
    const field = due ?? dated?.field.name ?? module.entity.date ?? (entered && module.field.created_at ? 'created_at' : undefined)
    const isMoment = field !== undefined && module.field[field]?.type === 'datetime'
    if (asked?.topic.within) {
      filter[asked.topic.within[0]] = { lte: period.to }
      filter[asked.topic.within[1]] = { gte: period.from }
    } else if (field && !module.report) filter[field] = { gte: period.from, lte: isMoment ? `${period.to}T23:59:59Z` : period.to }
    else if (!field) unplaced = period.phrase
    const when = due ? 'due ' : dated ? `${dated.phrase} ` : entered ? `${entered} ` : ''
    if (field && !asked?.topic.within) on = module.field[field]
    if (!unplaced) said.push(`${when}${periodText(period)}`)
  } else if (asked?.topic.until && module.entity.date) filter[module.entity.date] = { lte: today }
  const state = findState(module, rest)
  if (state) {
    Object.assign(filter, state.filter)
    rest = without(rest, state.phrase)
    const late = module.workflow?.progress?.overdue
    if (late && state.filter.progress === late.name) on ??= module.field[late.date]
  } else if (due) {
    // A due record is not paid yet; without a period, due means due by today.
    Object.assign(filter, unfinished(module.workflow!), period ? {} : { [due]: { lte: today } })
    if (!period) said.push('due by today')
  } else if ((wants === 'sum' || wants === 'average' || found.group) && module.workflow?.states.posted && filter.status === undefined)
    filter.status = 'posted'
  const first = /\b(?:top|bottom|first)\s+(\d{1,2})\b/.exec(rest)
  if (first) rest = without(rest, first[1]!)
  const latest = /\b(last|latest|newest|huling)\b/.exec(rest)
  if (latest) rest = without(rest, latest[0])
  const rank = words.some((word) => lexicon.most.includes(word))
    ? 'most'
    : words.some((word) => lexicon.least.includes(word))
      ? 'least'
      : undefined
  const monthly = /\b(by|per|each|every|kada) month\b|\bmonthly\b/.test(rest)
  if (monthly) rest = rest.replace(/\bmonth(ly)?\b/, '').trim()
  const chosen = monthly ? undefined : groupingIn(ctx, module, rest)
  if (chosen) rest = without(rest, chosen.phrase)
  const grouped =
    rank !== undefined || monthly || new RegExp(`\\b(by|per|each|every|kada|which|what) (the )?${found.phrase ?? ' '}\\b`).test(plain)
  const group = grouped ? found.group : undefined
  // `Who owes us the most` names no field; the topic knows whom it is about.
  const usual = rank && asked?.topic.by ? module.field[asked.topic.by] : undefined
  // The name of a group that is not asked for belongs to a person's or party's name: `of supplier Garcia`.
  if (found.phrase) rest = without(rest, found.phrase)
  const over = left(rest).filter((word) => !lexicon.money.includes(word))
  // A record's own name takes precedence over its references: `employee Aurora Villanueva` is the employee.
  const isName =
    module.kind === 'master' &&
    !asked &&
    !found.group &&
    over.length > 0 &&
    (await finds(ctx, module, { filter, search: over.join(' '), named: false }))
  const party = over.length && !isName ? await findParty(ctx, group || !found.group ? namedFields(module) : [found.group], over) : undefined
  if (party) {
    Object.assign(filter, party.filter)
    said.push(`of ${party.says}`)
  }
  const says =
    state?.says ?? asked?.topic.states?.join(' or ') ?? (wants === 'average' && filter.status === 'posted' ? 'posted' : undefined)
  const choices: string[] = []
  if (!isName && !module.report)
    for (const word of over.filter((name) => !party?.used.includes(name))) {
      const choice = choiceCondition(ctx, module, word)
      if (choice) choices.push(word)
      take(choice)
    }
  const unused = [...over.filter((word) => !party?.used.includes(word) && !choices.includes(word)), ...unplaced.split(' ').filter(Boolean)]
  if (/\b(my|mine|akin|aking)\b/.test(plain) && !module.entity.owner && !asked && !module.report && !party) {
    filter.created_by = ctx.principal.user_id
    said.push('prepared by you')
  }
  const named = /\b(named|called)\b/.test(plain)
  const search =
    unused.length && !unplaced && !module.report && !asked && (await finds(ctx, module, { filter, search: unused.join(' '), named }))
      ? unused.join(' ')
      : undefined
  return {
    module,
    ...(asked ? { topic: asked.topic } : {}),
    filter,
    said: [...(says ? [says] : []), ...said],
    ...(says ? { state: says } : {}),
    wants,
    ...(amount && (amount.phrase || compared || rank || wants === 'sum' || wants === 'average') ? { amount: amount.field } : {}),
    ...(on && on.name !== module.entity.date ? { on } : {}),
    ...(monthly && module.entity.date
      ? { by: 'month' as const }
      : (group ?? chosen)
        ? { by: (group ?? chosen?.field)! }
        : usual
          ? { by: usual }
          : {}),
    ...(rank ? { rank } : {}),
    ...(first ? { first: Number(first[1]) } : latest ? { first: 1 } : {}),
    isOwn: isOwn && party === undefined,
    words: over,
    unknown: search === undefined ? unused : [],
    unnamed: new RegExp(`\\b(?:of|for|from|by|to|in|at|named|called|sa|ng|kay|si) ${unused.join(' ')}$`).test(plain),
    ...(search === undefined ? {} : { search }),
  }
}

/** Whether a search finds anything. Words marked as a name (`named`) are always searched. */
async function finds(
  ctx: Ctx,
  module: Module,
  { filter, search, named }: { readonly filter: Row; readonly search: string; readonly named: boolean },
): Promise<boolean> {
  if (named) return true
  const { data } = await ctx.services.records.list(ctx, module, { filter, search, limit: 1, count: 'none', window: 'all' })
  return data.length > 0
}

function groupBeside(module: Module, rest: string, all: readonly Module[]): { group?: Field; phrase?: string } {
  const other = findModule(rest, all)
  const field = other && referenceTo(module, other.module)
  return field ? { group: field, phrase: other.phrase } : {}
}
