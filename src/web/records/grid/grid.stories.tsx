import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { type FieldClient, FieldClientProvider } from '../../fields/client.ts'
import type { Ref } from '../../fields/ref.ts'
import { storyClient } from '../../fields/storyClient.ts'
import { useValue } from '../form/useStore.ts'
import { documentStore, ORDER_LINES } from '../storyDocument.ts'
import { LineGrid } from './LineGrid.tsx'

interface Args {
  count: number
  readOnly?: boolean
  errors?: boolean
}

function Grid({ count, readOnly = false, errors = false }: Args) {
  const [store] = useState(() => {
    const created = documentStore(count)
    if (errors) created.setErrors({ 'items.0.qty': ['Only 4 are still open.'], 'items.2.item_id': ['Field is required'] })
    return created
  })
  return (
    <>
      <LineGrid store={store} lines={ORDER_LINES} readOnly={readOnly} />
      <p>
        Total{' '}
        <output aria-label="Total" className="tabular">
          {String(useValue(store, 'total') ?? 0)}
        </output>
      </p>
    </>
  )
}

const meta: Meta<Args> = { title: 'Records/Line grid', render: (args) => <Grid {...args} /> }
export default meta
type Story = StoryObj<Args>

export const Empty: Story = { args: { count: 0 } }
export const FiveLines: Story = { args: { count: 5 } }
export const ReadOnly: Story = { args: { count: 5, readOnly: true } }
export const WithErrors: Story = { args: { count: 5, errors: true } }
export const Dark: Story = { args: { count: 5, errors: true }, globals: { scheme: 'dark' } }

const LARGE = [
  { qty: 41, unit_price: 14670.55 },
  { qty: 1234.567, unit_price: 0.1234 },
  { qty: 1200, unit_price: 1234567.25 },
]

/** Figures are never cut, while they are edited and while they are only read. */
export const LargeFigures: Story = {
  args: { count: 3 },
  render: () => {
    const [store] = useState(() => documentStore(3))
    return (
      <>
        <LineGrid store={store} lines={ORDER_LINES} />
        <LineGrid store={store} lines={ORDER_LINES} readOnly />
        <button
          type="button"
          onClick={() => {
            const changes = LARGE.flatMap((row, index) =>
              Object.entries(row).map(([field, value]) => ({ key: store.keys('items')[index]!, field, value })),
            )
            store.setCells('items', changes)
          }}
        >
          Enter large figures
        </button>
      </>
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const grids = canvas.getAllByRole('grid')
    const figures = (grid: HTMLElement) => [...grid.querySelectorAll<HTMLElement>('[role=gridcell][data-end] > span:first-child')]
    const cut = (grid: HTMLElement) => figures(grid).filter((cell) => cell.scrollWidth > cell.clientWidth)
    await userEvent.click(canvas.getByRole('button', { name: 'Enter large figures' }))
    for (const grid of grids) {
      await waitFor(() => expect(figures(grid).map((cell) => cell.textContent)).toContain('1,481,480,700.00'))
      await waitFor(() => expect(cut(grid).map((cell) => cell.textContent)).toEqual([]))
    }
  },
}

/** On a phone the lines are cards; a tap opens all fields of one. */
export const Phone: Story = {
  args: { count: 3, errors: true },
  globals: { viewport: { value: 'mobile1', isRotated: false } },
}
export const PhoneDark: Story = { ...Phone, globals: { ...Phone.globals, scheme: 'dark' } }

/** From an empty grid to two lines with totals, without touching the mouse. */
export const ByKeyboard: Story = {
  args: { count: 0 },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const grid = canvas.getByRole('grid')
    grid.focus()
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await userEvent.keyboard('bond')
    await waitFor(() => expect(within(canvasElement.ownerDocument.body).getByText('ITM-003 · Bond paper A4')).toBeVisible())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.getByText('ITM-003 · Bond paper A4')).toBeVisible())
    await userEvent.keyboard('{Tab}{Tab}3{Tab}100.5')
    await waitFor(() => expect(canvas.getByLabelText('Total')).toHaveTextContent('301.5'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.getByLabelText('Total')).toHaveTextContent(/^0$/))
    await userEvent.keyboard('20{Enter}')
    await waitFor(() => expect(grid).toHaveAttribute('aria-rowcount', '3'))
    await expect(canvas.getByLabelText('Total')).toHaveTextContent('60')
    await userEvent.keyboard('{ArrowUp}{Control>}{Shift>}d{/Shift}{/Control}')
    await waitFor(() => expect(canvas.getByLabelText('Total')).toHaveTextContent('120'))
  },
}

/** A block from a spreadsheet: rows are added, items found by their code, unknown ones marked. */
export const Paste: Story = {
  args: { count: 1 },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const grid = canvas.getByRole('grid')
    grid.focus()
    const text = 'ITM-002\tpiece\t2\t10\nitm-005\tbox\t1\t1,000.00\nUnknown thing\t\t4\t2\n'
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await waitFor(() => expect(canvas.getByText('ITM-005 · Calculator')).toBeVisible())
    await expect(canvas.getByLabelText('Total')).toHaveTextContent('1028')
    await expect(canvas.getByRole('button', { name: '1 error · Show' })).toBeVisible()
  },
}

const bolt = (id: number, name: string): Ref => ({ id, code: `FST-00${id}`, name, label: `FST-00${id} · ${name}` })
const BOLT = bolt(3, 'Tibay Hex Bolt M12 x 100')
const SERIES = bolt(43, 'Tibay Hex Bolt M12 x 100 Series 2')

/** A network that holds every answer back until a test lets it go; each answer is of the text asked, however late. */
function heldNetwork() {
  const held: (() => void)[] = []
  const client: FieldClient = {
    ...storyClient,
    dropdown: (_, { search = '' }) =>
      new Promise((resolve) => {
        held.push(() => resolve([BOLT, SERIES].filter(({ label }) => String(label).toLowerCase().includes(search.toLowerCase()))))
      }),
  }
  return {
    client,
    held,
    letGo: () =>
      held
        .splice(0)
        .reverse()
        .map((answer) => answer()),
  }
}
const network = heldNetwork()

/** A choice is final: later responses to typed text change nothing, and leave no error. */
export const SlowNetwork: Story = {
  args: { count: 0 },
  render: (args) => (
    <FieldClientProvider value={network.client}>
      <Grid {...args} />
    </FieldClientProvider>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const page = within(canvasElement.ownerDocument.body)
    network.letGo()
    /** The option of that name, once the response to the last text is released. */
    const answered = (name: string) =>
      waitFor(() => {
        network.letGo()
        return page.getByRole('option', { name })
      })
    canvas.getByRole('grid').focus()
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    // Left before the answer: the text waits in its cell, and another line is chosen by mouse meanwhile.
    await userEvent.keyboard('FST-0043{Tab}')
    await expect(canvas.getByText('FST-0043')).toBeVisible()
    await waitFor(() => expect(network.held.length).toBeGreaterThan(0))
    const late = network.held.splice(0)
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await userEvent.keyboard(BOLT.name)
    await userEvent.click(await answered(String(SERIES.label)))
    await waitFor(() => expect(canvas.getByText(String(SERIES.label))).toBeVisible())
    network.letGo()
    for (const answer of late) answer()
    await waitFor(() => expect(canvas.getAllByText(String(SERIES.label))).toHaveLength(2))
    // Tab takes the marked offer.
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await userEvent.keyboard('bolt')
    await waitFor(async () => expect(await answered(String(BOLT.label))).toHaveAttribute('data-combobox-selected'))
    await userEvent.keyboard('{Tab}')
    await waitFor(() => expect(canvas.getByText(String(BOLT.label))).toBeVisible())
    network.letGo()
    await expect(canvas.queryByRole('button', { name: /error/ })).toBeNull()
    await expect(canvas.getAllByText(String(SERIES.label))).toHaveLength(2)
  },
}

/** 500 lines are there at once, of which only those in view are drawn; a key press draws one of them. */
export const FiveHundredLines: Story = {
  args: { count: 500 },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const grid = canvas.getByRole('grid')
    expect(grid).toHaveAttribute('aria-rowcount', '501')
    expect(canvas.getAllByRole('row').length).toBeLessThan(60)
    grid.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowRight}{ArrowRight}{F2}')
    const box = await waitFor(() => canvas.getByRole('textbox'))
    const changed = new Set<string>()
    const watch = new MutationObserver((records) => {
      for (const { target } of records)
        changed.add((target.parentElement?.closest('[data-key]') as HTMLElement | null)?.dataset.key ?? 'outside')
    })
    watch.observe(grid, { subtree: true, characterData: true, childList: true })
    await userEvent.type(box, '77')
    await waitFor(() => expect(canvas.getByLabelText('Total').textContent).not.toBe('653153'))
    watch.disconnect()
    expect([...changed]).toEqual(['r4'])
    await userEvent.keyboard('{Escape}')
  },
}
