import type { Meta, StoryObj } from '@storybook/react-vite'
import { useId, useMemo, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Module } from '../../../engine/model/module.ts'
import { ApiError } from '../../api/errors.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { orderModule } from '../../testing/modules.ts'
import { ActionBar } from '../actions/ActionBar.tsx'
import { Shown } from '../every-module/every-module.tsx'
import { documentStore, ORDER } from '../storyDocument.ts'
import { RecordFailure, RecordLoading } from '../view/states.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import classes from './form.module.css'
import { RecordForm } from './RecordForm.tsx'
import { validateRecord } from './validator.ts'

interface Args {
  mode: 'edit' | 'view'
  lines: number
  errors?: Record<string, string[]>
}

function Form({ mode, lines, errors }: Args) {
  const [store] = useState(() => {
    const created = documentStore(lines)
    if (errors) created.setErrors(errors)
    return created
  })
  const idPrefix = `${useId()}-`
  const context = useMemo(() => ({ store, mode, editable: '*' as const, idPrefix }), [store, mode, idPrefix])
  return (
    <div className={classes.page}>
      <ActionBar
        title={mode === 'edit' ? 'Edit PO-000041' : 'PO-000041'}
        module={ORDER}
        record={{ status: 'draft' }}
        back="/"
        actions={[]}
        primary={{
          name: 'save',
          title: mode === 'edit' ? 'Save' : 'Post',
          run: () => store.setErrors(validateRecord(ORDER, store, undefined)),
        }}
      />
      <ErrorSummary module={ORDER} store={store} refusal={undefined} idPrefix={idPrefix} />
      <RecordForm module={ORDER} context={context} />
    </div>
  )
}

/** A record that cannot be shown, on a page of its module. */
const Failure = ({ status, can = () => true }: { status: number; can?: (code: string) => boolean }) => (
  <ModuleRouteProvider value={{ application: 'sample', module: ORDER, base: '/sample/order', can }}>
    <RecordFailure error={new ApiError(status, {})} onRetry={() => undefined} />
  </ModuleRouteProvider>
)

const meta: Meta<Args> = { title: 'Records/Form', render: (args) => <Form {...args} />, args: { mode: 'edit', lines: 5 } }
export default meta
type Story = StoryObj<Args>

export const Edit: Story = {}
export const View: Story = { args: { mode: 'view' } }
export const Dark: Story = { args: { mode: 'edit' }, globals: { scheme: 'dark' } }
export const DarkView: Story = { args: { mode: 'view' }, globals: { scheme: 'dark' } }
export const WithErrors: Story = {
  args: { errors: { supplier_id: ['This supplier is no longer active.'], 'items.3.qty': ['Only 4 are still open.'] } },
}
export const Loading: Story = { render: () => <RecordLoading /> }
export const Forbidden: Story = { render: () => <Failure status={403} /> }
/** Without a right to the list either, the way out is Home. */
export const ForbiddenList: Story = { render: () => <Failure status={403} can={() => false} /> }
export const NotFound: Story = { render: () => <Failure status={404} /> }
export const Failed: Story = { render: () => <Failure status={500} /> }

/** Conditions and totals follow the input; saving names missing values, and typing clears the messages. */
export const Live: Story = {
  args: { lines: 2 },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    expect(canvas.queryByLabelText(/Why urgent/)).toBeNull()
    await userEvent.click(canvas.getByLabelText('Is urgent'))
    const why = await canvas.findByRole('textbox', { name: /Why urgent/ })
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(canvas.getByText('1 field needs attention')).toBeVisible())
    await expect(canvas.getByText('Field is required')).toBeVisible()
    await userEvent.type(why, 'Stock is out')
    await waitFor(() => expect(canvas.queryByText('1 field needs attention')).toBeNull())
  },
}

/** Tabs that are saved by calls of their own have a button each. */
export const TabsOfTheirOwn: Story = {
  render: () => <Tabbed />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Save Order' }))
    await expect(canvas.getByRole('status')).toHaveTextContent('order')
    await userEvent.click(canvas.getByRole('tab', { name: 'Notes' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Save Notes' }))
    await expect(canvas.getByRole('status')).toHaveTextContent('notes')
  },
}

const NUMBERED: Module = {
  ...ORDER,
  form: { tabs: [{ sections: [{ fields: ['transaction_no', 'transaction_date', 'items', 'total'] }, { fields: ['transaction_no'] }] }] },
}

/** A new record omits fields that only the server fills, until they are known; it shows a total that is computed here. */
export const NewRecord: Story = {
  render: () => <Blank />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Total')).toBeVisible()
    expect(canvas.queryByText('Transaction no')).toBeNull()
    expect(canvasElement.querySelectorAll('section')).toHaveLength(1)
  },
}

/** Where no field of the form names the document to copy from, a button beside Save does. */
export const CopiedFrom: Story = {
  parameters: { ownRouter: true },
  render: () => (
    <Shown
      module={{ ...orderModule, sources: [{ module: 'bill', exception: false, many: false, copy: {}, per: {}, lines: {} }] }}
      screen="new"
      state="draft"
    />
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('button', { name: 'Copy lines from Bill…' }, { timeout: 15_000 })).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Save' })).toBeVisible()
  },
}

function Blank() {
  const [store] = useState(() => {
    const created = documentStore(1)
    created.load({ ...created.copy(), transaction_no: null })
    return created
  })
  const idPrefix = `${useId()}-`
  const context = useMemo(() => ({ store, mode: 'new' as const, editable: '*' as const, idPrefix }), [store, idPrefix])
  return (
    <div className={classes.page}>
      <RecordForm module={NUMBERED} context={context} />
    </div>
  )
}

const [first, ...rest] = ORDER.form.tabs.flatMap((tab) => tab.sections)
const TABBED = {
  ...ORDER,
  form: {
    tabs: [
      { title: 'Order', section: 'order', sections: [first!] },
      { title: 'Notes', section: 'notes', sections: rest },
    ],
  },
}

function Tabbed() {
  const [store] = useState(() => documentStore(1))
  const [saved, setSaved] = useState('')
  const idPrefix = `${useId()}-`
  const context = useMemo(
    () => ({ store, mode: 'edit' as const, editable: '*' as const, idPrefix, saveTab: setSaved, busy: false }),
    [store, idPrefix],
  )
  return (
    <div className={classes.page}>
      <p role="status">{saved}</p>
      <RecordForm module={TABBED} context={context} />
    </div>
  )
}
