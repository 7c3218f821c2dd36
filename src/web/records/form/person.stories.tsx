import type { Meta, StoryObj } from '@storybook/react-vite'
import { useId, useMemo, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import { provideValidatorsOf } from '../../fields/form/testing.ts'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { ActionBar } from '../actions/ActionBar.tsx'
import { calculatorFor } from './calculator.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import classes from './form.module.css'
import { RecordForm } from './RecordForm.tsx'
import { RecordStore } from './store.ts'
import { checkRecord } from './useSave.ts'

const PERSON = moduleOf(
  'person',
  [
    fieldOf('name', 'text', { required: true, help: 'As on the birth certificate.' }),
    fieldOf('email', 'email', { schema: { format: 'email' } }),
    fieldOf('supplier_id', 'reference', { to: 'supplier', refAs: 'supplier' }),
    fieldOf('hired_on', 'date', { required: true }),
    fieldOf('daily_rate', 'money', { scale: 2, schema: { minimum: 1 } }),
    fieldOf('is_urgent', 'boolean'),
    fieldOf('why', 'longtext', { title: 'Why urgent', visible: 'is_urgent', requiredWhen: 'is_urgent' }),
    fieldOf('monthly', 'money', { scale: 2, computed: 'daily_rate * 26', writable: false }),
  ],
  { hash: 'story-person-form', compute: [{ kind: 'field', field: 'monthly', expr: 'daily_rate * 26' }] as never },
)
const env = { settings: {}, today: () => '2026-11-21', now: () => '2026-11-21T01:00:00Z' }

/** A form without child tables: RJSF draws it, with our widgets, and validates it by the compiled schema. */
function Form({ mode, errors }: { mode: 'new' | 'edit'; errors?: Record<string, string[]> }) {
  const [store] = useState(() => {
    const values = mode === 'new' ? {} : { name: 'Ana Reyes', email: 'ana@mabuhay.ph', hired_on: '2026-01-05', daily_rate: 750 }
    const created = new RecordStore(PERSON, values, calculatorFor(PERSON, env))
    created.load(values, { compute: true })
    if (errors) created.setErrors(errors)
    return created
  })
  const [failures, setFailures] = useState(0)
  const [sent, setSent] = useState('')
  const idPrefix = `${useId()}-`
  const context = useMemo(() => ({ store, mode, editable: '*' as const, idPrefix }), [store, mode, idPrefix])
  const save = async () => {
    const messages = await checkRecord(PERSON, store)
    store.setErrors(messages)
    if (Object.keys(messages).length) setFailures((count) => count + 1)
    else setSent(JSON.stringify(store.snapshot()))
  }
  return (
    <div className={classes.page}>
      <ActionBar
        title={mode === 'new' ? 'New person' : 'Edit Ana Reyes'}
        module={PERSON}
        back="/"
        actions={[]}
        primary={{ name: 'save', title: 'Save', run: () => void save() }}
      />
      <ErrorSummary module={PERSON} store={store} refusal={undefined} failures={failures} idPrefix={idPrefix} />
      <RecordForm module={PERSON} context={context} />
      <output aria-label="Sent">{sent}</output>
    </div>
  )
}

const meta: Meta<{ mode: 'new' | 'edit'; errors?: Record<string, string[]> }> = {
  title: 'Records/Form without lines',
  beforeEach: () => provideValidatorsOf(PERSON),
  render: (args) => <Form {...args} />,
  args: { mode: 'edit' },
}
export default meta
type Story = StoryObj<typeof meta>

export const Edit: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const rate = await canvas.findByRole('textbox', { name: /Daily rate/ })
    await expect(canvas.getByText('19,500.00')).toBeVisible()
    await userEvent.clear(rate)
    await userEvent.type(rate, '800')
    await waitFor(() => expect(canvas.getByText('20,800.00')).toBeVisible())
  },
}
export const Dark: Story = { globals: { scheme: 'dark' } }
export const WithServerErrors: Story = {
  args: { errors: { email: ['Somebody has this address already.'] } },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const email = await canvas.findByRole('textbox', { name: /Email/ })
    await expect(email).toHaveAccessibleDescription('Somebody has this address already.')
    await userEvent.type(email, 'x')
    await waitFor(() => expect(canvas.queryByText('Somebody has this address already.')).toBeNull())
  },
}

/** Saving names the errors of the schema and the rules, and moves to the first; nothing is sent until they are corrected. */
export const New: Story = {
  args: { mode: 'new' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const email = await canvas.findByRole('textbox', { name: /Email/ })
    expect(canvas.queryByLabelText(/Why urgent/)).toBeNull()
    await userEvent.type(email, 'ana')
    await userEvent.click(canvas.getByLabelText('Is urgent'))
    await canvas.findByRole('textbox', { name: /Why urgent/ })
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(canvas.getByText('4 fields need attention')).toBeVisible())
    await waitFor(() => expect(canvas.getByRole('textbox', { name: /^Name/ })).toHaveFocus())
    await expect(email).toHaveAccessibleDescription('Invalid email format')
    await userEvent.keyboard('Ana Reyes')
    await userEvent.type(email, '@mabuhay.ph')
    await userEvent.click(canvas.getByLabelText('Is urgent'))
    await userEvent.type(canvas.getByRole('textbox', { name: /Hired on/ }), '2026-01-05')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(JSON.parse(canvas.getByLabelText('Sent').textContent ?? '')).toMatchObject({ name: 'Ana Reyes', email: 'ana@mabuhay.ph' }),
    )
  },
}
