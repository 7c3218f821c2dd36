/** Every module of the product in every screen and state, with generated records: nothing here depends on a single module. */

import { list, loaders } from 'virtual:modules'
import { Group, NativeSelect, Skeleton } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Module } from '../../engine/model/module.ts'
import FormPage from '../records/form/FormPage.tsx'
import IndexPage from '../records/index/IndexPage.tsx'
import ViewPage from '../records/view/ViewPage.tsx'
import { ModuleRouteProvider } from '../routing/module-route.tsx'
import { installMockApi, type MockAnswer, type MockCall, refusal } from './api.ts'
import { madeActions, madeRecord, madeRef } from './made.ts'

const SCREENS = ['index', 'view', 'edit', 'new', 'empty', 'errors', 'loading', 'forbidden', 'failed'] as const
type Screen = (typeof SCREENS)[number]

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
        return third === 'links' ? ok({ upstream: [], downstream: [] }) : ok(third === undefined && second ? record : [])
    }
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

function Shown({ module, screen, state }: { module: Module; screen: Screen; state: string | undefined }) {
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

interface Args {
  module: string
  screen: Screen
  /** A state of the workflow; the first one when empty. */
  state: string
}

const pick = (
  label: string,
  value: string,
  options: readonly (string | { value: string; label: string })[],
  onChange: (value: string) => void,
) => <NativeSelect size="xs" label={label} value={value} data={[...options]} onChange={(event) => onChange(event.currentTarget.value)} />

/** Pickers of application, module, screen and state, and the chosen screen below them. */
function Browser(args: Args) {
  const [chosen, setChosen] = useState(args)
  useEffect(() => setChosen(args), [args])
  const [module, setModule] = useState<Module>()
  useEffect(() => {
    let gone = false
    void loaders[chosen.module]?.().then(({ default: found }) => gone || setModule(found ?? undefined))
    return () => {
      gone = true
    }
  }, [chosen.module])
  const here = list.find(({ name }) => name === chosen.module)
  const applications = [...new Set(list.map(({ application }) => application))].sort()
  const inApplication = (application: string) => list.filter((candidate) => candidate.application === application)
  const states = Object.values(module?.workflow?.states ?? {})
  const shown = module?.name === chosen.module ? module : undefined
  const state = states.some(({ name }) => name === chosen.state) ? chosen.state : module?.workflow?.initial
  return (
    <>
      <Group gap="xs" mb="md" align="end">
        {pick('Application', here?.application ?? '', applications, (application) => {
          const [first] = inApplication(application)
          if (first) setChosen({ ...chosen, module: first.name, state: '' })
        })}
        {pick(
          'Module',
          chosen.module,
          inApplication(here?.application ?? '').map(({ name, title }) => ({ value: name, label: title })),
          (name) => setChosen({ ...chosen, module: name, state: '' }),
        )}
        {pick('Screen', chosen.screen, SCREENS, (screen) => setChosen({ ...chosen, screen: screen as Screen }))}
        {states.length > 0 &&
          pick(
            'State',
            state ?? '',
            states.map(({ name, title }) => ({ value: name, label: title })),
            (name) => setChosen({ ...chosen, state: name }),
          )}
      </Group>
      {shown ? (
        <Shown key={`${shown.name}-${chosen.screen}-${state}`} module={shown} screen={chosen.screen} state={state} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  )
}

const meta: Meta<typeof Browser> = {
  title: 'Modules/Every module',
  // For the story book; tests draw `Kinds` and the walks through every module.
  tags: ['!test'],
  component: Browser,
  args: { module: 'purchase_order', screen: 'view', state: '' },
  argTypes: {
    module: { control: 'select', options: list.map(({ name }) => name) },
    screen: { control: 'select', options: SCREENS },
    state: { control: 'text' },
  },
  // The screens have routes of their own.
  parameters: { ownRouter: true },
}
export default meta
type Story = StoryObj<typeof Browser>

/** Choose an application, a module, a screen and a state above it; width, language and scheme are in the toolbar. */
export const Browse: Story = {}

type Seen = readonly [module: string, screen: Screen, seen: RegExp]

const shows = async (canvasElement: HTMLElement, seen: RegExp): Promise<void> => {
  await waitFor(() => expect(within(canvasElement).queryAllByText(seen).length).toBeGreaterThan(0), { timeout: 15_000 })
}
/** The screens of each kind of module. */
const KINDS: readonly Seen[] = [
  ['supplier', 'index', /of 12/],
  ['purchase_order', 'edit', /Subtotal/],
  ['leave_filing', 'view', /Timeline/],
  ['trial_balance', 'index', /^Run$/],
  ['approval_flow', 'index', /of 12/],
]
/** The pickers lead through a master, a document with lines, a filing, a report and a setting. */
export const Kinds: Story = {
  tags: ['test'],
  args: { module: 'supplier', screen: 'index' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    for (const [module, screen, seen] of KINDS) {
      const { application } = list.find(({ name }) => name === module)!
      await userEvent.selectOptions(canvas.getByLabelText('Application'), application)
      await userEvent.selectOptions(canvas.getByLabelText('Module'), module)
      await userEvent.selectOptions(canvas.getByLabelText('Screen'), screen)
      await shows(canvasElement, seen)
    }
  },
}

const smoke = (module: string, screen: Screen, seen: RegExp): Story => ({
  args: { module, screen },
  play: ({ canvasElement }) => shows(canvasElement, seen),
})
export const Master: Story = smoke('supplier', 'index', /of 12/)
export const Document: Story = smoke('purchase_order', 'edit', /Subtotal/)
export const Filing: Story = smoke('leave_filing', 'view', /Timeline/)
export const Setting: Story = smoke('approval_flow', 'index', /of 12/)
export const Report: Story = smoke('trial_balance', 'index', /^Run$/)
export const Process: Story = smoke('daily_time_record', 'index', /of 12/)
export const Log: Story = smoke('time_log', 'index', /of 12/)
export const Errors: Story = smoke('supplier', 'errors', /Field is required/)
export const Phone: Story = { ...smoke('purchase_order', 'view', /Timeline/), globals: { viewport: { value: 'phone' } } }

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
  return <Shown key={`${step.module.name}-${step.screen}-${state}`} {...step} state={state} />
}
/** Signs that a screen is drawn: its rows or parameters, its timeline, the save button. */
const THERE: Readonly<Partial<Record<Screen, RegExp>>> = {
  index: /of 12|Expand all|Run|Show/,
  view: /Timeline|Activity/,
  edit: /Save/,
  new: /Save/,
  empty: /No .+ yet/,
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
const every = (stepsOf: (module: Module) => readonly Step[]): Story => ({
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
// Tags are read from the source, so each story has its own.
const isStored = ({ kind }: Module): boolean => kind !== 'report'
export const EveryList: Story = { ...every((module) => [{ module, screen: 'index' }]), tags: ['test'] }
export const EveryView: Story = {
  ...every((module) => (isStored(module) && module.actions.view ? [{ module, screen: 'view' }] : [])),
  tags: ['test'],
}
export const EveryForm: Story = {
  ...every((module) => {
    const screen = module.actions.edit ? 'edit' : module.actions.new ? 'new' : undefined
    return isStored(module) && screen ? [{ module, screen }] : []
  }),
  tags: ['test'],
}
export const EveryEmptyList: Story = {
  ...every((module) => (isStored(module) ? [{ module, screen: 'empty' }] : [])),
  tags: ['test'],
}
/** Whether users must fill in a required field. */
const asks = ({ fields }: Module): boolean =>
  fields.some((field) => field.required && field.writable && !field.default && !field.fetch && !field.propose && field.widget !== 'hidden')
export const EveryError: Story = {
  ...every((module) => (isStored(module) && module.actions.new && asks(module) ? [{ module, screen: 'errors' }] : [])),
  tags: ['test'],
}
/** A record in each state of its workflow: its values, and the possible actions. */
export const EveryState: Story = {
  ...every((module) =>
    module.actions.view ? Object.keys(module.workflow?.states ?? {}).map((state) => ({ module, screen: 'view', state })) : [],
  ),
  tags: ['test'],
}
