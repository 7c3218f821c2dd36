import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, fireEvent, userEvent, waitFor, within } from 'storybook/test'
import type { Module } from '../../../engine/model/module.ts'
import type { Hours, PlanAnswer, PlanChange, PlanDay, PlanPerson } from '../../../engine/model/plan.ts'
import { addDays } from '../../../kernel/dates.ts'
import { queryClient } from '../../api/queries.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, type MockCall, refusal } from '../../testing/api.ts'
import { orderModule } from '../../testing/modules.ts'
import IndexPage from '../index/IndexPage.tsx'
import { weekOf } from './plan.ts'

const shifts: Module = {
  ...orderModule,
  title: 'Shift Schedules',
  planner: {
    person: 'supplier_id',
    date: 'transaction_date',
    choice: 'tax_type_id',
    free: 'is_free',
    follows: [],
    days: 'shift_schedule.days',
    first: true,
  },
}
const DAY: Hours = [480, 1020]
const NIGHT: Hours = [1320, 1860]
const EARLY: Hours = [300, 780]
const every = (hours: Hours): (Hours | null)[] => [null, hours, hours, hours, hours, hours, null]
const choices = [
  { id: 1, name: 'Day shift', code: 'DAY', hours: every(DAY) },
  { id: 2, name: 'Night shift', code: 'NIGHT', hours: every(NIGHT) },
  { id: 3, name: 'Early shift', code: 'EARLY', hours: every(EARLY) },
]
const MONDAY = '2026-12-07'

const usual = (date: string, index: number): [string, PlanDay] => [
  date,
  index > 4
    ? { usual: { choice: 1, free: true }, notes: [{ kind: 'rest', text: 'Weekly rest day.' }] }
    : { usual: { choice: 1, free: false }, hours: DAY, notes: [] },
]
const person = (id: number, name: string, from: string, more: Record<string, Partial<PlanPerson['days'][string]>> = {}): PlanPerson => {
  const days = Object.fromEntries(weekOf(from).map(usual))
  return { id, name, label: name, days: Object.fromEntries(Object.entries(days).map(([date, day]) => [date, { ...day, ...more[date] }])) }
}
const boardOf = (from: string, count: number): PlanAnswer => ({
  from,
  to: addDays(from, 6),
  page: 1,
  more: count > 3,
  choices,
  people: [
    person(11, 'Ana Reyes', from, {
      [addDays(from, 1)]: { notes: [{ kind: 'holiday', text: 'Holiday', detail: 'Immaculate Conception' }] },
      [addDays(from, 2)]: { notes: [{ kind: 'leave', text: 'Leave Filing', detail: 'Approved' }] },
      [addDays(from, 4)]: { notes: [{ kind: 'locked', text: 'The time sheet is locked.', closed: true }] },
    }),
    person(12, 'Ben Cruz', from, { [from]: { record: { id: 5, choice: 2, free: false }, hours: NIGHT } }),
    person(13, 'Carla Dizon', from),
    ...Array.from({ length: Math.max(0, count - 3) }, (_, index) => person(20 + index, `Employee ${index + 1}`, from)),
  ].slice(0, count),
})

let saved: PlanChange[][] = []
let refused = false
const answering =
  (
    count: number,
    { fails = false, refuses = false, ...more }: { fails?: boolean; refuses?: boolean } & Pick<PlanAnswer, 'needs' | 'rest'> = {},
  ) =>
  () => {
    saved = []
    refused = refuses
    queryClient.clear()
    return installMockApi(({ path, query, body }: MockCall) => {
      if (path.endsWith('/planner'))
        return fails
          ? refusal(422, 'Attendance could not be computed.')
          : { status: 200, body: { success: true, data: { ...boardOf(query.get('from')!, count), ...more } } }
      if (!path.endsWith('/plan')) return undefined
      const { changes } = body as { changes: PlanChange[] }
      saved.push(changes)
      const data = [...new Set(changes.map((change) => change.person))].map((id) => ({
        id,
        label: `#${id}`,
        days: changes.filter((change) => change.person === id).map(({ date }) => date),
        success: !refused || id !== 12,
        ...(refused && id === 12 && { message: 'The time sheet of this date is locked.' }),
      }))
      return { status: 200, body: { success: true, data, undo: [{ person: 11, date: MONDAY, values: null }] } }
    })
  }

const shown: Decorator = (Story, { parameters }) => {
  const can = (parameters.can as ((code: string) => boolean) | undefined) ?? (() => true)
  const page = (
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <ModuleRouteProvider value={{ application: 'talent', module: shifts, base: '/talent/shift_schedule', can }}>
        <Story />
      </ModuleRouteProvider>
    </QueryClientProvider>
  )
  return <RouterProvider router={createMemoryRouter([{ path: '*', element: page }], { initialEntries: [`/?week=${MONDAY}`] })} />
}

const meta: Meta<typeof IndexPage> = {
  title: 'Records/Planning board',
  component: IndexPage,
  parameters: { ownRouter: true },
  decorators: [shown],
  beforeEach: answering(3),
}
export default meta
type Story = StoryObj<typeof IndexPage>

const SLOW = { timeout: 15_000 }
const screenOf = async (canvasElement: HTMLElement) => {
  const canvas = within(canvasElement)
  await canvas.findByRole('grid', {}, SLOW)
  return { canvas, cell: (name: RegExp) => canvas.getByRole('gridcell', { name }) }
}

// proves: planner, planner.person, planner.date, planner.choice, planner.free, planner.first
export const Keys: Story = {
  play: async ({ canvasElement }) => {
    const { canvas, cell } = await screenOf(canvasElement)
    cell(/^Ana Reyes, Monday/).focus()
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowDown}{/Shift}2')
    // Ben works the night of Monday already: five days changed, and two speak against it.
    await expect(canvas.getByText(/^5 days changed/)).toHaveTextContent('5 days changed · 2 conflicts')
    await expect(cell(/^Ana Reyes, Wednesday/)).toHaveAccessibleName(
      /Night shift, 10:00 PM – 07:00 AM; not saved; Leave Filing · Approved$/,
    )
    // A locked day stays.
    cell(/^Ana Reyes, Friday/).focus()
    await userEvent.click(cell(/^Ana Reyes, Friday/))
    await userEvent.keyboard('2')
    await expect(canvas.getByText(/^5 days changed/)).toBeVisible()
    // The night ends at 7:00, after the early shift begins.
    await userEvent.keyboard('{ArrowDown}{ArrowLeft}3')
    await expect(cell(/^Ben Cruz, Wednesday/)).toHaveAccessibleName(/Overlaps the shift of a day beside it\.$/)
    await userEvent.keyboard('{Control>}z{/Control}{Delete}')
    await userEvent.click(canvas.getByRole('button', { name: 'Save plan' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    await expect(saved[0]).toContainEqual({ person: 11, date: MONDAY, values: { tax_type_id: 2, is_free: false } })
    await expect(saved[0]).toHaveLength(5)
  },
}

export const Drag: Story = {
  play: async ({ canvasElement }) => {
    const { canvas, cell } = await screenOf(canvasElement)
    const drag = async (from: Element, to: Element, keys: object = {}) => {
      const dataTransfer = new DataTransfer()
      await fireEvent.dragStart(from, { dataTransfer })
      await fireEvent.dragOver(to, { dataTransfer })
      await fireEvent.drop(to, { dataTransfer, ...keys })
      await fireEvent.dragEnd(from, { dataTransfer })
    }
    await drag(canvas.getByRole('button', { name: /^EARLY/ }), cell(/^Carla Dizon, Tuesday/))
    await waitFor(() => expect(cell(/^Carla Dizon, Tuesday/)).toHaveAccessibleName(/Early shift, 05:00 AM – 01:00 PM; not saved$/))
    // A planned day moves; with Ctrl it is copied.
    const planned = () => cell(/^Ben Cruz, Monday/).querySelector('[draggable="true"]')!
    await drag(planned(), cell(/^Carla Dizon, Thursday/), { ctrlKey: true })
    await expect(cell(/^Ben Cruz, Monday/)).toHaveAccessibleName(/Night shift/)
    await drag(planned(), cell(/^Carla Dizon, Wednesday/))
    await waitFor(() => expect(cell(/^Ben Cruz, Monday/)).toHaveAccessibleName(/Day shift, .*weekly plan; not saved$/))
    await expect(canvas.getByText('4 days changed')).toBeVisible()
    const totals = canvas.getByRole('row', { name: /^At work/ })
    // Ana is on leave on Wednesday; Tuesday is a holiday only for her.
    await expect(
      within(totals)
        .getAllByRole('gridcell')
        .map(({ textContent }) => textContent),
    ).toEqual(['3', '2', '2', '3', '3', '0', '0'])
  },
}

/** Two more work the day shift elsewhere; Ben works at night on Monday. */
const withNeeds: NonNullable<PlanAnswer['needs']> = [
  {
    id: 1,
    title: 'Makati',
    choice: 1,
    needed: [4, 5, null, null, null, null, null],
    elsewhere: [2, 2, 0, 0, 0, 0, 0],
    people: [11, 12, 13],
  },
]

export const Needs: Story = {
  beforeEach: answering(3, { needs: withNeeds }),
  play: async ({ canvasElement }) => {
    const { canvas, cell } = await screenOf(canvasElement)
    const line = () =>
      within(canvas.getByRole('row', { name: /^Day shift · Makati, planned/ }))
        .getAllByRole('gridcell')
        .map((day) => [day.textContent, day.hasAttribute('data-short')])
    await expect(line().slice(0, 3)).toEqual([
      ['4 · 4 needed', false],
      ['4 · 5 needed', true],
      ['', false],
    ])
    // A change counts before it is saved.
    await userEvent.click(cell(/^Carla Dizon, Monday/))
    await userEvent.keyboard('2')
    await expect(line()[0]).toEqual(['3 · 4 needed', true])
  },
}

/** A night that ends an hour before the shift of the next day: it can be planned, and is said before it is saved. */
export const Rest: Story = {
  beforeEach: answering(3, { rest: 480 }),
  play: async ({ canvasElement }) => {
    const { canvas, cell } = await screenOf(canvasElement)
    await userEvent.click(cell(/^Carla Dizon, Monday/))
    await userEvent.keyboard('2')
    for (const day of ['Monday', 'Tuesday'])
      await expect(cell(new RegExp(`^Carla Dizon, ${day}`))).toHaveAccessibleName(/Little rest between two shifts · 1 h$/)
    await expect(canvas.getByText(/^1 day changed/)).toHaveTextContent('1 day changed · 1 conflict')
    // A shift that is changed beside a day that was not conflicts with it as well, and a rest day with nothing.
    await userEvent.click(cell(/^Carla Dizon, Tuesday/))
    await userEvent.keyboard('r')
    await expect(canvas.getByText(/^2 days changed/)).toHaveTextContent(/^2 days changed$/)
  },
}

export const CopyLastWeek: Story = {
  play: async ({ canvasElement }) => {
    const { canvas, cell } = await screenOf(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Clear week' }))
    await expect(cell(/^Ben Cruz, Monday/)).toHaveAccessibleName(/Day shift, .*weekly plan; not saved$/)
    await userEvent.click(canvas.getByRole('button', { name: 'Copy last week' }))
    await waitFor(() => expect(cell(/^Ben Cruz, Monday/)).toHaveAccessibleName(/Night shift, 10:00 PM – 07:00 AM$/))
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await expect(canvas.getByText('1 day changed')).toBeVisible()
  },
}

export const Refused: Story = {
  beforeEach: answering(3, { refuses: true }),
  play: async ({ canvasElement }) => {
    const { canvas, cell } = await screenOf(canvasElement)
    await userEvent.click(cell(/^Ana Reyes, Monday/))
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}r')
    await userEvent.click(canvas.getByRole('button', { name: 'Save plan' }))
    // The refused row keeps its change and says why; the other is saved.
    await expect(await canvas.findByText('The time sheet of this date is locked.')).toBeVisible()
    await expect(canvas.getByText('1 day changed')).toBeVisible()
  },
}

export const Reader: Story = {
  parameters: { can: (code: string) => code === 'index' },
  play: async ({ canvasElement }) => {
    const { canvas, cell } = await screenOf(canvasElement)
    await userEvent.click(cell(/^Ana Reyes, Monday/))
    await userEvent.keyboard('2')
    await expect(canvas.queryByRole('button', { name: 'Save plan' })).not.toBeInTheDocument()
  },
}

export const Empty: Story = {
  beforeEach: answering(0),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/^No employees to plan/, {}, SLOW)).toBeVisible()
  },
}
export const One: Story = { beforeEach: answering(1), play: async ({ canvasElement }) => void (await screenOf(canvasElement)) }
export const Many: Story = { beforeEach: answering(50), play: async ({ canvasElement }) => void (await screenOf(canvasElement)) }
export const Dark: Story = { globals: { scheme: 'dark' }, play: async ({ canvasElement }) => void (await screenOf(canvasElement)) }
export const Failing: Story = {
  beforeEach: answering(3, { fails: true }),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('Attendance could not be computed.', {}, SLOW)).toBeVisible()
  },
}

export const Phone: Story = {
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('tab', { name: /^Wednesday/ }, SLOW))
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Ana Reyes' }), 'Night shift')
    await expect(canvas.getByText(/^1 day changed/)).toHaveTextContent('1 day changed · 1 conflict')
  },
}
