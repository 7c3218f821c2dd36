import { Stack } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import type { Row } from '../../../engine/model/module.ts'
import { provideValidatorsOf } from '../../fields/form/testing.ts'
import DialogHost from '../../ui/dialogs/DialogHost.tsx'
import { dialogs } from '../../ui/dialogs/index.ts'
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
const send = fn(async (_input: Row) => ({ id: 1, version: 1 }))
export const AskForReason: Story = {
  beforeEach: () => {
    send.mockClear()
    return provideValidatorsOf(ORDER)
  },
  render: () => (
    <InputForm
      {...ORDER.workflow!.transitions.void!}
      module={ORDER}
      request="transition void"
      note="Order PO-2026-000041"
      send={send}
      onCancel={run}
      onDone={run}
    />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    // Figures of one width would widen the hyphens of the number.
    await expect(getComputedStyle(await canvas.findByText('Order PO-2026-000041')).fontVariantNumeric).toBe('normal')
    await userEvent.type(await canvas.findByRole('textbox', { name: /Reason/ }), 'Oops')
    await userEvent.click(canvas.getByRole('button', { name: 'Void' }))
    await expect(await canvas.findByText('Write at least 5 characters.')).toBeVisible()
    // By the keyboard alone, from the text itself.
    await userEvent.type(canvas.getByRole('textbox', { name: /Reason/ }), ', twice{Control>}{Enter}{/Control}')
    await waitFor(() => expect(canvas.queryByText('Write at least 5 characters.')).toBeNull())
    await expect(send).toHaveBeenCalledWith({ void_reason: 'Oops, twice' })
  },
}

/** Users of the keyboard continue where they were: dialogs give the focus back, buttons that go hand it on. */
export const KeepsFocus: Story = {
  render: () => {
    const [status, setStatus] = useState('draft')
    const ask = () => void dialogs.danger({ message: 'Void PO-000041?' })
    return (
      <>
        <ActionBar
          title="PO-000041"
          module={ORDER}
          record={{ status }}
          back="/"
          primary={status === 'draft' ? { name: 'post', title: 'Post', run: () => setStatus('posted') } : undefined}
          actions={[{ name: 'void', title: 'Void', tone: 'danger', run: ask }]}
        />
        <DialogHost />
      </>
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const more = canvas.getByRole('button', { name: 'More actions' })
    more.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Void' })).toBeVisible())
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await screen.findByRole('dialog')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Proceed' })).toHaveFocus())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(more).toHaveFocus())
    canvas.getByRole('button', { name: 'Post' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(canvas.queryByRole('button', { name: 'Post' })).toBeNull())
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'PO-000041' })).toHaveFocus())
  },
}
