/** Figures of a list against sums over the rows that the same list answers, and against what a caller must not learn. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Aggregate, DATE_UNITS, type DateUnit } from '../../src/engine/model/aggregate.ts'
import type { Principal, Row } from '../../src/engine/model/module.ts'
import { addDays, firstOfMonth, monthOf, weekday, yearOf } from '../../src/kernel/dates.ts'
import { type Harness, principalOf, startHarness } from './harness.ts'

let h: Harness
const MASTERS = 4
const ORDERS = 120
const FROM = '2024-12-20'

beforeAll(async () => {
  h = await startHarness(['fixture_group', 'fixture_master', 'fixture_order'], { code: 'AGG', today: '2026-11-21' })
  const ctx = await h.ctx()
  const s = `"${h.company.schema}"`
  await ctx.db.query(`insert into ${s}.fixture_group (code, name) values ('T', 'Trees'), ('S', 'Stones')`)
  await ctx.db.query(
    `insert into ${s}.fixture_master (code, name, fixture_group_id, kind, cost, account_no, tags)
     select 'M' || g, 'Master ' || g, 1 + g % 2, case when g = 1 then 'service' else 'goods' end, g, '00' || g,
       case when g = 1 then '{}'::text[] when g = 2 then '{red,green}' else '{red}' end
     from generate_series(1, ${MASTERS}) g`,
  )
  await ctx.db.query(`insert into ${s}.branch (id, code, name) values (7, 'B7', 'Branch 7'), (8, 'B8', 'Branch 8') on conflict do nothing`)
  await ctx.db.query(
    `insert into ${s}.fixture_order (transaction_no, transaction_date, branch_id, fixture_group_id, total, status, created_by)
     select 'FO-' || g, date '${FROM}' + (g * 37 % 700), 7 + g % 2, case when g % 3 = 0 then 2 else 1 end,
       round(((g * 7919) % 10007)::numeric / 13, 2), case when g % 5 = 0 then 'posted' else 'draft' end, 1
     from generate_series(1, ${ORDERS}) g`,
  )
  await ctx.db.query(
    `insert into ${s}.fixture_order__items (parent_id, line_no, fixture_master_id, qty, unit_price, amount, cost)
     select o.id, l, 1 + (o.id + l) % ${MASTERS}, o.id % 7 + l, 10, (o.id % 7 + l) * 10, l
     from ${s}.fixture_order o, generate_series(1, 3) l where l <= o.id % 4`,
  )
})
afterAll(() => h?.close())

const get = async (query: string, as?: Principal, module = 'fixture_order') => h.call('GET', `${module}/aggregate?${query}`, undefined, as)
const figures = async (query: string, as?: Principal, module?: string): Promise<Aggregate> => {
  const { status, body } = await get(query, as, module)
  expect(body.errors ?? body.message ?? '').toBe('')
  expect(status).toBe(200)
  return body.data
}

const orders = async (query = ''): Promise<Row[]> =>
  (await h.call('GET', `fixture_order/paginate?limit=500&window=all&sort=id&${query}`)).body.data as Row[]

/** The first day of the span that a date is in. */
function spanOf(date: string, unit: DateUnit): string {
  if (unit === 'week') return addDays(date, 1 - weekday(date))
  if (unit === 'month') return firstOfMonth(date)
  if (unit === 'quarter') return `${date.slice(0, 4)}-${String(Math.floor((monthOf(date) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`
  return unit === 'year' ? `${yearOf(date)}-01-01` : date
}

test('every grouping, filter and measure equals a sum over the rows of the list', async () => {
  const all = await orders()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...DATE_UNITS),
      fc.constantFrom('fixture_group_id', 'branch_id', 'status', 'is_posted'),
      fc.constantFrom(
        '',
        'status=draft',
        'filter[total][gte]=300',
        'search=trees',
        'filter[transaction_date][between]=2025-02-10,2025-09-03',
      ),
      async (unit, field, filter) => {
        const rows = await orders(filter)
        const expected = new Map<string, number[]>()
        for (const row of rows) {
          const key = JSON.stringify([spanOf(String(row.transaction_date), unit), row[field]])
          expected.set(key, [...(expected.get(key) ?? []), Number(row.total)])
        }
        const asked = `group=transaction_date:${unit},${field}&measure=count,sum:total,average:total,min:total,max:total&window=all&limit=5000&totals=true&${filter}`
        const answer = await figures(asked)
        const round = (value: number) => Math.round((value + Number.EPSILON) * 100) / 100
        const measureOf = (totals: number[]) => {
          const sum = round(totals.reduce((a, b) => a + b, 0))
          return [totals.length, sum, expect.closeTo(sum / totals.length, 1), Math.min(...totals), Math.max(...totals)]
        }
        expect(new Map(answer.rows.map(({ keys, values }) => [JSON.stringify(keys), values]))).toEqual(
          new Map([...expected].map(([key, totals]) => [key, measureOf(totals)])),
        )
        expect(answer.totals!.values).toEqual(measureOf(rows.map(({ total }) => Number(total))))
      },
    ),
    { numRuns: 30 },
  )
  expect(all).toHaveLength(ORDERS)
})

test('the filter of each group lists its records', async () => {
  const filter = 'filter[transaction_date][between]=2025-02-10,2025-09-03'
  const { rows } = await figures(`group=transaction_date:month,fixture_group.name,status&measure=count&${filter}&limit=5000`)
  expect(rows.length).toBeGreaterThan(8)
  for (const row of rows) {
    const query = encodeURIComponent(JSON.stringify(row.filter))
    const { body } = await h.call('GET', `fixture_order/paginate?window=all&filter=${query}`)
    expect(body.pagination!.total, JSON.stringify(row)).toBe(row.values[0])
  }
})

describe('lines', () => {
  const lines = async (): Promise<{ order: Row; line: Row }[]> => {
    const ctx = await h.ctx()
    const s = `"${h.company.schema}"`
    const found = await ctx.db.query<Row>(
      `select row_to_json(o) as o, row_to_json(i) as i from ${s}.fixture_order__items i join ${s}.fixture_order o on o.id = i.parent_id`,
    )
    return found.map(({ o, i }) => ({ order: o as Row, line: i as Row }))
  }
  const sums = (rows: Iterable<readonly [unknown, number]>): Map<unknown, number> => {
    const found = new Map<unknown, number>()
    for (const [key, value] of rows) found.set(key, Number(((found.get(key) ?? 0) + value).toFixed(2)))
    return found
  }

  test('are summed by their own references, and their records counted once', async () => {
    const expected = await lines()
    const answer = await figures(
      'group=items.fixture_master_id&measure=sum:items.qty,count,count:items&window=all&totals=true&sort=items.fixture_master_id',
    )
    expect(new Map(answer.rows.map(({ keys, values }) => [keys[0], values[0]]))).toEqual(
      sums(expected.map(({ line }) => [line.fixture_master_id, Number(line.qty)])),
    )
    for (const { keys, values } of answer.rows) {
      const inGroup = expected.filter(({ line }) => line.fixture_master_id === keys[0])
      expect(values.slice(1)).toEqual([new Set(inGroup.map(({ order }) => order.id)).size, inGroup.length])
    }
    expect(answer.rows.map(({ labels }) => labels[0])).toEqual(['M1 · Master 1', 'M2 · Master 2', 'M3 · Master 3', 'M4 · Master 4'])
    expect(answer.totals!.values).toEqual([
      expected.reduce((sum, { line }) => sum + Number(line.qty), 0),
      new Set(expected.map(({ order }) => order.id)).size,
      expected.length,
    ])
  })

  test('with amounts of whole records are summed for each record first', async () => {
    const [expected, all] = [await lines(), await orders()]
    const answer = await figures('group=fixture_group_id&measure=sum:total,sum:items.amount,count:items,average:items.qty&window=all')
    const totals = sums(all.map(({ fixture_group_id, total }) => [fixture_group_id, Number(total)]))
    const amounts = sums(expected.map(({ order, line }) => [order.fixture_group_id, Number(line.amount)]))
    expect(answer.rows).toHaveLength(2)
    for (const { keys, values } of answer.rows) {
      const inGroup = expected.filter(({ order }) => order.fixture_group_id === keys[0])
      const average = inGroup.reduce((sum, { line }) => sum + Number(line.qty), 0) / inGroup.length
      expect(values).toEqual([totals.get(keys[0]), amounts.get(keys[0]), inGroup.length, expect.closeTo(average, 5)])
    }
  })

  test('limited by a filter are the only ones summed', async () => {
    const expected = (await lines()).filter(({ line }) => line.fixture_master_id === 3)
    const answer = await figures('measure=sum:items.qty,count:items&window=all&filter[items.fixture_master_id]=3')
    expect(answer.rows[0]!.values).toEqual([expected.reduce((sum, { line }) => sum + Number(line.qty), 0), expected.length])
  })

  test('can be grouped through their references', async () => {
    const answer = await figures('group=items.fixture_master.fixture_group_id,items.fixture_master.kind&measure=count:items&window=all')
    const total = answer.rows.reduce((sum, { values }) => sum + Number(values[0]), 0)
    expect(total).toBe((await lines()).length)
    expect(answer.groups.map(({ title }) => title)).toEqual(['Fixture master · Fixture group', 'Fixture master · Kind'])
  })
})

test('a record with several values is in several groups, and once in the totals', async () => {
  const answer = await figures('group=tags&measure=count&totals=true', undefined, 'fixture_master')
  expect(answer.rows.map(({ keys, values }) => [keys[0], values[0]])).toEqual([
    ['red', 3],
    ['green', 1],
    [null, 1],
  ])
  expect(answer.totals!.values).toEqual([MASTERS])
})

test('a period is compared with the preceding one, by day and by month', async () => {
  const all = await orders()
  const within = (from: string, to: string) =>
    all.filter(({ transaction_date }) => String(transaction_date) >= from && String(transaction_date) <= to).length
  const answer = await figures(
    'group=transaction_date:month&measure=count&filter[transaction_date][between]=2026-01-01,2026-03-31&compare=year&totals=true',
  )
  expect(answer.period).toEqual({ from: '2026-01-01', to: '2026-03-31', previous: { from: '2025-01-01', to: '2025-03-31' } })
  expect(answer.rows.map(({ keys, values, previous }) => [keys[0], values[0], previous![0]])).toEqual([
    ['2026-01-01', within('2026-01-01', '2026-01-31'), within('2025-01-01', '2025-01-31')],
    ['2026-02-01', within('2026-02-01', '2026-02-28'), within('2025-02-01', '2025-02-28')],
    ['2026-03-01', within('2026-03-01', '2026-03-31'), within('2025-03-01', '2025-03-31')],
  ])
  expect(answer.totals).toEqual({ values: [within('2026-01-01', '2026-03-31')], previous: [within('2025-01-01', '2025-03-31')] })
  const sums = await figures('measure=sum:total,count:items&filter[transaction_date][between]=2026-01-01,2026-03-31&compare=year')
  const totalOf = (from: string, to: string) => {
    const inSpan = all.filter(({ transaction_date: date }) => String(date) >= from && String(date) <= to)
    return expect.closeTo(
      inSpan.reduce((sum, { total }) => sum + Number(total), 0),
      2,
    )
  }
  expect(sums.rows[0]!.values[0]).toEqual(totalOf('2026-01-01', '2026-03-31'))
  expect(sums.rows[0]!.previous![0]).toEqual(totalOf('2025-01-01', '2025-03-31'))
  const days = await figures('measure=count&filter[transaction_date][between]=2026-03-05,2026-03-14&compare=previous')
  expect(days.period!.previous).toEqual({ from: '2026-02-23', to: '2026-03-04' })
  expect(days.rows[0]).toMatchObject({ values: [within('2026-03-05', '2026-03-14')], previous: [within('2026-02-23', '2026-03-04')] })
})

test('the largest groups come first, the rest is one group, and a condition excludes groups', async () => {
  const all = await figures('group=transaction_date:month&measure=sum:total,count&sort=-sum:total&window=all&totals=true')
  const some = await figures('group=transaction_date:month&measure=sum:total,count&sort=-sum:total&window=all&limit=3&others=true')
  expect(some.rows).toEqual(all.rows.slice(0, 3))
  expect(some.total_groups).toBe(all.rows.length)
  const rest = all.rows.slice(3)
  expect(some.others).toEqual({
    groups: rest.length,
    values: [0, 1].map((index) =>
      expect.closeTo(
        rest.reduce((sum, { values }) => sum + Number(values[index]), 0),
        2,
      ),
    ),
  })
  const many = await figures('group=transaction_date:month&measure=count&having[count][gte]=7&window=all')
  expect(many.rows.map(({ keys }) => keys[0]).sort()).toEqual(
    all.rows
      .filter(({ values }) => Number(values[1]) >= 7)
      .map(({ keys }) => keys[0])
      .sort(),
  )
})

test('uses the default window of the list', async () => {
  const answer = await figures('measure=count')
  expect(answer.window).toEqual({ field: 'transaction_date', from: '2025-11-20' })
  expect(answer.rows[0]!.values[0]).toBe((await orders()).filter(({ transaction_date }) => String(transaction_date) >= '2025-11-20').length)
})

test.each([
  ['group=colour', 'no field "colour"'],
  ['group=stauts', 'Did you mean "status"?'],
  ['group=transaction_date:mnoth', 'Did you mean "month"?'],
  ['group=status:month', 'no date'],
  ['measure=total:sum', 'none of count'],
  ['measure=sum', 'of which field'],
  ['measure=sum:status', 'no number'],
  ['measure=count:status', 'no lines'],
  ['measure=sum:total&group=items.fixture_master_id', 'belongs to the whole record'],
  ['measure=count&having[sum:total][gt]=1', 'not measured'],
  ['measure=count&having[count][gt]=many', 'not a number'],
  ['measure=count&sort=total', 'neither a group nor a measure'],
  ['measure=count&compare=previous', 'Say which period'],
  ['measure=count&compare=year&filter[transaction_date][between]=2024-01-01,2026-01-01', 'more than a year'],
  ['measure=count&compare=year&on=status&status=draft', 'no date'],
  ['group=a,b,c,d,e', 'At most 4 groups'],
  ['group=password', 'no field'],
])('refuses %s', async (query, message) => {
  const { status, body } = await get(query)
  expect(status).toBe(400)
  expect(
    Object.values(body.errors ?? {})
      .flat()
      .join(' '),
  ).toContain(message)
})

describe('as a table', () => {
  const table = async (query: string): Promise<string[][]> => {
    const { status, text } = await h.call('GET', `fixture_order/aggregate?window=all&format=csv&${query}`)
    expect(status).toBe(200)
    return text
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
  }

  test('there is a row for each group, named as in lists, and the totals', async () => {
    const { rows, totals } = await figures('group=status&measure=count,sum:total&totals=1&window=all')
    expect(await table('group=status&measure=count,sum:total')).toEqual([
      ['Status', 'Number', 'Total'],
      ...rows.map(({ keys, values }) => [keys[0] === 'draft' ? 'Draft' : 'Posted', String(values[0]), Number(values[1]).toFixed(2)]),
      ['Total', String(totals!.values[0]), Number(totals!.values[1]).toFixed(2)],
    ])
  })

  test('an outline has the sums of each group above its subgroups, in order of name', async () => {
    const query = 'measure=count,average:total&totals=1&window=all'
    const line = (names: string[], [count, mean]: readonly unknown[]) => [...names, String(count), Number(mean).toFixed(2)]
    const within = async (title: string, status: string) => {
      const { rows, totals } = await figures(`group=fixture_group_id&${query}&filter[status]=${status}`)
      const valuesOf = (label: string) => rows.find(({ labels }) => labels[0] === label)!.values
      const stones = line([title, 'S · Stones'], valuesOf('S · Stones'))
      return [line([title, 'Total'], totals!.values), stones, line([title, 'T · Trees'], valuesOf('T · Trees'))]
    }
    const all = (await figures(query)).totals!.values
    const [head, ...lines] = await table('group=status,fixture_group_id&measure=count,average:total&subtotals=1')
    expect(head).toHaveLength(4)
    expect(lines).toEqual([...(await within('Draft', 'draft')), ...(await within('Posted', 'posted')), line(['Total', ''], all)])
  })

  test('a pivot computes its sums from the records, averages included', async () => {
    const [head, ...lines] = await table('group=status,fixture_group_id&measure=average:total&spread=1')
    expect(head).toEqual(['Status', 'S · Stones', 'T · Trees', 'Total'])
    const mean = async (filter: string) => {
      const { rows } = await figures(`measure=average:total&window=all${filter}`)
      return Number(rows[0]!.values[0]).toFixed(2)
    }
    const cells = ['&filter[fixture_group_id]=2', '&filter[fixture_group_id]=1', '']
    const line = async (title: string, filter: string) => [title, ...(await Promise.all(cells.map((cell) => mean(filter + cell))))]
    expect(lines).toEqual([
      await line('Draft', '&filter[status]=draft'),
      await line('Posted', '&filter[status]=posted'),
      await line('Total', ''),
    ])
  })

  test('a pivot with more columns than a spreadsheet can show is refused', async () => {
    const { status, body } = await get('group=status,transaction_no&spread=1&format=csv&measure=count,sum:total,min:total&window=all')
    expect([status, body.errors]).toEqual([400, { group: [expect.stringContaining('250 columns')] }])
  })
})

describe('permissions', () => {
  const limited = (more: Partial<Principal>) => principalOf(h.modules, more)

  test('sums include the rows that the user can list', async () => {
    const only = limited({ branch_ids: [7] })
    const seen = (await h.call('GET', 'fixture_order/paginate?limit=500&window=all', undefined, only)).body.data as Row[]
    const answer = await figures('measure=count,sum:total&window=all', only)
    expect(seen.length).toBeLessThan(ORDERS)
    expect(answer.rows[0]!.values).toEqual([
      seen.length,
      expect.closeTo(
        seen.reduce((sum, row) => sum + Number(row.total), 0),
        2,
      ),
    ])
  })

  test('hidden fields, and values masked in lists, have no figures', async () => {
    const poor = limited({ access: [] })
    expect((await get('measure=sum:items.cost&window=all')).status).toBe(200)
    expect((await get('measure=sum:items.cost&window=all', poor)).status).toBe(400)
    expect((await get('group=items.cost&window=all', poor)).status).toBe(400)
    expect((await get('measure=sum:items.fixture_master.cost&window=all', poor)).status).toBe(400)
    for (const query of ['group=account_no', 'measure=distinct:account_no', 'measure=min:cost'])
      expect((await get(query, poor, 'fixture_master')).status, query).toBe(400)
    expect((await get('group=account_no', undefined, 'fixture_master')).status).toBe(400)
    expect((await get('group=items.fixture_master.account_no&window=all')).status).toBe(400)
  })

  test('users who cannot list the records get no figures', async () => {
    const grants = Object.fromEntries(Object.entries(h.admin.grants).filter(([name]) => name !== 'fixture_order'))
    expect((await get('measure=count', limited({ grants }))).status).toBe(403)
  })
})
