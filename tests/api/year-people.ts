/**
 * Employees of all kinds and what distinguishes them in the year 2026. Everything follows from the employee's number, so that
 * each run is the same.
 */
export type Group = 'office' | 'plant' | 'directors' | 'fortnightly'
export interface Person {
  readonly n: number
  id: number
  readonly group: Group
  readonly kind: 'monthly' | 'daily' | 'minimum' | 'hourly' | 'piece' | 'alien'
  readonly rate: number
  readonly hired: string
  readonly left: string | null
  readonly cause: string | null
}

const two = (value: number): string => String(value).padStart(2, '0')
const KINDS: readonly (readonly [Group, Person['kind'], (n: number) => number])[] = [
  ...Array.from({ length: 8 }, () => ['office', 'monthly', (n: number) => 18_000 + (n % 90) * 1000] as const),
  ['directors', 'monthly', (n) => 120_000 + (n % 40) * 20_000],
  ...Array.from({ length: 4 }, () => ['plant', 'daily', (n: number) => 800 + (n % 30) * 20] as const),
  ['plant', 'minimum', () => 695],
  ['plant', 'minimum', () => 695],
  ['plant', 'hourly', (n) => 110 + (n % 20) * 5],
  ['plant', 'piece', () => 695],
  ['fortnightly', 'monthly', (n) => 26_000 + (n % 25) * 1000],
  ['office', 'monthly', (n) => 25_000 + (n % 50) * 1500],
  ['office', 'alien', () => 150_000],
]

/** Who works in the company in the year, by number from 1. */
export function people(size: number): Person[] {
  return Array.from({ length: size }, (_, index): Person => {
    const n = index + 1
    const [group, kind, rate] = KINDS[index % KINDS.length]!
    const cycle = Math.floor(index / KINDS.length)
    // Aliens are few; fortnightly employees stay, since their final pay has the same rules.
    const isAlien = kind === 'alien' && cycle < 2
    const joins = n % 11 === 3
    const leaves = n % 13 === 7 && group !== 'fortnightly' && !isAlien
    const month = 2 + (n % 9)
    return {
      n,
      id: 0,
      group,
      kind: kind === 'alien' && !isAlien ? 'monthly' : kind,
      rate: kind === 'alien' && !isAlien ? 40_000 : rate(n),
      hired: joins && !leaves ? `2026-${two(month)}-${n % 2 ? '01' : '10'}` : `20${10 + (n % 14)}-03-01`,
      left: leaves ? `2026-${two(month + 1)}-${n % 3 ? '20' : '09'}` : null,
      cause: leaves ? (['resignation', 'redundancy', 'retrenchment'] as const)[n % 3]! : null,
    }
  })
}

const joins = ({ hired }: Person): boolean => hired > '2026-01'
const isPaidByList = ({ kind }: Person): boolean => kind !== 'alien'
const canBorrow = (person: Person): boolean => isPaidByList(person) && !joins(person) && person.group !== 'fortnightly'

/** What happens to some employees, or sets their pay apart from that of others of their kind. */
const TRAITS = {
  joining: joins,
  'joining inside of a period': ({ hired }) => hired > '2026-01' && hired.endsWith('-10'),
  resigning: ({ cause }) => cause === 'resignation',
  redundant: ({ cause }) => cause === 'redundancy',
  retrenched: ({ cause }) => cause === 'retrenchment',
  'leaving in the first half of a month': ({ left }) => left?.endsWith('-09') ?? false,
  'allowed transport': (person) => isPaidByList(person) && person.n % 12 === 6,
  'allowed meals': (person) => isPaidByList(person) && person.n % 12 === 0,
  'given rice': (person) => isPaidByList(person) && person.n % 8 === 4,
  'given rice beyond the limit': (person) => isPaidByList(person) && person.n % 8 === 0,
  'paid commissions': (person) => isPaidByList(person) && person.n % 5 === 1,
  'in hazard': ({ group, n }) => group === 'plant' && n % 7 === 0,
  reimbursed: (person) => isPaidByList(person) && person.n % 14 === 5,
  'in the union': ({ group, n }) => group === 'plant' && n % 3 === 0,
  'at work by night': ({ group, n }) => group === 'plant' && n % 6 === 0,
  'paid by another before': (person) => isPaidByList(person) && joins(person) && person.n % 2 === 1,
  'given benefits by another before': (person) => isPaidByList(person) && joins(person) && person.n % 6 === 3,
  'borrowing from the SSS': (person) => canBorrow(person) && person.n % 16 === 2,
  'borrowing after a calamity': (person) => canBorrow(person) && person.n % 32 === 2,
  'borrowing from Pag-IBIG': (person) => canBorrow(person) && person.n % 16 === 4,
  'borrowing from the company': (person) => canBorrow(person) && person.n % 24 === 6,
  raised: ({ kind, left, n }) => kind === 'monthly' && n % 10 === 1 && !left,
  'raised for days that were paid': ({ kind, left, n }) => kind === 'monthly' && n % 10 === 2 && !left,
  'raised by a wage order': ({ kind, left }) => (kind === 'minimum' || kind === 'piece') && !left,
  'saving more': ({ n }) => n % 9 === 0,
  'named junior': ({ n }) => n % 17 === 0,
} satisfies Record<string, (person: Person) => boolean>
export type Trait = keyof typeof TRAITS

/** Whether the employee has the trait. */
export const is = (trait: Trait, person: Person): boolean => TRAITS[trait](person)

/**
 * The first `always` of these employees, and the fewest others, more or less, by whom any two traits are still had together by
 * somebody of each kind by whom they are had together among all: the pay of the rest is computed by the same rules in the same
 * combinations.
 */
export function different(all: readonly Person[], always: number): Person[] {
  const names = Object.keys(TRAITS) as Trait[]
  const chosen = new Set<Person>()
  const seen = new Set<string>()
  const choose = (person: Person): void => {
    const traits = names.filter((name) => is(name, person))
    const pairs = ['', ...traits].flatMap((first, index) => traits.slice(index).map((second) => `${first} ${second}`))
    const keys = ['', ...pairs].map((pair) => `${person.group} ${person.kind} ${pair}`)
    if (person.n > always && keys.every((key) => seen.has(key))) return
    chosen.add(person)
    for (const key of keys) seen.add(key)
  }
  const traitsOf = (person: Person): number => names.filter((name) => is(name, person)).length
  // Who has most in common with others comes first.
  for (const person of [...all.slice(0, always), ...all.slice(always).sort((a, b) => traitsOf(b) - traitsOf(a))]) choose(person)
  return all.filter((person) => chosen.has(person))
}
