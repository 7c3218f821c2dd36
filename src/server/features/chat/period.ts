/** Periods in words. */
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']
const SHORT = MONTHS.map((month) => month.slice(0, 3))

const iso = (date: Date): string => date.toISOString().slice(0, 10)
const day = (year: number, month: number, date: number): Date => new Date(Date.UTC(year, month, date))

interface Period {
  readonly from: string
  readonly to: string
  /** The words that named it. */
  readonly phrase: string
}

/** As far as dates of records go, for periods that are open to one side. */
const [FIRST, LAST] = ['0001-01-01', '9999-12-31']

const shift = (date: string, days: number): string => {
  const [year, month, dayOfMonth] = date.split('-').map(Number) as [number, number, number]
  return iso(day(year, month - 1, dayOfMonth + days))
}

/** A period that the text names, as first and last day; and the words that named it. `ahead`: a month without a year is to come. */
export const findPeriod = (text: string, today: string, ahead = false): Period | undefined =>
  findRange(text, today, ahead) ?? findSpan(text, today, ahead)

/** `from … to …`, `since …`, `before …`, `the last 30 days`. */
function findRange(text: string, today: string, ahead: boolean): Period | undefined {
  const between = /\b(?:from|between) (.+?) (?:to|until|through|and) (.+)/.exec(text)
  const [begin, end] = between ? [findSpan(between[1]!, today, ahead), findSpan(between[2]!, today, ahead)] : []
  if (begin?.phrase === between?.[1] && end && between?.[2]?.startsWith(end.phrase)) {
    const phrase = between[0].slice(0, between[0].length - between[2].length + end.phrase.length)
    return { from: begin!.from, to: end.to, phrase }
  }
  const counted = /\b(last|past|next) (\d{1,3}) (day|week|month)s?\b/.exec(text)
  if (counted) {
    const count = Number(counted[2])
    const days = counted[3] === 'week' ? 7 * count : count
    const months = counted[3] === 'month'
    const away = (sign: 1 | -1): string => {
      const [year, month, dayOfMonth] = today.split('-').map(Number) as [number, number, number]
      const last = day(year, month + sign * count, 0).getUTCDate()
      return months ? iso(day(year, month - 1 + sign * count, Math.min(dayOfMonth, last))) : shift(today, sign * days)
    }
    return counted[1] === 'next'
      ? { from: shift(today, 1), to: away(1), phrase: counted[0] }
      : { from: shift(away(-1), 1), to: today, phrase: counted[0] }
  }
  const open = /\b(since|after|before|until) (.+)/.exec(text)
  const span = open && findSpan(open[2]!, today, ahead)
  if (!span || !open[2]!.startsWith(span.phrase)) return undefined
  const phrase = `${open[1]} ${span.phrase}`
  if (open[1] === 'since') return { from: span.from, to: LAST, phrase }
  if (open[1] === 'after') return { from: shift(span.to, 1), to: LAST, phrase }
  return { from: FIRST, to: open[1] === 'before' ? shift(span.from, -1) : span.to, phrase }
}

function findSpan(text: string, today: string, ahead: boolean): Period | undefined {
  const now = new Date(`${today}T00:00:00Z`)
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const monday = date - ((now.getUTCDay() + 6) % 7)
  const quarter = month - (month % 3)
  const single = (dayOfMonth: number): [Date, Date] => [day(year, month, dayOfMonth), day(year, month, dayOfMonth)]
  const spans: Record<string, [Date, Date]> = {
    today: single(date),
    ngayon: single(date),
    yesterday: single(date - 1),
    kahapon: single(date - 1),
    tomorrow: single(date + 1),
    bukas: single(date + 1),
    'this week': [day(year, month, monday), day(year, month, monday + 6)],
    'last week': [day(year, month, monday - 7), day(year, month, monday - 1)],
    'next week': [day(year, month, monday + 7), day(year, month, monday + 13)],
    'this month': [day(year, month, 1), day(year, month + 1, 0)],
    'last month': [day(year, month - 1, 1), day(year, month, 0)],
    'next month': [day(year, month + 1, 1), day(year, month + 2, 0)],
    'this quarter': [day(year, quarter, 1), day(year, quarter + 3, 0)],
    'last quarter': [day(year, quarter - 3, 1), day(year, quarter, 0)],
    'this year': [day(year, 0, 1), day(year, 11, 31)],
    'last year': [day(year - 1, 0, 1), day(year - 1, 11, 31)],
  }
  for (const [phrase, [from, to]] of Object.entries(spans))
    if (` ${text} `.includes(` ${phrase} `)) return { from: iso(from), to: iso(to), phrase }
  const written = /\b(\d{4})[-/](\d{1,2})[-/](\d{1,2})\b/.exec(text)
  if (written) {
    const isoDate = iso(day(Number(written[1]), Number(written[2]) - 1, Number(written[3])))
    return { from: isoDate, to: isoDate, phrase: written[0] }
  }
  const named = new RegExp(`\\b(${[...MONTHS, ...SHORT.filter((short) => short !== 'may')].join('|')})(?: (\\d{4}))?\\b`).exec(text)
  if (named && !(named[1] === 'may' && !/\b(in|of|for|during) may\b/.test(text) && !named[2])) {
    const which = SHORT.indexOf(named[1]!.slice(0, 3))
    // A month without a year is the last one of that name, or the next.
    const near = ahead ? (which < month ? year + 1 : year) : which > month ? year - 1 : year
    const namedYear = named[2] ? Number(named[2]) : near
    return { from: iso(day(namedYear, which, 1)), to: iso(day(namedYear, which + 1, 0)), phrase: named[0] }
  }
  const whole = /\b(20\d{2})\b/.exec(text)
  return whole ? { from: `${whole[1]}-01-01`, to: `${whole[1]}-12-31`, phrase: whole[0] } : undefined
}

const written = (date: string): string => date.replaceAll('-', '/')
/** `on 2026/10/01`, `from … to …`, `since …` or `until …`. */
export function periodText({ from, to }: Period): string {
  if (from === to) return `on ${written(from)}`
  if (to === LAST) return `since ${written(from)}`
  return from === FIRST ? `until ${written(to)}` : `from ${written(from)} to ${written(to)}`
}
