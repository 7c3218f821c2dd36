/**
 * Financial statements from balances of accounts: which account stands where, in what order and under which totals, the
 * company's account groups say. Amounts are centavos, debit positive, one for each column of the statement.
 */

export type AccountType = 'Asset' | 'Liability' | 'Equity' | 'Income' | 'Expense'
type Activity = 'Cash' | 'Operating' | 'Non-cash' | 'Investing' | 'Financing'

export interface AccountGroup {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly type: AccountType
  readonly parent_id: number | null
  /** Codes and ranges of codes: `1016, 1100 to 1199`. */
  readonly accounts: string | null
  /** Title of the line after the group that adds up the statement so far. */
  readonly running_total: string | null
  readonly cash_flow: Activity | null
}
export interface Balance {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly type: AccountType
  /** Chosen on the account itself; over the codes of the groups. */
  readonly group_id: number | null
  readonly amounts: readonly bigint[]
}
/** A line of a statement. Amounts have the sign with which they are printed. */
export interface StatementRow {
  readonly title: string
  readonly level: number
  readonly is_total: boolean
  readonly account_id?: number
  readonly account_group_id?: number
  /** The result of the period, which has a statement of its own. */
  readonly result?: true
  /** A result of which no income statement of the year shows all. */
  readonly open_result?: true
  readonly amounts: readonly bigint[]
}

/** Whether an account's code is among codes and ranges such as `1016, 1100 to 1199`. */
export const inRanges = (code: string, ranges: string | null): boolean =>
  (ranges ?? '').split(',').some((part) => {
    const [from = '', to = from] = part.trim().split(/\s+to\s+/)
    return from !== '' && code >= from && code <= to
  })

const CREDIT: ReadonlySet<AccountType> = new Set(['Liability', 'Equity', 'Income'])
const add = (left: readonly bigint[], right: readonly bigint[]): bigint[] => left.map((value, index) => value + right[index]!)
const negate = (amounts: readonly bigint[]): bigint[] => amounts.map((value) => -value)
const isZero = (amounts: readonly bigint[]): boolean => amounts.every((value) => value === 0n)

/** The group of each account: its own, else the first of its type with its code. */
export function groupOf(account: Pick<Balance, 'code' | 'type' | 'group_id'>, groups: readonly AccountGroup[]): AccountGroup | undefined {
  const group = groups.find(({ id }) => id === account.group_id)
  return group ?? groups.find(({ type, accounts }) => type === account.type && inRanges(account.code, accounts))
}

interface Layout {
  readonly groups: readonly AccountGroup[]
  readonly balances: readonly Balance[]
  /** Number of columns. */
  readonly width: number
}

const byCode = <T extends { readonly code: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0))

/** Rows of the groups of one type below `parent`, with totals; `sum` is debit positive. */
function section(layout: Layout, type: AccountType): { rows: StatementRow[]; sum: bigint[] } {
  const { groups, width } = layout
  const sign = CREDIT.has(type) ? negate : (amounts: readonly bigint[]) => [...amounts]
  const accountsOfType = byCode(layout.balances.filter((account) => account.type === type && !isZero(account.amounts)))
  const nothing = (): bigint[] => Array.from({ length: width }, () => 0n)
  const draw = (group: AccountGroup, level: number): { rows: StatementRow[]; sum: bigint[] } => {
    const accounts = accountsOfType.filter((account) => groupOf(account, groups) === group)
    const inside = [
      ...accounts.map((account) => ({
        rows: [
          {
            title: `${account.code} · ${account.name}`,
            level: level + 1,
            is_total: false,
            account_id: account.id,
            amounts: sign(account.amounts),
          },
        ],
        sum: [...account.amounts],
      })),
      ...byCode(groups.filter(({ parent_id }) => parent_id === group.id)).map((child) => draw(child, level + 1)),
    ]
    const sum = inside.reduce((all, part) => add(all, part.sum), nothing())
    const rows = inside.flatMap((part) => part.rows)
    if (rows.length === 0) return { rows, sum }
    return {
      rows: [
        { title: group.name, level, is_total: false, amounts: [] },
        ...rows,
        {
          title: `Total ${group.name.charAt(0).toLowerCase()}${group.name.slice(1)}`,
          level,
          is_total: true,
          account_group_id: group.id,
          amounts: sign(sum),
        },
      ],
      sum,
    }
  }
  const tops = byCode(groups.filter((group) => group.type === type && !groups.some(({ id }) => id === group.parent_id)))
  const rows: StatementRow[] = []
  let sum = nothing()
  for (const top of tops) {
    const drawn = draw(top, 0)
    rows.push(...drawn.rows)
    sum = add(sum, drawn.sum)
  }
  for (const account of accountsOfType.filter((candidate) => groupOf(candidate, groups) === undefined)) {
    rows.push({
      title: `${account.code} · ${account.name} (no group)`,
      level: 0,
      is_total: false,
      account_id: account.id,
      amounts: sign(account.amounts),
    })
    sum = add(sum, account.amounts)
  }
  return { rows, sum }
}

/** What income and expenses come to: a profit is positive. */
export const resultOf = ({ balances, width }: Pick<Layout, 'balances' | 'width'>): bigint[] =>
  negate(
    balances
      .filter(({ type }) => type === 'Income' || type === 'Expense')
      .reduce(
        (sum, { amounts }) => add(sum, amounts),
        Array.from({ length: width }, () => 0n),
      ),
  )

/** Assets, liabilities and equity, with the result that no closing entry has carried to equity yet. */
export function balanceSheet(layout: Layout): StatementRow[] {
  const [assets, liabilities, equity] = (['Asset', 'Liability', 'Equity'] as const).map((type) => section(layout, type))
  const result = resultOf(layout)
  const difference = add(negate(equity!.sum), result)
  return [
    ...assets!.rows,
    { title: 'Total assets', level: 0, is_total: true, amounts: assets!.sum },
    ...liabilities!.rows,
    { title: 'Total liabilities', level: 0, is_total: true, amounts: negate(liabilities!.sum) },
    ...equity!.rows,
    { title: 'Result of the year, not closed yet', level: 1, is_total: false, result: true, amounts: result },
    { title: 'Total equity', level: 0, is_total: true, amounts: difference },
    { title: 'Total liabilities and equity', level: 0, is_total: true, amounts: add(negate(liabilities!.sum), difference) },
  ]
}

/** Income and expenses in the order of their groups, with the running totals that these name. */
export function incomeStatement(layout: Layout): StatementRow[] {
  const tops = byCode(layout.groups.filter(({ type, parent_id }) => (type === 'Income' || type === 'Expense') && parent_id === null))
  const rows: StatementRow[] = []
  let sofar: bigint[] = Array.from({ length: layout.width }, () => 0n)
  for (const top of tops) {
    const drawn = section(
      {
        ...layout,
        groups: layout.groups.filter(({ id, parent_id, type }) => id === top.id || (type === top.type && parent_id !== null)),
        balances: layout.balances.filter((account) => rootOf(groupOf(account, layout.groups), layout.groups)?.id === top.id),
      },
      top.type,
    )
    rows.push(...drawn.rows)
    sofar = add(sofar, negate(drawn.sum))
    if (top.running_total) rows.push({ title: top.running_total, level: 0, is_total: true, amounts: sofar })
  }
  const lost = layout.balances.filter(({ code, type, group_id }) => groupOf({ code, type, group_id }, layout.groups) === undefined)
  for (const type of ['Income', 'Expense'] as const) rows.push(...section({ ...layout, groups: [], balances: lost }, type).rows)
  return [...rows, { title: 'Net income', level: 0, is_total: true, result: true, amounts: resultOf(layout) }]
}

function rootOf(group: AccountGroup | undefined, groups: readonly AccountGroup[]): AccountGroup | undefined {
  let root = group
  for (let steps = 0; root && root.parent_id !== null && steps < 20; steps++) root = groups.find(({ id }) => id === root!.parent_id)
  return root
}

/**
 * Cash flows by the indirect method (PAS 7): the result, what of it moved no cash, and how every other balance changed.
 * `layout` has the movements of the period without the entries that took opening balances over, `opening` the cash at its
 * beginning, and `takenOver` what those entries brought into the books: their cash is no flow of any activity, and their income
 * of the year so far (of a company that came in the middle of it) is part of the net income and of that cash.
 */
export function cashFlow(
  layout: Layout,
  opening: readonly bigint[],
  takenOver: { readonly cash: readonly bigint[]; readonly result: readonly bigint[] },
): StatementRow[] {
  const zero = Array.from({ length: layout.width }, () => 0n)
  const since = resultOf(layout)
  const result = add(since, takenOver.result)
  const moved = new Map<AccountGroup | undefined, bigint[]>()
  for (const account of layout.balances) {
    if (account.type === 'Income' || account.type === 'Expense') continue
    const group = groupOf(account, layout.groups)
    // What is debited used cash, what is credited brought it.
    moved.set(group, add(moved.get(group) ?? zero, negate(account.amounts)))
  }
  const activityOf = (group: AccountGroup | undefined): Activity => group?.cash_flow ?? 'Operating'
  const part = (
    activities: readonly Activity[],
    title: (group: AccountGroup | undefined) => string,
  ): { rows: StatementRow[]; sum: bigint[] } => {
    const matches = [...moved]
      .filter(([group, amounts]) => activities.includes(activityOf(group)) && !isZero(amounts))
      .sort(([a], [b]) => ((a?.code ?? '~') < (b?.code ?? '~') ? -1 : 1))
    return {
      rows: matches.map(([group, amounts]) => ({
        title: title(group),
        level: 1,
        is_total: false,
        ...(group && { account_group_id: group.id }),
        amounts,
      })),
      sum: matches.reduce((sum, [, amounts]) => add(sum, amounts), zero),
    }
  }
  const name = (group: AccountGroup | undefined): string => group?.name ?? 'Accounts without a group'
  const nonCash = part(['Non-cash'], name)
  const operating = part(['Operating'], (group) => `Change in ${name(group).charAt(0).toLowerCase()}${name(group).slice(1)}`)
  const investing = part(['Investing'], name)
  const financing = part(['Financing'], name)
  const fromOperations = [nonCash, operating].reduce((sum, { sum: more }) => add(sum, more), since)
  const change = [investing, financing].reduce((sum, { sum: more }) => add(sum, more), fromOperations)
  const head = (title: string): StatementRow => ({ title, level: 0, is_total: false, amounts: [] })
  const total = (title: string, amounts: readonly bigint[]): StatementRow => ({ title, level: 0, is_total: true, amounts })
  return [
    head('Operating activities'),
    { title: 'Net income', level: 1, is_total: false, result: true, amounts: result },
    ...(isZero(takenOver.result)
      ? []
      : [{ title: 'Less: net income taken over at the opening', level: 1, is_total: false, amounts: negate(takenOver.result) }]),
    ...nonCash.rows,
    ...operating.rows,
    total('Net cash from operating activities', fromOperations),
    ...(investing.rows.length
      ? [head('Investing activities'), ...investing.rows, total('Net cash from investing activities', investing.sum)]
      : []),
    ...(financing.rows.length
      ? [head('Financing activities'), ...financing.rows, total('Net cash from financing activities', financing.sum)]
      : []),
    total('Change in cash', change),
    { title: 'Cash at the beginning', level: 0, is_total: false, amounts: opening },
    ...(isZero(takenOver.cash) ? [] : [{ title: 'Cash taken over at the opening', level: 0, is_total: false, amounts: takenOver.cash }]),
    total('Cash at the end', add(add(opening, takenOver.cash), change)),
  ]
}
