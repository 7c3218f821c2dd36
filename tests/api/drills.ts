/** Figures that open a list: whether each list adds up to the figure that opened it. */
import type { Module, Row, SpreadColumn } from '../../src/engine/model/module.ts'
import { toCents } from '../../src/kernel/decimal.ts'
import { drillTarget, recordFigure } from '../../src/web/records/index/drill.ts'

interface Page {
  readonly data: Row[]
  readonly totals: Row
  readonly columns?: readonly SpreadColumn[]
  readonly parameters?: Row
}
type Call = (method: 'GET', path: string) => Promise<{ status: number; body: unknown }>

/** Figures of one report that are looked at: rows of a large report are alike. */
const MOST_ROWS = 40

/** Every figure of the report, asked with `query`, whose list has no total that is the figure; `looked` counts those that have. */
export async function figuresThatDoNotTie(call: Call, { name, report }: Module, query: string, looked = { figures: 0 }): Promise<string[]> {
  const ask = async (path: string): Promise<Page> => {
    const { status, body } = await call('GET', path)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body as Page
  }
  const opened = new Map<string, Page>()
  const wrong: string[] = []
  const page = await ask(`${name}/paginate?limit=all&${query}`)
  const columns = page.columns ?? []
  const names = [...(report?.drill ?? []).flatMap((drill) => drill.columns), ...columns.map((column) => column.name)]
  for (const row of page.data.slice(0, MOST_ROWS))
    for (const column of new Set(names)) {
      const target = drillTarget(report!, column, { row, parameters: page.parameters ?? {}, columns })
      if (!target) continue
      const path = `${target.to}/paginate?limit=all&${target.query}`
      const list = opened.get(path) ?? (await ask(path))
      opened.set(path, list)
      const figure = toCents(row[column])
      // A list says of a credit whether it is one; a statement prints it by the side on which it stands. A statement has no
      // totals: its own net income is what the net income of another opens.
      const result = list.data.find((line) => line.result === true)
      const totals = [...Object.values(list.totals), ...(result ? [result.c1] : [])].map(toCents)
      if (totals.some((total) => total === figure || total === -figure)) looked.figures++
      else
        wrong.push(
          `${name}?${query} ${String(row.title ?? row.id)} ${column} ${String(row[column])}: ${path} ${JSON.stringify(list.totals)}`,
        )
    }
  return wrong
}

/** Every figure of the module's records, and of the rows of these, whose list has no total that is the figure. */
export async function recordFiguresThatDoNotTie(call: Call, module: Module, looked = { figures: 0 }): Promise<string[]> {
  const ask = async (path: string): Promise<unknown> => {
    const { status, body } = await call('GET', path)
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const { data } = (await ask(`${module.name}/paginate?limit=${MOST_ROWS}&window=all`)) as Page
  const wrong: string[] = []
  for (const { id } of data) {
    const record = ((await ask(`${module.name}/${String(id)}`)) as { data: Row }).data
    for (const field of (module.drill ?? []).flatMap(({ fields }) => fields)) {
      const [head, tail] = field.split('.') as [string, string | undefined]
      // A record of many employees has alike rows: the first ones of each are looked at.
      const rows = tail === undefined ? [undefined] : ((record[head] as Row[] | undefined) ?? []).slice(0, 3)
      for (const row of rows) {
        const value = row ? row[tail!] : record[head]
        const target = recordFigure(module.drill, field, { value, record, row })
        if (!target) continue
        const { totals } = (await ask(`${target.to}/paginate?limit=all&${target.query}`)) as Page
        if (Object.values(totals).some((total) => toCents(total) === toCents(value))) looked.figures++
        else wrong.push(`${module.name} ${String(id)} ${field} ${String(value)}: ${target.to}?${target.query} ${JSON.stringify(totals)}`)
      }
    }
  }
  return wrong
}
