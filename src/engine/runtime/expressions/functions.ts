/** The function library. Total: no function throws on values that a half-filled record can have. */

import { type Decimal, Decimal as Exact, groupThousands, isDecimal, roundHalfUp, toDecimal } from '../../../kernel/decimal.ts'
import type { Build, Built, EvalEnv, Frame, Node } from './core.ts'
import { asNumber, asText, isEmpty, isTextual, toText, UNKNOWN, unify } from './core.ts'
import { addDays, addMonths, datePart, daysBetween, endOfMonth, minutesBetween, startOfMonth, weekday } from './dates.ts'
import type { Type } from './types.ts'
import { typeName } from './types.ts'

type Kind = 'number' | 'text' | 'date' | 'any'
interface Signature {
  readonly params: readonly Kind[]
  /** How many of the parameters may be left out. */
  readonly optional?: number
  readonly returns: Type
  readonly nullable?: boolean
  /** Its answer depends on more than its arguments. */
  readonly impure?: boolean
  /** As authors read it in the reference. */
  readonly help: string
  readonly call: (args: readonly unknown[], env: EvalEnv) => unknown
}

const number = (value: number | null) => (value === null ? null : new Exact(value))
const places = (value: unknown) => toDecimal(value).trunc().toNumber()
const str = toText
const num = (value: unknown) => value as Decimal

/** Functions of plain values, by name. `sum`, `avg`, `count`, `any`, `all` and the row forms of `min`, `max` are aggregates. */
export const FUNCTIONS: Readonly<Record<string, Signature>> = {
  round: {
    params: ['number', 'number'],
    optional: 1,
    returns: 'number',
    help: 'round(x, places): half up; places 0 when left out',
    call: ([x, n]) => roundHalfUp(num(x), places(n)),
  },
  abs: { params: ['number'], returns: 'number', help: 'abs(x): without its sign', call: ([x]) => num(x).abs() },
  ceil: { params: ['number'], returns: 'number', help: 'ceil(x): up to the next whole number', call: ([x]) => num(x).ceil() },
  floor: { params: ['number'], returns: 'number', help: 'floor(x): down to the next whole number', call: ([x]) => num(x).floor() },
  int: {
    params: ['any'],
    returns: 'number',
    help: 'int(x): the whole part',
    call: ([x]) => toDecimal(x).trunc(),
  },
  string: { params: ['any'], returns: 'text', help: 'string(x): any value as text', call: ([x]) => toText(x) },
  today: {
    params: [],
    returns: 'date',
    impure: true,
    help: 'today(): the business date',
    call: (_, env) => env.today(),
  },
  now: {
    params: [],
    returns: 'datetime',
    impure: true,
    help: 'now(): this instant',
    call: (_, env) => env.now(),
  },
  daysBetween: {
    params: ['date', 'date'],
    returns: 'number',
    nullable: true,
    help: 'daysBetween(a, b): days from a to b',
    call: ([a, b]) => number(daysBetween(a, b)),
  },
  minutesBetween: {
    params: ['date', 'date'],
    returns: 'number',
    nullable: true,
    help: 'minutesBetween(a, b): minutes from one moment to another; of times of the day to the next b after a',
    call: ([a, b]) => number(minutesBetween(a, b)),
  },
  addDays: {
    params: ['date', 'number'],
    returns: 'date',
    help: 'addDays(date, n): n days later; earlier where n is negative',
    call: ([d, n]) => addDays(d, num(n).toNumber()),
  },
  addMonths: {
    params: ['date', 'number'],
    returns: 'date',
    help: 'addMonths(date, n): last day where the day does not exist',
    call: ([d, n]) => addMonths(d, num(n).toNumber()),
  },
  startOfMonth: {
    params: ['date'],
    returns: 'date',
    help: 'startOfMonth(date): first day of its month',
    call: ([d]) => startOfMonth(d),
  },
  endOfMonth: { params: ['date'], returns: 'date', help: 'endOfMonth(date): last day of its month', call: ([d]) => endOfMonth(d) },
  year: {
    params: ['date'],
    returns: 'number',
    nullable: true,
    help: 'year(date): its year as a number',
    call: ([d]) => number(datePart(d, 'year')),
  },
  month: {
    params: ['date'],
    returns: 'number',
    nullable: true,
    help: 'month(date): its month, 1 to 12',
    call: ([d]) => number(datePart(d, 'month')),
  },
  period: {
    params: ['date'],
    returns: 'text',
    help: 'period(date): month as YYYY-MM',
    call: ([d]) => str(d).slice(0, 7),
  },
  day: {
    params: ['date'],
    returns: 'number',
    nullable: true,
    help: 'day(date): its day of the month, 1 to 31',
    call: ([d]) => number(datePart(d, 'day')),
  },
  weekday: {
    params: ['date'],
    returns: 'number',
    nullable: true,
    help: 'weekday(date): Monday 1 to Sunday 7',
    call: ([d]) => number(weekday(d)),
  },
  money: {
    params: ['number'],
    returns: 'text',
    help: 'money(x): an amount as text, with two decimals and separators of thousands',
    call: ([x]) => groupThousands(roundHalfUp(num(x), 2).toFixed(2)),
  },
  upper: { params: ['text'], returns: 'text', help: 'upper(text): in capital letters', call: ([s]) => str(s).toUpperCase() },
  lower: { params: ['text'], returns: 'text', help: 'lower(text): in small letters', call: ([s]) => str(s).toLowerCase() },
  trim: { params: ['text'], returns: 'text', help: 'trim(text): without spaces before and after', call: ([s]) => str(s).trim() },
  len: {
    params: ['any'],
    returns: 'number',
    help: 'len(x): characters of a text, entries of a list',
    call: ([x]) => new Exact(Array.isArray(x) ? x.length : [...toText(x)].length),
  },
  contains: {
    params: ['text', 'text'],
    returns: 'bool',
    help: 'contains(text, part): whether the text has the part in it',
    call: ([s, part]) => str(s).includes(str(part)),
  },
  startsWith: {
    params: ['text', 'text'],
    returns: 'bool',
    help: 'startsWith(text, part): whether the text begins with the part',
    call: ([s, part]) => str(s).startsWith(str(part)),
  },
  endsWith: {
    params: ['text', 'text'],
    returns: 'bool',
    help: 'endsWith(text, part): whether the text ends with the part',
    call: ([s, part]) => str(s).endsWith(str(part)),
  },
  words: {
    params: ['number'],
    returns: 'text',
    help: 'words(amount): the amount in words',
    call: ([x], env) => env.words?.(num(x)) ?? '',
  },
}
/** CEL's own names for the same. */
const ALIASES: Readonly<Record<string, string>> = { size: 'len' }

/** Names of all functions, for hints and the reference. */
export const FUNCTION_NAMES: readonly string[] = [
  ...Object.keys(FUNCTIONS),
  ...Object.keys(ALIASES),
  'coalesce',
  'join',
  'has',
  'lookup',
  'sum',
  'avg',
  'min',
  'max',
  'count',
  'any',
  'all',
]

function argument(build: Build, node: Node, built: Built, kind: Kind): (frame: Frame) => unknown {
  if (kind === 'number') return asNumber(build, node, built)
  if (kind === 'text') return asText(build, node, built)
  if (kind === 'date' && !isTextual(built.type) && built.type !== 'any' && built.type !== 'null') {
    build.problem(node, `A date is needed here, this is ${typeName(built.type)}.`)
  }
  return built.run
}

/** A call as written and with its arguments compiled. */
interface FunctionCall {
  readonly name: string
  readonly nodes: readonly Node[]
  readonly args: readonly Built[]
}

/** A call of one of `FUNCTION_NAMES`; aggregates come here only without rows to run over. */
export function callFunction(build: Build, node: Node, { name, nodes, args }: FunctionCall): Built {
  const alias = ALIASES[name] ?? name
  if (alias === 'coalesce') return coalesce(build, node, args)
  if (alias === 'join') return join(build, node, nodes, args)
  if (alias === 'has') return has(build, node, args)
  if (alias === 'lookup') return lookup(build, node, nodes, args)
  if (alias === 'min' || alias === 'max') return extreme(build, node, alias, { nodes, args })
  const signature = Object.hasOwn(FUNCTIONS, alias) ? FUNCTIONS[alias] : undefined
  if (!signature) {
    build.problem(node, `${name}() takes the rows of a child table.`, `e.g. ${name}(items, …)`)
    return UNKNOWN
  }
  const most = signature.params.length
  if (args.length > most || args.length < most - (signature.optional ?? 0)) {
    build.problem(node, `${name}() takes ${most} argument${most === 1 ? '' : 's'}, not ${args.length}.`, signature.help)
    return UNKNOWN
  }
  if (signature.impure) build.impure = true
  const runs = args.map((arg, i) => argument(build, nodes[i]!, arg, signature.params[i]!))
  const { call, returns, nullable } = signature
  return {
    type: returns,
    run: (frame) =>
      call(
        runs.map((run) => run(frame)),
        frame.env,
      ),
    ...(nullable ? { nullable } : {}),
  }
}

/** The first argument that is not empty. */
function coalesce(build: Build, node: Node, args: readonly Built[]): Built {
  if (!args.length) {
    build.problem(node, 'coalesce() needs an argument.')
    return UNKNOWN
  }
  let type: Type = 'null'
  for (const arg of args) {
    const joined = unify(type, arg.type)
    if (joined === undefined) {
      build.problem(node, `The arguments of coalesce() must be of one type, not ${typeName(type)} and ${typeName(arg.type)}.`)
      return UNKNOWN
    }
    type = joined
  }
  const runs = args.map((arg) => arg.raw ?? arg.run)
  const run = (frame: Frame) => {
    for (const each of runs) {
      const value = each(frame)
      if (!isEmpty(value)) return value
    }
    return null
  }
  return { type, run, nullable: true }
}

/** `join(separator, a, b, …)`: the parts that are not empty as one text, with the separator between them. */
function join(build: Build, node: Node, nodes: readonly Node[], args: readonly Built[]): Built {
  const [separator, ...parts] = args
  if (!separator || !parts.length) {
    build.problem(node, 'join() takes a separator and at least one part.', "join(', ', last_name, first_name)")
    return UNKNOWN
  }
  const between = argument(build, nodes[0]!, separator, 'text')
  const runs = parts.map((part) => part.raw ?? part.run)
  return {
    type: 'text',
    run: (frame) =>
      runs
        .map((run) => toText(run(frame)))
        .filter((text) => text !== '')
        .join(str(between(frame))),
  }
}

function has(build: Build, node: Node, args: readonly Built[]): Built {
  const [arg] = args
  if (!arg || args.length > 1) {
    build.problem(node, 'has() takes 1 argument.')
    return UNKNOWN
  }
  const raw = arg.raw ?? arg.run
  return { type: 'bool', run: (frame) => !isEmpty(raw(frame)) }
}

/** `lookup("module.lines.field", key, date)`: the row with the latest `effective_from` not after the date. */
function lookup(build: Build, node: Node, nodes: readonly Node[], args: readonly Built[]): Built {
  const [table] = nodes
  const name = table?.op === 'value' && typeof table.args === 'string' ? table.args : undefined
  if (name === undefined || args.length !== 3) {
    build.problem(node, 'lookup() takes the name of a table in quotes, a key and a date.', 'lookup("module.lines.field", key, date)')
    return UNKNOWN
  }
  build.lookups.add(name)
  build.impure = true
  const key = args[1]!.run
  const date = argument(build, nodes[2]!, args[2]!, 'date')
  return { type: 'any', run: (frame) => frame.env.lookup?.(name, key(frame), toText(date(frame))) ?? null }
}

/** `min(a, b, …)`, `max(a, b, …)` of numbers, or of dates (empty ones do not count). */
function extreme(
  build: Build,
  node: Node,
  name: 'min' | 'max',
  { nodes, args }: { readonly nodes: readonly Node[]; readonly args: readonly Built[] },
): Built {
  if (args.length < 2) {
    build.problem(node, `${name}() takes rows and an expression, or at least 2 values.`)
    return UNKNOWN
  }
  if (args.some((arg) => isTextual(arg.type))) {
    const runs = args.map((arg, i) => argument(build, nodes[i]!, arg, 'date'))
    return {
      type: 'date',
      run: (frame) =>
        extremeOf(
          name,
          runs.map((run) => run(frame)).filter((v) => !isEmpty(v)),
        ),
    }
  }
  const runs = args.map((arg, i) => asNumber(build, nodes[i]!, arg))
  return {
    type: 'number',
    run: (frame) =>
      extremeOf(
        name,
        runs.map((run) => run(frame)),
      ),
  }
}

/** Smallest or greatest of numbers or of texts; null of none. */
export function extremeOf(name: 'min' | 'max', values: readonly unknown[]): unknown {
  let best: unknown = null
  for (const value of values) {
    if (best === null) best = value
    else {
      const sign = isDecimal(value) && isDecimal(best) ? value.cmp(best) : toText(value) < toText(best) ? -1 : 1
      if (name === 'min' ? sign < 0 : sign > 0) best = value
    }
  }
  return best
}
