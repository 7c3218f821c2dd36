import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import type { Module } from '../../../engine/model/module.ts'
import { queryClient } from '../../api/queries.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { refusal } from '../../testing/api.ts'
import { Overlays } from '../../ui/Overlays.tsx'
import { installPayrollApi, made, ok, PAYROLL, PAYSLIP, PROBLEMS, record, standing } from './mockPayroll.ts'
import PayrollView from './PayrollView.tsx'
import PayslipView from './PayslipView.tsx'
import { Steps } from './Steps.tsx'

/** The frame of a payroll record in stories: its module, its address, its dialogs. */
function Stage({ module, path, children }: { module: Module; path: string; children: ReactNode }) {
  const [router] = useState(() =>
    createMemoryRouter(
      [
        {
          path: '/:application/:module/view/:id',
          element: (
            <ModuleRouteProvider value={{ application: 'talent', module, base: `/talent/${module.name}`, can: () => true }}>
              {children}
              <Overlays />
            </ModuleRouteProvider>
          ),
        },
      ],
      { initialEntries: [path] },
    ),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
const workbench = (search = '') => (
  <Stage module={PAYROLL} path={`/talent/payroll/view/1${search}`}>
    <PayrollView />
  </Stage>
)
const payslip = () => (
  <Stage module={PAYSLIP} path="/employee_portal/payslip/view/5">
    <PayslipView />
  </Stage>
)

const meta: Meta = {
  title: 'Payroll',
  parameters: { ownRouter: true },
  beforeEach: () => {
    queryClient.clear()
    return installPayrollApi()
  },
}
export default meta
type Story = StoryObj

/** Ten thousand employees: only the rows in sight are drawn; one key moves to the end. */
export const Register: Story = {
  render: () => workbench(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('10,000 employees', {}, { timeout: 5000 })).toBeVisible()
    const first = await canvas.findByRole('button', { name: /E-00001/ })
    await expect(canvas.getAllByRole('row').length).toBeLessThan(80)
    first.focus()
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(canvas.getByRole('button', { name: /E-00002/ })).toHaveFocus())
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(canvas.getByRole('button', { name: /E-10000/ })).toHaveFocus(), { timeout: 5000 })
  },
}
export const RegisterDark: Story = { render: () => workbench(), globals: { scheme: 'dark' } }
export const RegisterOnPhone: Story = {
  render: () => <div style={{ maxWidth: 390 }}>{workbench()}</div>,
}

export const Narrowed: Story = {
  render: () => workbench(),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('10,000 employees', {}, { timeout: 5000 })
    await userEvent.click(canvas.getByRole('switch', { name: 'Problems only' }))
    await expect(await canvas.findByText('4 employees')).toBeVisible()
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Search employees' }), 'E-00007')
    await expect(await canvas.findByText('1 employee')).toBeVisible()
    await expect(canvas.getByText('Failed')).toBeVisible()
  },
}

/** An employee opens with every line; a line opens to its formula, its inputs and its legal basis. */
export const TraceOfALine: Story = {
  render: () => workbench('?employee=1'),
  play: async () => {
    const drawer = within(await screen.findByRole('dialog', { name: 'Pay in this payroll' }))
    await userEvent.click(await drawer.findByRole('button', { name: /^SSS\s*-?850/ }))
    await expect(await drawer.findByText('17,000.00 × 5% = 850.00')).toBeVisible()
    await expect(drawer.getByText(/SSS Circular 2024-006/)).toBeVisible()
    await userEvent.click(drawer.getByRole('button', { name: /Basic pay/ }))
    await expect(drawer.getByText('Monthly rate', { selector: 'li dt' })).toBeVisible()
    await userEvent.click(drawer.getByRole('tab', { name: 'Changes' }))
    await expect(await drawer.findByText('Pay rate changed')).toBeVisible()
  },
}
export const TraceDark: Story = {
  render: () => workbench('?employee=1'),
  globals: { scheme: 'dark' },
  play: async () => {
    const drawer = within(await screen.findByRole('dialog', { name: 'Pay in this payroll' }))
    await userEvent.click(await drawer.findByRole('button', { name: /Withholding tax(?! table)/ }))
  },
}

export const ProblemsLead: Story = {
  render: () => workbench('?tab=problems'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    // What three employees have alike is said once; the employees are to open.
    const [ofKind, ofMessage] = await canvas.findAllByText('3 employees', {}, { timeout: 5000 })
    await expect(ofKind!.closest('summary')).toHaveTextContent('No bank account')
    await userEvent.click(ofMessage!)
    await expect(await canvas.findByRole('button', { name: /E-00040/ })).toBeVisible()
    await expect(canvas.getAllByText(/No bank account: the net pay/)).toHaveLength(1)
    await userEvent.click(await canvas.findByRole('button', { name: /E-00007/ }, { timeout: 5000 }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Pay in this payroll' }))
    await waitFor(() => expect(drawer.getAllByText('The employee has no rate.')[0]).toBeVisible(), { timeout: 5000 })
  },
}
/** Who joined after the payroll was made is added to it where the problem is read. */
export const AddsAnEmployee: Story = {
  render: () => workbench('?tab=problems&employee=9'),
  beforeEach: () =>
    installPayrollApi(({ path }) =>
      path === 'payroll/1/problems' ? ok([{ ...PROBLEMS[0], employee_id: 9, kind: 'not_in_payroll' }]) : undefined,
    ),
  play: async () => {
    const drawer = within(await screen.findByRole('dialog', { name: 'Pay in this payroll' }))
    const add = await drawer.findByRole('button', { name: 'Add to this payroll' })
    await expect(drawer.queryByRole('button', { name: 'Take out of this payroll' })).toBeNull()
    await userEvent.click(add)
    await waitFor(() => expect(made.at(-1)).toMatchObject({ path: 'payroll/1/employee', body: { employee_ids: [9] } }))
  },
}
/** Who is not to be paid by it is taken out after a question. */
export const TakesOutAnEmployee: Story = {
  render: () => workbench('?employee=1'),
  play: async () => {
    const drawer = within(await screen.findByRole('dialog', { name: 'Pay in this payroll' }))
    await userEvent.click(await drawer.findByRole('button', { name: 'Take out of this payroll' }))
    await expect(await screen.findByText(/no longer pays the employee/)).toBeVisible()
    const [, confirm] = screen.getAllByRole('button', { name: 'Take out of this payroll' })
    await userEvent.click(confirm!)
    await waitFor(() => expect(made.at(-1)).toMatchObject({ path: 'payroll/1/bulk-delete-employee', body: { employee_ids: [1] } }))
  },
}
export const WhatChanged: Story = {
  render: () => workbench('?tab=changes'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    // Net pay first; those who are new in the payroll are said to be, and stay whatever the least change.
    await expect(await canvas.findByRole('link', { name: 'PAY-2026-000002' }, { timeout: 5000 })).toBeVisible()
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Least change' }), '50')
    await expect(canvas.getByRole('cell', { name: 'New in the payroll' })).toBeVisible()
    await userEvent.click(canvas.getByText('Changed lines'))
    await expect(await canvas.findByText('+1,225.00', {}, { timeout: 5000 })).toBeVisible()
    await expect(canvas.getByRole('cell', { name: 'New in the payroll' })).toBeVisible()
  },
}
export const EnterAmount: Story = {
  render: () => workbench('?tab=adjustments'),
  beforeEach: () =>
    installPayrollApi(({ method, path }) =>
      method === 'POST' && path === 'payroll/1/entries'
        ? refusal(400, 'Check the fields.', { errors: { amount: ['Field is required'] } })
        : undefined,
    ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Third quarter', {}, { timeout: 5000 })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Add' }))
    await expect(await canvas.findByText('Field is required')).toBeVisible()
  },
}
export const ContributionsOwed: Story = { render: () => workbench('?tab=contributions') }
/** An output that is not possible yet says when it will be. */
export const Outputs: Story = {
  render: () => workbench('?tab=outputs'),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(
      await canvas.findByRole('button', { name: 'Download: Bank file · Land Bank, 1 employee' }, { timeout: 5000 }),
    ).toBeDisabled()
    await expect(canvas.getAllByText('Land Bank, 1 employee · Available after processing.')).toHaveLength(2)
    await expect(canvas.getByRole('button', { name: 'Download: Payslips (PDF)' })).toBeEnabled()
  },
}

/** Who gets no mail is said before it is sent. */
export const MailAsks: Story = {
  render: () => workbench('?tab=outputs'),
  beforeEach: () => installPayrollApi(({ path }) => (path === 'payroll/find/1' ? ok(record('posted')) : undefined)),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    // The banks come with the number of those without an address.
    await canvas.findByRole('button', { name: 'Download: Bank file · Land Bank, 1 employee' }, { timeout: 5000 })
    await userEvent.click(canvas.getByRole('button', { name: 'Send: Mail payslips' }))
    const dialog = await screen.findByRole('dialog', { name: 'Mail payslips' })
    await expect(within(dialog).getByText(/2 employees have no e-mail address\./)).toBeVisible()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await expect(made.map((call) => call.path)).not.toContain('payroll/1/mail-payslips')
  },
}

/** While a job runs, no other action is possible; it can be cancelled. */
export const AtWork: Story = {
  render: () => workbench(),
  beforeEach: () =>
    installPayrollApi(({ path }) =>
      path === 'payroll/1/standing' ? ok(standing({ state: 'running', error: null, done: 3250, total: 10_000 })) : undefined,
    ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('3,250 of 10,000 employees', {}, { timeout: 5000 })).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Process' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(made.map((call) => call.path)).toEqual(['payroll/1/cancel']))
  },
}
export const RunFailed: Story = {
  render: () => workbench(),
  beforeEach: () =>
    installPayrollApi(({ path }) =>
      path === 'payroll/1/standing'
        ? ok(standing({ state: 'failed', error: 'The tax table has a gap.', done: 10, total: 10_000 }))
        : undefined,
    ),
}
export const Processed: Story = {
  render: () => workbench(),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Process' }, { timeout: 5000 }))
    await expect(await within(canvasElement).findByText('Processed', { selector: '[data-tone]' })).toBeVisible()
  },
}
export const MayNotSee: Story = {
  render: () => workbench(),
  beforeEach: () => installPayrollApi(({ path }) => (path === 'payroll/find/1' ? refusal(403, 'This pay group is closed.') : undefined)),
}
export const StepsOfEachState: Story = {
  render: () => (
    <>
      {['draft', 'precomputed', 'processed', 'approved', 'posted'].map((status) => (
        <Steps key={status} status={status} />
      ))}
    </>
  ),
}

/** The employee's own payslip, laid out for a phone. */
export const Payslip: Story = {
  render: payslip,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: /Overtime/ }, { timeout: 5000 }))
    await expect(await canvas.findByText('2.00 h × 175.00 × 1.25 = 437.50')).toBeVisible()
  },
}
export const PayslipDark: Story = { render: payslip, globals: { scheme: 'dark' } }
