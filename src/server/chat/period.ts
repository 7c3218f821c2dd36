/** Periods in words. */
const MONTHS = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']
const SHORT = MONTHS.map((month) => month.slice(0, 3))

const iso = (date: Date): string => date.toISOString().slice(0, 10)
const day = (year: number, month: number, date: number): Date => new Date(Date.UTC(year, month, date))

export interface Period {
  readonly from: string
  readonly to: string
  /** The words that named it. */
  readonly phrase: string
}

/** A period that the text names, as first and last day; and the words that named it. */
export function findPeriod(text: string, today: string): Period | undefined {
  const now = new Date(`${today}T00:00:00Z`)
  const [year, month, date] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const monday = date - ((now.getUTCDay() + 6) % 7)
  const quarter = month - (month % 3)
  const one = (at: number): [Date, Date] => [day(year, month, at), day(year, month, at)]
  const spans: Record<string, [Date, Date]> = {
    today: one(date),
    ngayon: one(date),
    yesterday: one(date - 1),
    kahapon: one(date - 1),
    tomorrow: one(date + 1),
    bukas: one(date + 1),
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
    const at = iso(day(Number(written[1]), Number(written[2]) - 1, Number(written[3])))
    return { from: at, to: at, phrase: written[0] }
  }
  const named = new RegExp(`\\b(${[...MONTHS, ...SHORT.filter((short) => short !== 'may')].join('|')})(?: (\\d{4}))?\\b`).exec(text)
  if (named && !(named[1] === 'may' && !/\b(in|of|for|during) may\b/.test(text) && !named[2])) {
    const which = SHORT.indexOf(named[1]!.slice(0, 3))
    // A month without a year is the last one of that name.
    const of = named[2] ? Number(named[2]) : which > month ? year - 1 : year
    return { from: iso(day(of, which, 1)), to: iso(day(of, which + 1, 0)), phrase: named[0] }
  }
  const whole = /\b(20\d{2})\b/.exec(text)
  return whole ? { from: `${whole[1]}-01-01`, to: `${whole[1]}-12-31`, phrase: whole[0] } : undefined
}

/** `on 2026/10/01`, or `from … to …`. */
export const periodText = ({ from, to }: Period): string =>
  from === to ? `on ${from.replaceAll('-', '/')}` : `from ${from.replaceAll('-', '/')} to ${to.replaceAll('-', '/')}`
