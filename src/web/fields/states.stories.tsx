import { SimpleGrid } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, userEvent, within } from 'storybook/test'
import type { Field } from '../../engine/model/module.ts'
import { FieldCell } from './FieldCell.tsx'
import { ReadField } from './FieldValue.tsx'
import { inputFor } from './registry.tsx'
import { fieldOf } from './testing.ts'

const HELP = 'Write it as it is printed on the certificate of registration.'
const LONG_TITLE = 'Registered name of the establishment as it appears in the certificate of registration'
const LONG =
  'Samahan ng mga Manggagawa at Mangangalakal ng Lungsod ng Quezon, Kalookan, Malabon, Navotas at Valenzuela, Inkorporada, Pangunahing Tanggapan'
const UNBROKEN = 'ISANGNAPAKAHABANGSALITANGWALANGPATLANG'.repeat(4)
const options = [
  { value: 'goods', label: 'Goods' },
  { value: 'services', label: 'Services' },
]

/** One field of each kind of input. */
const FIELDS: readonly (readonly [Field, unknown])[] = [
  [fieldOf('name', 'text'), 'Mabuhay Trading'],
  [fieldOf('remarks', 'longtext'), 'Deliver to the back gate.'],
  [fieldOf('amount', 'money', { scale: 2 }), 1250.5],
  [fieldOf('due_date', 'date'), '2026-11-21'],
  [fieldOf('kind', 'select', { options }), 'goods'],
  [fieldOf('is_active', 'boolean'), true],
]
/** Values as the server sends them to a user who cannot read them in full. */
const MASKED: readonly (readonly [Field, unknown])[] = [
  [fieldOf('password', 'password'), 'secret'],
  [fieldOf('api_key', 'secret'), 'secret'],
  [fieldOf('bank_account', 'code'), '••••••7890'],
  [fieldOf('rate', 'money', { scale: 2 }), null],
]

function One({ field, value, read }: { field: Field; value: unknown; read?: boolean }) {
  const [held, setHeld] = useState(value)
  const Input = inputFor(field.type)
  return read ? (
    <ReadField field={field} value={value} />
  ) : (
    <Input id={`s-${field.name}`} field={field} value={held} onChange={(next) => setHeld(next)} />
  )
}

interface Args {
  fields: readonly (readonly [Field, unknown])[]
  read?: boolean
}

const meta: Meta<Args> = {
  title: 'Fields/States',
  render: ({ fields, read = false }) => (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" maw={920}>
      {fields.map(([field, value]) => (
        <One key={field.name} field={field} value={value} read={read} />
      ))}
    </SimpleGrid>
  ),
}
export default meta
type Story = StoryObj<Args>

/** Screen readers read the help with the field. */
export const WithHelp: Story = {
  args: { fields: FIELDS.map(([field, value]) => [{ ...field, description: HELP }, value] as const) },
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByLabelText('Name')).toHaveAccessibleDescription(HELP)
  },
}
export const WithHelpDark: Story = { ...WithHelp, globals: { scheme: 'dark' } }

/** The help of a switch stands beside its label, not at the end of the row. */
export const SwitchWithHelp: Story = {
  args: { fields: [[fieldOf('is_active', 'boolean', { help: HELP }), true]] },
  render: ({ fields: [pair] }) => (
    <FieldCell field={pair![0]}>
      <One field={pair![0]} value={pair![1]} />
    </FieldCell>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const help = (await canvas.findByRole('button', { name: /Is active/ })).getBoundingClientRect()
    const name = canvas.getByText('Is active').getBoundingClientRect()
    await expect(help.top).toBeGreaterThanOrEqual(name.top)
    await expect(help.top).toBeLessThan(name.bottom)
    await expect(help.left - name.right).toBeLessThan(40)
  },
}

/** Secrets are never readable; a masked value shows only what the server sent. */
export const Masked: Story = {
  args: { fields: MASKED, read: true },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findAllByText('••••••••')).toHaveLength(2)
    await expect(canvas.getByText('••••••7890')).toBeVisible()
    await expect(canvas.queryByText('secret')).toBeNull()
  },
}
export const MaskedInputs: Story = { args: { fields: MASKED } }

/** With the keyboard: the focused field is clearly marked. */
export const Focus: Story = {
  args: { fields: FIELDS },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const name = await canvas.findByLabelText('Name')
    const resting = getComputedStyle(canvas.getByLabelText('Amount'))
    await userEvent.tab()
    await expect(name).toHaveFocus()
    const focused = getComputedStyle(name)
    await expect([focused.borderColor, focused.boxShadow, focused.outlineStyle]).not.toEqual([
      resting.borderColor,
      resting.boxShadow,
      resting.outlineStyle,
    ])
  },
}
export const FocusDark: Story = { ...Focus, globals: { scheme: 'dark' } }
export const Hover: Story = {
  args: { fields: FIELDS },
  play: async ({ canvasElement }) => {
    await userEvent.hover(await within(canvasElement).findByLabelText('Name'))
  },
}

const LONG_FIELDS: Args['fields'] = [
  [fieldOf('name', 'text', { title: LONG_TITLE, description: `${HELP} ${LONG}` }), LONG],
  [fieldOf('remarks', 'longtext'), `${LONG} ${UNBROKEN}`],
  [fieldOf('kind', 'select', { title: LONG_TITLE, options: [{ value: 'goods', label: LONG }] }), 'goods'],
  [fieldOf('amount', 'money', { title: LONG_TITLE, scale: 2 }), 123456789012.25],
]
const within390 = (story: React.ReactNode) => <div style={{ maxWidth: 358, overflow: 'auto' }}>{story}</div>
const noSideways: Story['play'] = async ({ canvasElement }) => {
  const box = canvasElement.querySelector<HTMLElement>('[style*="overflow"]')!
  await within(canvasElement).findAllByText(/Registered name/)
  await expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth)
}
/** Long texts wrap or are cut off; nothing grows beyond a phone. */
export const LongText: Story = { args: { fields: LONG_FIELDS }, decorators: [(Story) => within390(<Story />)], play: noSideways }
export const LongTextRead: Story = { ...LongText, args: { fields: LONG_FIELDS, read: true } }

/** Titles come from descriptors; the product's own texts are in Filipino. */
export const Filipino: Story = {
  args: { fields: FIELDS.map(([field, value]) => [{ ...field, description: HELP }, value] as const) },
  globals: { locale: 'fil' },
}
export const FilipinoEmpty: Story = { args: { fields: FIELDS.map(([field]) => [field, null] as const) }, globals: { locale: 'fil' } }
