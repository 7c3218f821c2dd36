import { Stack } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { provideValidatorsOf } from '../../fields/form/testing.ts'
import { ORDER } from '../storyDocument.ts'
import { ActionBar, type BarAction } from './ActionBar.tsx'
import InputForm from './InputForm.tsx'

const run = () => undefined
const BARS: readonly { status: string; progress?: string; primary?: BarAction; actions: readonly BarAction[] }[] = [
  {
    status: 'draft',
    primary: { name: 'post', title: 'Post', run },
    actions: [
      { name: 'edit', title: 'Edit', prominent: true, run },
      { name: 'void', title: 'Void', tone: 'danger', run },
    ],
  },
  {
    status: 'approved',
    primary: { name: 'post', title: 'Post', disabled: 'The period is locked.', run },
    actions: [{ name: 'edit', title: 'Edit', disabled: 'Approved documents cannot be changed.', run }],
  },
  { status: 'disapproved', primary: { name: 'edit', title: 'Edit', run }, actions: [] },
  {
    status: 'posted',
    progress: 'open',
    primary: { name: 'create', title: 'Create goods receipt', run },
    actions: [
      { name: 'print', title: 'Print', prominent: true, run },
      { name: 'void', title: 'Void', tone: 'danger', disabled: 'Goods were received against it.', run },
    ],
  },
  { status: 'posted', progress: 'partially_served', actions: [{ name: 'print', title: 'Print', prominent: true, run }] },
  { status: 'posted', progress: 'fully_served', actions: [{ name: 'print', title: 'Print', prominent: true, run }] },
  { status: 'closed', actions: [{ name: 'reopen', title: 'Reopen', run }] },
  { status: 'voided', actions: [{ name: 'duplicate', title: 'Duplicate', run }] },
]

const Bars = () => (
  <Stack>
    {BARS.map(({ status, progress, primary, actions }) => (
      <div key={status + progress}>
        <ActionBar
          title="PO-000041"
          module={ORDER}
          record={{ status, progress }}
          back="/"
          previous="/a"
          primary={primary}
          actions={actions}
        />
      </div>
    ))}
  </Stack>
)

// Every bar is a page header of its own: several of them in one story repeat the landmark and the heading.
const meta: Meta = {
  title: 'Records/Action bar',
  parameters: {
    a11y: {
      config: {
        rules: [
          { id: 'landmark-no-duplicate-banner', enabled: false },
          { id: 'landmark-unique', enabled: false },
        ],
      },
    },
  },
}
export default meta
type Story = StoryObj

export const EveryStatus: Story = { render: () => <Bars /> }
export const EveryStatusDark: Story = { render: () => <Bars />, globals: { scheme: 'dark' } }
export const WhyNot: Story = {
  render: () => (
    <ActionBar title="PO-000041" module={ORDER} record={{ status: 'posted', progress: 'open' }} back="/" actions={BARS[3]!.actions} />
  ),
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'More actions' }))
    await waitFor(() => expect(within(canvasElement.ownerDocument.body).getByText('Goods were received against it.')).toBeVisible())
  },
}
export const AskForReason: Story = {
  beforeEach: () => provideValidatorsOf(ORDER),
  render: () => (
    <InputForm
      {...ORDER.workflow!.transitions.void!}
      module={ORDER}
      request="transition void"
      send={async () => ({ id: 1, version: 1 })}
      onCancel={run}
      onDone={run}
    />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Reason/ }), 'Oops')
    await userEvent.click(canvas.getByRole('button', { name: 'Void' }))
    await expect(await canvas.findByText('Write at least 5 characters.')).toBeVisible()
  },
}
