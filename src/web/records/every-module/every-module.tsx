/** Draws any module's screens with generated records, for the stories that walk through every module. */
import { list, loaders } from 'virtual:modules'
import type { StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, waitFor } from 'storybook/test'
import type { Module } from '../../../engine/model/module.ts'
import type { PlanAnswer } from '../../../engine/model/plan.ts'
import { addDays } from '../../../kernel/dates.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, type MockAnswer, type MockCall, refusal } from '../../testing/api.ts'
import { madeActions, madeRecord, madeRef } from '../../testing/made.ts'
import FormPage from '../form/FormPage.tsx'
import IndexPage from '../index/IndexPage.tsx'
import ViewPage from '../view/ViewPage.tsx'

export const SCREENS = ['index', 'view', 'edit', 'new', 'empty', 'errors', 'loading', 'forbidden', 'failed'] as const
export type Screen = (typeof SCREENS)[number]

const ROWS = 12
const ok = (data: unknown, more: object = {}): MockAnswer => ({ status: 200, body: { success: true, data, ...more } })

/** Answers the calls of a module's screens. The common mock server answers those that the module does not know. */
const server =
  (module: Module, screen: Screen, state: string | undefined) =>
  ({ method, path, query }: MockCall): MockAnswer | 'pending' | undefined => {
    const [first, second, third] = path.split('/')
    if (path === 'meta/lookups') return ok({})
    if (first === 'meta' || first === 'validate') return undefined
    if (first !== module.name) {
      if (second === 'dropdown') return ok([1, 2, 3, 4, 5].map((id) => madeRef(first ?? '', id)))
      return method === 'GET' ? ok([]) : ok({})
    }
    if (screen === 'loading' && method === 'GET') return 'pending'
    if (screen === 'forbidden') return refusal(403, 'You do not have permission to see this.')
    if (screen === 'failed') return refusal(500, '')
    const record = { ...madeRecord(module, 1, state), actions: madeActions(module, state), tags: [] }
    switch (second) {
      case 'paginate': {
        if (screen === 'empty') return ok([], { pagination: { page: 1, per_page: 10, total: 0 } })
        const states = module.workflow ? Object.keys(module.workflow.states) : [undefined]
        const all = Array.from({ length: ROWS }, (_, index) => madeRecord(module, index + 1, state ?? states[index % states.length]))
        const limit = Number(query.get('limit') ?? 10)
        const page = Number(query.get('page') ?? 1)
        return ok(all.slice((page - 1) * limit, page * limit), { pagination: { page, per_page: limit, total: ROWS } })
      }
      case 'tree': {
        const above = module.tree?.parent
        const rows = Array.from({ length: ROWS }, (_, index) => madeRecord(module, index + 1, state))
        return ok(above && screen !== 'empty' ? rows.map((row, index) => ({ ...row, [above]: index ? Math.ceil(index / 3) : null })) : [])
      }
      case 'planner':
        return ok(madeBoard(query.get('from')!, screen === 'empty' ? 0 : ROWS))
      case 'dropdown':
        return ok([1, 2, 3].map((id) => madeRef(module.name, id)))
      case 'defaults':
        return ok({})
      case 'edit':
      case 'find':
        return ok(record)
      case 'views':
        return ok([])
      default:
        if (method !== 'GET') return refusal(422, 'A story keeps nothing.')
        if (second === module.periods?.expects) return ok([])
        return third === 'links' ? ok({ upstream: [], downstream: [] }) : ok(third === undefined && second ? record : [])
    }
  }

/** A week in which everyone has one choice on all days. */
const madeBoard = (from: string, people: number): PlanAnswer => {
  const to = addDays(from, 6)
  const day = { usual: { choice: 1, free: false }, hours: [480, 1020] as const, notes: [] }
  const days = Object.fromEntries([0, 1, 2, 3, 4, 5, 6].map((index) => [addDays(from, index), day]))
  const person = (id: number) => ({ id, name: `Person ${id}`, label: `Person ${id}`, days })
  const choices = [{ id: 1, name: 'Day', hours: [0, 1, 2, 3, 4, 5, 6].map(() => [480, 1020] as const) }]
  return { from, to, page: 1, more: false, choices, people: Array.from({ length: people }, (_, index) => person(index + 1)) }
}

const PATH: Readonly<Partial<Record<Screen, string>>> = { view: '/m/view/1', edit: '/m/edit/1', new: '/m/new', errors: '/m/new' }

/** Presses Save in the empty form, so that it shows what is missing. */
const useFailedSave = (wanted: boolean): void => {
  useEffect(() => {
    if (!wanted) return
    const timer = setInterval(() => {
      const button = [...document.querySelectorAll('button')].find(({ textContent }) => /^(Save|I-save)$/.test(textContent ?? ''))
      if (!button) return
      clearInterval(timer)
      button.click()
    }, 20)
    return () => clearInterval(timer)
  }, [wanted])
}

export function Shown({ module, screen, state }: { module: Module; screen: Screen; state: string | undefined }) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const undo = installMockApi(server(module, screen, state))
    setReady(true)
    return undo
  }, [module, screen, state])
  useFailedSave(screen === 'errors')
  const client = useMemo(() => new QueryClient({ defaultOptions: { queries: { retry: false } } }), [])
  const router = useMemo(() => {
    const route = { application: module.application, module, base: '/m', can: () => true }
    const inModule = (page: React.ReactNode) => <ModuleRouteProvider value={route}>{page}</ModuleRouteProvider>
    return createMemoryRouter(
      [
        { path: '/m/view/:id', element: inModule(<ViewPage />) },
        { path: '/m/edit/:id', element: inModule(<FormPage />) },
        { path: '/m/new', element: inModule(<FormPage />) },
        { path: '*', element: inModule(<IndexPage />) },
      ],
      { initialEntries: [PATH[screen] ?? '/m'] },
    )
  }, [module, screen])
  return (
    ready && (
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    )
  )
}

interface Step {
  readonly module: Module
  readonly screen: Screen
  /** The workflow's initial one when absent. */
  readonly state?: string
}
/** The screen that the walk through the modules shows now. */
const walk = {
  step: undefined as Step | undefined,
  heard: new Set<() => void>(),
  show(step: Step): void {
    this.step = step
    for (const each of this.heard) each()
  },
}
function Walk() {
  const step = useSyncExternalStore(
    (changed) => {
      walk.heard.add(changed)
      return () => walk.heard.delete(changed)
    },
    () => walk.step,
  )
  if (!step) return null
  const state = step.state ?? step.module.workflow?.initial
  // Nobody looks at it: what is laid out but not painted takes a third less time.
  return (
    <div style={{ visibility: 'hidden' }}>
      <Shown key={`${step.module.name}-${step.screen}-${state}`} {...step} state={state} />
    </div>
  )
}
/** Signs that a screen is drawn: its rows, the days of its calendar or its parameters, its timeline, the save button. */
const THERE: Readonly<Partial<Record<Screen, RegExp>>> = {
  index: /of 12|Expand all|Run|Show|\d entries|Due date|At work/,
  view: /Timeline|Activity/,
  edit: /Save/,
  new: /Save/,
  empty: /.+: no records yet|No employees to plan/,
  errors: /Field is required|Add at least/,
}

/** The badge of a record in a state; for a posted record, its progress. */
const badgeOf = ({ workflow }: Module, state: string): string => {
  const { title, flags } = workflow!.states[state]!
  return workflow!.progress && flags.includes('is_posted') ? '' : title
}

/** Missing screens that a story reports before it gives up: each of them is waited for. */
const TOLD = 5

/** Draws the screens of every module that has them, one after another, and names the missing ones. */
export const every = (stepsOf: (module: Module) => readonly Step[]): StoryObj => ({
  render: () => <Walk />,
  play: async ({ canvasElement }) => {
    const missing: string[] = []
    for (const { name } of list) {
      const module = (await loaders[name]!()).default!
      for (const step of missing.length < TOLD ? stepsOf(module) : []) {
        const main = canvasElement.querySelector('main')
        // A story that was given up must not continue under the next.
        if (!main?.isConnected) return
        walk.show(step)
        const { screen, state } = step
        const badge = state === undefined ? '' : badgeOf(module, state)
        const isThere = () =>
          THERE[screen]!.test(main.textContent) && main.textContent.includes(badge) && !main.querySelector('.mantine-Skeleton-root')
        await waitFor(() => expect(isThere()).toBe(true), { timeout: 5000, interval: 15 }).catch(() =>
          missing.push(`${name} ${screen} ${badge}: ${main.textContent.slice(0, 200)}`),
        )
      }
    }
    expect(missing).toEqual([])
  },
})

export const isStored = ({ kind }: Module): boolean => kind !== 'report'
