/** The week of a planning board: what the server answers, what was changed and is not saved, saving, and taking back. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useReducer, useState } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import type { PlanAnswer, PlanChange, PlanResult } from '../../../engine/model/plan.ts'
import { addDays, isDate } from '../../../kernel/dates.ts'
import { call, get } from '../../api/client.ts'
import { queryClient, refreshRecords } from '../../api/queries.ts'
import { today as businessDay } from '../../state/zone.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { type ListState, queryParams } from '../index/url-state.ts'
import {
  cellsOf,
  changesOf,
  conflictsOf,
  copied,
  coverageOf,
  keyOf,
  mondayOf,
  needsOf,
  type Planned,
  type Staged,
  stage,
  weekOf,
} from './plan.ts'
import { t } from './text.ts'
import { shortText } from './words.ts'

interface History {
  readonly past: readonly Staged[]
  readonly now: Staged
  readonly future: readonly Staged[]
}
type Step = { readonly to: Staged } | 'undo' | 'redo' | { readonly reset: Staged }

const NOTHING: Staged = new Map()
const STEPS = 100

function stepped({ past, now, future }: History, step: Step): History {
  if (step === 'undo') return past.length ? { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future] } : { past, now, future }
  if (step === 'redo') return future.length ? { past: [...past, now], now: future[0]!, future: future.slice(1) } : { past, now, future }
  if ('reset' in step) return { past: [], now: step.reset, future: [] }
  return step.to === now ? { past, now, future } : { past: [...past, now].slice(-STEPS), now: step.to, future: [] }
}

const planQuery = (module: string, params: Record<string, string>) => ({
  queryKey: ['records', module, 'planner', params],
  queryFn: ({ signal }: { signal: AbortSignal }) => get<PlanAnswer>(`${module}/planner`, params, signal),
})

export function usePlan(module: Module, state: ListState) {
  const monday = mondayOf(state.week && isDate(state.week) ? state.week : businessDay())
  const week = useMemo(() => weekOf(monday), [monday])
  const { sort: _sort, window: _window, ...params } = queryParams(state)
  const asked = (from: string) => ({ ...params, from, page: String(state.page) })
  const query = useQuery({ ...planQuery(module.name, asked(monday)), placeholderData: keepPreviousData })
  const answer = query.data?.from === monday ? query.data : undefined
  const [history, step] = useReducer(stepped, { past: [], now: NOTHING, future: [] })
  const [refusals, setRefusals] = useState<ReadonlyMap<number, string>>(new Map())
  const [busy, setBusy] = useState(false)
  const staged = history.now

  const choices = useMemo(() => new Map((answer?.choices ?? []).map((choice) => [choice.id, choice])), [answer])
  const cells = useMemo(
    () => (answer ? cellsOf(answer, { choices, staged, week, overlap: t('planner.overlap'), short: shortText }) : []),
    [answer, choices, staged, week],
  )
  const needs = useMemo(() => needsOf(answer?.needs ?? [], cells, week), [cells, answer, week])
  const coverage = useMemo(() => coverageOf(cells, answer?.choices ?? [], week), [cells, answer, week])

  /** Sets days, each to its value, as one step that can be taken back. */
  const set = (changes: readonly { readonly row: number; readonly day: number; readonly value: Planned | null }[]) => {
    let next = staged
    for (const { row, day, value } of changes) {
      const cell = cells[row]?.[day]
      if (cell) next = stage(next, cell.person, cell.date, value)
    }
    step({ to: next })
  }

  const send = (changes: readonly PlanChange[]) =>
    call<PlanResult[]>('post', `${module.name}/plan`, { json: { changes } }) as unknown as Promise<{
      data: PlanResult[]
      undo: PlanChange[]
    }>

  const takeBack = async (undo: readonly PlanChange[]) => {
    try {
      const { data } = await send(undo)
      const refused = data.filter(({ success }) => !success)
      if (refused.length) toast('warning', refused.map(({ label, message }) => `${label}: ${message}`).join('\n'))
      else toast('success', t('planner.undone'))
    } catch (error) {
      toastError(error)
    }
    await refreshRecords(module.name)
  }

  const save = async () => {
    setBusy(true)
    try {
      const { data, undo } = await send(changesOf(module.planner!, staged))
      const refused = data.filter(({ success }) => !success)
      const done = data.length - refused.length
      await refreshRecords(module.name)
      const left = new Map([...staged].filter(([key]) => refused.some(({ id, days }) => days.some((date) => keyOf(id, date) === key))))
      step({ reset: left })
      setRefusals(new Map(refused.map(({ id, message }) => [id, message ?? ''])))
      if (refused.length) toast('warning', t('planner.refused', { count: refused.length }))
      if (done)
        toast('success', t('planner.saved', { count: done }), { action: { title: t('planner.undo'), run: () => void takeBack(undo) } })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }

  const copyLastWeek = async () => {
    if (!answer) return
    try {
      const before = await queryClient.fetchQuery(planQuery(module.name, asked(addDays(monday, -7))))
      const next = copied(staged, before, answer)
      const count = [...next].filter(([key, value]) => staged.get(key) !== value).length
      step({ to: next })
      toast('info', count ? t('planner.copied', { count }) : t('planner.nothingToCopy'))
    } catch (error) {
      toastError(error)
    }
  }

  const clearWeek = () =>
    set(cells.flatMap((row, index) => row.flatMap(({ planned }, day) => (planned ? [{ row: index, day, value: null }] : []))))

  return {
    monday,
    week,
    query,
    answer,
    choices,
    cells,
    coverage,
    needs,
    staged,
    refusals,
    busy,
    conflicts: conflictsOf(cells),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    set,
    save,
    copyLastWeek,
    clearWeek,
    undo: () => step('undo'),
    redo: () => step('redo'),
    discard: async () => {
      if (await dialogs.warning({ message: t('planner.changed', { count: staged.size }), confirm: t('planner.discard') }))
        step({ to: NOTHING })
    },
  }
}

export type Plan = ReturnType<typeof usePlan>
