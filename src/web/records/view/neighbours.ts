import { type ListPage, queryClient } from '../../api/queries.ts'

/** The records before and after one in the list last looked at; none when it was opened by its address. */
export function neighbours(module: string, id: number): { previous?: number; next?: number } {
  const lists = queryClient.getQueriesData<ListPage>({ queryKey: ['records', module, 'list'] })
  for (const [, page] of lists.toReversed()) {
    const rows = page?.rows ?? []
    const index = rows.findIndex((row) => row.id === id)
    if (index < 0) continue
    const previous = rows[index - 1]?.id
    const next = rows[index + 1]?.id
    return { ...(typeof previous === 'number' && { previous }), ...(typeof next === 'number' && { next }) }
  }
  return {}
}
