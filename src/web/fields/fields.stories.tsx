import { SimpleGrid, Title } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Field } from '../../engine/model/module.ts'
import { FieldClientProvider } from './client.ts'
import { FieldValue } from './FieldValue.tsx'
import type { Ref } from './ref.ts'
import { inputFor } from './registry.tsx'
import { STORY_REFS, storyClient } from './storyClient.ts'
import { fieldOf } from './testing.ts'

const options = [
  { value: 'goods', label: 'Goods' },
  { value: 'services', label: 'Services' },
  { value: 'capital', label: 'Capital goods' },
]
const ref = { to: 'item', refAs: 'item' }
const file = { id: 7, name: 'delivery-receipt.pdf', size: 48_213, url: '#' }
/** Every field type with a value as in a response. */
const SAMPLES: readonly (readonly [Field, unknown, unknown?])[] = [
  [fieldOf('name', 'text', { description: 'As printed on documents' }), 'Mabuhay Trading'],
  [fieldOf('remarks', 'longtext'), 'Deliver to the back gate.\nCall before arriving.'],
  [fieldOf('terms', 'richtext'), '<p>Pay within <b>30 days</b>.</p>'],
  [fieldOf('code', 'code'), 'SUP-0001'],
  [fieldOf('email', 'email'), 'sales@mabuhay.ph'],
  [fieldOf('phone', 'phone'), '+63 2 8123 4567'],
  [fieldOf('website', 'url'), 'https://mabuhay.ph'],
  [fieldOf('password', 'password'), 'secret'],
  [fieldOf('api_key', 'secret'), 'secret'],
  [fieldOf('license', 'licensekey'), 'ABCDE-12345-FGHIJ-67890-KLMNO'],
  [fieldOf('amount', 'money', { scale: 2 }), 1234567.5],
  [fieldOf('qty', 'quantity', { scale: 6 }), 12.125],
  [fieldOf('unit_price', 'rate', { scale: 4 }), 99.1234],
  [fieldOf('discount', 'percent', { scale: 2 }), 12.5],
  [fieldOf('weight', 'number', { scale: 2 }), 3.25],
  [fieldOf('days', 'integer'), 30],
  [fieldOf('is_active', 'boolean'), true],
  [fieldOf('due_date', 'date'), '2026-11-21'],
  [fieldOf('posted_at', 'datetime'), '2026-11-21T05:30:00.000Z'],
  [fieldOf('opens_at', 'time'), '08:30:00'],
  [fieldOf('period', 'daterange'), { from: '2026-11-01', to: '2026-11-30' }],
  [fieldOf('month', 'month'), '2026-11'],
  [fieldOf('kind', 'select', { options }), 'goods'],
  [fieldOf('kinds', 'multiselect', { options }), ['goods', 'capital']],
  [fieldOf('view', 'toggle', { options }), 'services'],
  [fieldOf('item_id', 'reference', ref), 1, STORY_REFS[0]],
  [fieldOf('item_ids', 'references', { ...ref, refAs: 'items' }), [1, 3], [STORY_REFS[0], STORY_REFS[2]]],
  [fieldOf('address', 'address'), { line_1: '12 Mabini St.', city: 'Makati', province: 'Metro Manila', zip_code: '1200' }],
  [fieldOf('scan', 'attachment'), 7, file],
  [fieldOf('proof', 'attachments'), [7], [file]],
  [fieldOf('photo', 'image'), null],
  [fieldOf('color', 'color'), '#0168b4'],
  [fieldOf('location', 'geopoint'), { latitude: 14.5547, longitude: 121.0244 }],
  [fieldOf('area', 'geofence'), { latitude: 14.5547, longitude: 121.0244, radius: 150 }],
  [fieldOf('prepared_by', 'user', { to: 'user', refAs: 'prepared_by_user' }), 2, { id: 2, name: 'Ana Reyes' }],
  [fieldOf('employee_id', 'employee', { to: 'employee', refAs: 'employee' }), 3, { id: 3, name: 'Jose Cruz' }],
  [fieldOf('tin', 'tin', { title: 'TIN' }), '123-456-789-000'],
  [fieldOf('sss_no', 'sss_no', { title: 'SSS no.' }), '34-1234567-8'],
  [fieldOf('philhealth_no', 'philhealth_no', { title: 'PhilHealth no.' }), '12-050555123-4'],
  [fieldOf('pagibig_no', 'pagibig_no', { title: 'Pag-IBIG no.' }), '1234-5678-9012'],
  [fieldOf('options', 'json'), { printed: true, copies: 2 }],
]

interface Args {
  filled: boolean
  error?: string
  disabled?: boolean
  readOnly?: boolean
  required?: boolean
}

function Every({ filled, ...state }: Args) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" maw={920}>
      {SAMPLES.map(([field, value, resolved]) => (
        <One key={field.name} {...state} field={field} value={filled ? value : null} resolved={filled ? resolved : undefined} />
      ))}
    </SimpleGrid>
  )
}

function One({ field, value, resolved, ...state }: Omit<Args, 'filled'> & { field: Field; value: unknown; resolved?: unknown }) {
  const [held, setHeld] = useState({ value, resolved })
  const Input = inputFor(field.type)
  return (
    <Input
      {...state}
      id={`f-${field.name}`}
      field={field}
      value={held.value}
      resolved={held.resolved}
      onChange={(next, picked) => setHeld({ value: next, resolved: picked ?? held.resolved })}
    />
  )
}

const meta: Meta<Args> = { title: 'Fields', render: (args) => <Every {...args} /> }
export default meta
type Story = StoryObj<Args>

// S283: label, text, textarea, select, multiselect, numeric, date, time, datetime, a range of dates, button toggle
export const Empty: Story = {
  args: { filled: false },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getByRole('radiogroup', { name: 'View' })).toBeVisible())
    await waitFor(() => expect(canvas.getByLabelText('Posted at')).toBeVisible())
    await waitFor(() => expect(canvas.getByLabelText('Kinds')).toBeVisible())
    for (const [name, tag] of [
      ['Name', 'INPUT'],
      ['Remarks', 'TEXTAREA'],
      ['Kind', 'INPUT'],
      ['Amount', 'INPUT'],
    ] as const)
      await expect(canvas.getByLabelText(name).tagName).toBe(tag)
    await expect(canvas.getByLabelText('Due date')).toHaveAttribute('placeholder', 'YYYY/MM/DD')
    await expect(canvas.getByLabelText('Opens at')).toHaveAttribute('placeholder', 'hh:mm A')
    await expect(canvas.getByText('YYYY/MM/DD hh:mm A')).toBeVisible()
    const range = within(canvas.getByRole('group', { name: 'Period' }))
    await userEvent.type(range.getByLabelText('From'), '20261101')
    await userEvent.tab()
    await expect(range.getByLabelText('From')).toHaveValue('2026/11/01')
    await expect(range.getByLabelText('To')).toBeVisible()
    await userEvent.click(within(canvas.getByRole('radiogroup', { name: 'View' })).getByText('Services'))
    await expect(canvas.getByRole('radio', { name: 'Services' })).toBeChecked()
  },
}
export const Filled: Story = { args: { filled: true } }
// S284 S285
export const Required: Story = {
  args: { filled: false, required: true },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getByRole('radiogroup', { name: 'View' })).toBeVisible())
    // A boolean always has a value.
    for (const [{ title, type }] of SAMPLES.filter(([field]) => field.type !== 'boolean'))
      await waitFor(() =>
        expect(
          [...canvasElement.querySelectorAll('.mantine-InputWrapper-label')].map((element) => element.textContent),
          type,
        ).toContain(`${title} *`),
      )
  },
}
export const WithError: Story = { args: { filled: true, error: 'This value is not allowed.' } }
export const Disabled: Story = { args: { filled: true, disabled: true } }
export const ReadOnly: Story = { args: { filled: true, readOnly: true } }
export const Dark: Story = { args: { filled: true, required: true }, globals: { scheme: 'dark' } }
export const DarkError: Story = { args: { filled: false, error: 'This value is not allowed.' }, globals: { scheme: 'dark' } }

export const Values: Story = {
  render: () => (
    <SimpleGrid cols={{ base: 1, sm: 2 }} maw={920}>
      {SAMPLES.map(([field, value, resolved]) => (
        <div key={field.name}>
          <Title order={2} size="h4">
            {field.title}
          </Title>
          <FieldValue field={field} value={value} resolved={resolved} />
        </div>
      ))}
    </SimpleGrid>
  ),
}

/** Rows of the lists of places, each with the place that contains it. */
const LISTS: Readonly<Record<string, readonly (Ref & { within?: number })[]>> = {
  country: [
    { id: 1, name: 'Philippines' },
    { id: 2, name: 'Japan' },
  ],
  region: [
    { id: 1, name: 'National Capital Region', within: 1 },
    { id: 2, name: 'Calabarzon', within: 1 },
  ],
  province: [
    { id: 1, name: 'Metro Manila', within: 1 },
    { id: 2, name: 'Cavite', within: 2 },
    { id: 3, name: 'Laguna', within: 2 },
  ],
  city: [
    { id: 1, name: 'Makati', within: 1 },
    { id: 2, name: 'Bacoor', within: 2 },
    { id: 3, name: 'Imus', within: 2 },
  ],
  barangay: [],
}
const placesClient = {
  ...storyClient,
  dropdown: (async (list, { search = '', filter = {} }) => {
    const { is_active: _, ...within } = filter
    const [id] = Object.values(within)
    return LISTS[list]!.filter((row) => row.name.toLowerCase().includes(search.toLowerCase()) && (id === undefined || row.within === id))
  }) satisfies typeof storyClient.dropdown,
}

/** Places are offered within the one chosen before; another place clears the places inside the former; any text is allowed. */
export const Address: Story = {
  render: () => (
    <FieldClientProvider value={placesClient}>
      <One field={fieldOf('address', 'address')} value={{ country: 'Philippines', region: 'National Capital Region', city: 'Makati' }} />
    </FieldClientProvider>
  ),
  play: async ({ canvasElement }) => {
    const part = async (name: string) => within(canvasElement).findByLabelText(name)
    const page = within(canvasElement.ownerDocument.body)
    const offered = () => page.queryAllByRole('option').map((option) => option.textContent)
    await userEvent.click(await part('Region'))
    await userEvent.click(await page.findByRole('option', { name: 'Calabarzon' }))
    await expect(await part('Region')).toHaveValue('Calabarzon')
    await expect(await part('City or municipality')).toHaveValue('')
    await userEvent.click(await part('Province'))
    await waitFor(() => expect(offered()).toEqual(['Cavite', 'Laguna']))
    await userEvent.type(await part('Province'), 'cav')
    await waitFor(() => expect(offered()).toEqual(['Cavite']))
    await userEvent.click(page.getByRole('option', { name: 'Cavite' }))
    await userEvent.click(await part('City or municipality'))
    await waitFor(() => expect(offered()).toEqual(['Bacoor', 'Imus']))
    await userEvent.click(page.getByRole('option', { name: 'Imus' }))
    await userEvent.type(await part('Barangay'), 'Malagasang II-A')
    await userEvent.tab()
    for (const [name, text] of [
      ['Country', 'Philippines'],
      ['Region', 'Calabarzon'],
      ['Province', 'Cavite'],
      ['City or municipality', 'Imus'],
      ['Barangay', 'Malagasang II-A'],
    ] as const)
      await expect(await part(name)).toHaveValue(text)
    // Inside a place that is in no list, no place is in a list, either.
    await userEvent.clear(await part('City or municipality'))
    await userEvent.clear(await part('Province'))
    await userEvent.clear(await part('Region'))
    await userEvent.type(await part('Region'), 'Kanto')
    await userEvent.click(await part('Province'))
    await expect(offered()).toEqual([])
  },
}

export const Money: Story = {
  render: () => <One field={fieldOf('amount', 'money', { scale: 2 })} value={0} />,
  play: async ({ canvasElement }) => {
    const box = within(canvasElement).getByLabelText('Amount')
    await expect(box).toHaveValue('0.00')
    await userEvent.click(box)
    await expect(box).toHaveValue('')
    await userEvent.type(box, '-1234567.899')
    await userEvent.tab()
    await expect(box).toHaveValue('1,234,567.89')
  },
}

export const Picker: Story = {
  render: () => <One field={fieldOf('item_id', 'reference', ref)} value={null} />,
  play: async ({ canvasElement }) => {
    const box = within(canvasElement).getByLabelText('Item')
    await userEvent.click(box)
    await userEvent.type(box, 'paper bond')
    const page = within(canvasElement.ownerDocument.body)
    await waitFor(() => expect(page.getByText('ITM-003 · Bond paper A4')).toBeVisible())
    await userEvent.click(page.getByText('ITM-003 · Bond paper A4'))
    await expect(box).toHaveValue('ITM-003 · Bond paper A4')
    await waitFor(() => expect(page.queryByRole('listbox')).toBeNull())
  },
}

/** Asks the story's records, and records when and for what. */
function Asked({ calls, children }: { calls: { time: number; search: string }[]; children: React.ReactNode }) {
  const [client] = useState(() => ({
    ...storyClient,
    dropdown: ((module, query, signal) => {
      calls.push({ time: performance.now(), search: query.search ?? '' })
      return storyClient.dropdown(module, query, signal)
    }) satisfies typeof storyClient.dropdown,
  }))
  return <FieldClientProvider value={client}>{children}</FieldClientProvider>
}

const calls: { time: number; search: string }[] = []
const noted = (story: React.ReactNode) => {
  calls.length = 0
  return <Asked calls={calls}>{story}</Asked>
}

// S301 S302 S303
export const PickerDelays: Story = {
  render: () => noted(<One field={fieldOf('item_id', 'reference', ref)} value={null} />),
  play: async ({ canvasElement }) => {
    const box = within(canvasElement).getByLabelText('Item')
    const opened = performance.now()
    await userEvent.click(box)
    await waitFor(() => expect(calls).toHaveLength(1), { interval: 5 })
    await expect(calls[0]!.time - opened).toBeGreaterThanOrEqual(300)
    const typed = performance.now()
    await userEvent.type(box, 'glu', { delay: 20 })
    await waitFor(() => expect(calls).toHaveLength(2), { interval: 5 })
    // Three letters in a row make one request.
    await expect(calls[1]!.search).toBe('glu')
    await expect(calls[1]!.time - typed).toBeGreaterThanOrEqual(140)
    await expect(calls[1]!.time - typed).toBeLessThan(1000)
  },
}

// S304
export const ToggleDelay: Story = {
  render: () => noted(<One field={fieldOf('item_id', 'reference', { ...ref, widget: 'radio' })} value={null} />),
  play: async ({ canvasElement }) => {
    const started = performance.now()
    await waitFor(() => expect(calls).toHaveLength(1), { interval: 5 })
    await expect(calls[0]!.time - started).toBeGreaterThan(350)
    await userEvent.click(await within(canvasElement).findByText('ITM-003 · Bond paper A4'))
    await expect(within(canvasElement).getByRole('radio', { name: 'ITM-003 · Bond paper A4' })).toBeChecked()
  },
}

// S300 S301
export const SeveralOnce: Story = {
  render: () => (
    <One
      field={fieldOf('item_ids', 'references', { ...ref, refAs: 'items' })}
      value={[3, 1, 3]}
      resolved={[
        { id: 3, name: 'Bond paper' },
        { id: 1, name: 'Ballpen' },
        { id: 3, name: 'Bond paper' },
      ]}
    />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findAllByText('Bond paper')).toHaveLength(1)
    await expect(canvas.getAllByText('Ballpen')).toHaveLength(1)
    // One frame shows the focus, not a second one within it.
    const box = canvasElement.querySelector<HTMLElement>('input:not([type=hidden])')!
    await userEvent.click(box)
    await expect(box).toHaveFocus()
    await expect(getComputedStyle(box).outlineStyle).toBe('none')
    await expect(getComputedStyle(box.closest('.mantine-PillsInput-input')!).outlineStyle).toBe('solid')
  },
}

// S275
export const DatePopup: Story = {
  render: () => <One field={fieldOf('due_date', 'date')} value="2026-11-21" />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Choose a date' }))
    const page = within(canvasElement.ownerDocument.body)
    const popup = await page.findByRole('dialog', { name: 'Choose a date' })
    await waitFor(() => expect(within(popup).getByRole('button', { name: /^21 November 2026/ })).toBeVisible())
    await expect(popup.getBoundingClientRect().width).toBe(600)
    await userEvent.click(within(popup).getByRole('button', { name: /^5 November 2026/ }))
    await expect(within(canvasElement).getByLabelText('Due date')).toHaveValue('2026/11/05')
  },
}

/** Left open, so that its days are checked, too. */
export const Days: Story = {
  render: () => <One field={fieldOf('due_date', 'date')} value="2026-11-21" />,
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Choose a date' }))
    const day = await within(canvasElement.ownerDocument.body).findByRole('button', { name: /^22 November 2026/ })
    await waitFor(() => expect(day).toBeVisible())
  },
}
export const DaysDark: Story = { ...Days, globals: { scheme: 'dark' } }
