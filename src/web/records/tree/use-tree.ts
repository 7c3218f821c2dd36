import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Module, Row } from '../../../engine/model/module.ts'
import { call } from '../../api/client.ts'
import { type ListState, queryParams } from '../index/url-state.ts'
import { forestOf, linesOf, openAtFirst, parentsOf } from './forest.ts'

interface Answer {
  readonly rows: readonly Row[]
  /** Rows that are shown only because a matching row is below them. */
  readonly context: ReadonlySet<number>
  readonly total: number
}

/**
 * The rows of a list below the rows to which they refer, which of them are open, and which one has the focus. Search and
 * filters find nodes; the nodes above them stay visible.
 */
export function useTree(module: Module, state: ListState) {
  const params = queryParams(state)
  const query = useQuery({
    queryKey: ['records', module.name, 'tree', params],
    queryFn: async ({ signal }): Promise<Answer> => {
      const answer = await call<Row[]>('get', `${module.name}/tree`, { params, signal })
      const { context = [], total = answer.data.length } = answer as unknown as { context?: number[]; total?: number }
      return { rows: answer.data, context: new Set(context), total }
    },
    placeholderData: keepPreviousData,
  })
  const roots = useMemo(() => forestOf(module, query.data?.rows ?? []), [module, query.data])
  /** Nodes opened or closed by the user, which overrides the initial state. */
  const [touched, setTouched] = useState<ReadonlyMap<number, boolean>>(new Map())
  const first = useMemo(() => openAtFirst(roots), [roots])
  const narrowed = (query.data?.context.size ?? 0) > 0
  const lines = useMemo(() => linesOf(roots, ({ id }) => touched.get(id) ?? (narrowed || first.has(id))), [roots, touched, narrowed, first])
  const [current, setCurrent] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef(false)
  const position = Math.max(
    lines.findIndex(({ node }) => node.id === current),
    0,
  )
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  return {
    query,
    roots,
    lines,
    narrowed,
    position,
    box,
    setCurrent,
    focus: (id: number) => {
      wanted.current = true
      setCurrent(id)
    },
    toggle: (id: number, open: boolean) => setTouched(new Map(touched).set(id, open)),
    all: (open: boolean) => setTouched(new Map([...parentsOf(roots)].map((id) => [id, open]))),
  }
}
