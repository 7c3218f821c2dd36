import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, screen, userEvent, waitFor, within } from 'storybook/test'
import { installMockApi, type MockAnswer, type MockCall, refusal } from '../../../testing/api.ts'
import { Overlays } from '../../../ui/Overlays.tsx'
import QrDialog from './QrDialog.tsx'
import Recovery from './Recovery.tsx'
import SetUp from './SetUp.tsx'
import { SignIn } from './SignIn.tsx'

const data = (value: unknown): MockAnswer => ({ status: 200, body: { success: true, data: value } })

const answers = (call: MockCall): MockAnswer | undefined => {
  switch (call.path) {
    case 'instance/has_instance':
      return data({ has_instance: true, needs_setup: false })
    // A wrong password gives a 401, which redirects to the sign-in from everywhere else, and also from a story.
    case 'login':
      return refusal(429, 'Too many failed sign-ins. Try again in 15 minutes.')
    case 'instance/validate_key':
      return data({ valid: (call.body as { license_key: string }).license_key.startsWith('GOOD1') })
    case 'forgot_password_request':
      return (call.body as { usernameEmail: string }).usernameEmail === 'nobody'
        ? refusal(429, 'Too many requests. Please wait a moment and try again.')
        : data({ email: 'maria@example.com', user_id: 7 })
    case 'forgot_password_request/verify-otp':
      return data({ token: 'token' })
    case 'forgot_password_request/resend-otp':
      return data(null)
  }
}

// Each screen has a main landmark of its own, inside that of the story.
const meta: Meta = {
  title: 'Session/Way in',
  parameters: {
    a11y: {
      config: {
        rules: [
          { id: 'landmark-no-duplicate-main', enabled: false },
          { id: 'landmark-main-is-top-level', enabled: false },
          { id: 'landmark-unique', enabled: false },
        ],
      },
    },
  },
  beforeEach: () => installMockApi(answers),
}
export default meta
type Story = StoryObj

// S104 S176 S274
export const Login: Story = {
  render: () => <SignIn />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getByLabelText('Company')).toHaveDisplayValue('Mabuhay Trading Corporation'))
    await expect(canvas.getByRole('link', { name: 'App Store' })).toHaveAttribute('href', 'https://www.apple.com/app-store/')
    await expect(canvas.getByRole('link', { name: 'Google Play' })).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Forgot password?' })).toBeVisible()
    await expect(canvasElement.querySelector('form')!.getBoundingClientRect().width).toBe(435)
  },
}
export const LoginDark: Story = { ...Login, globals: { scheme: 'dark' } }

/** One company: nothing to choose. */
// S174
export const LoginOneCompany: Story = {
  beforeEach: () =>
    installMockApi((call) =>
      call.path === 'companies' ? data([{ code: 'DEMO', name: 'Mabuhay Trading Corporation', logo: '/favicon.svg' }]) : answers(call),
    ),
  render: () => <SignIn />,
  play: async ({ canvasElement }) => {
    const company = await within(canvasElement).findByDisplayValue('Mabuhay Trading Corporation')
    await expect(company).toHaveAttribute('readonly')
  },
}

/** A refusal of the server is shown in a red banner, a missing value at its field. */
// S173 S175
export const LoginRefused: Story = {
  render: () => <SignIn />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getByLabelText('Company')).toBeEnabled())
    await userEvent.click(canvas.getByRole('button', { name: 'Login' }))
    await expect(canvas.getAllByText('Field is required')).toHaveLength(2)
    await userEvent.type(canvas.getByLabelText('Username *'), 'maria')
    await userEvent.type(canvas.getByLabelText('Password *'), 'wrong')
    await userEvent.click(canvas.getByRole('button', { name: 'Login' }))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Too many failed sign-ins.')
    // The busy button has lost the focus.
    await waitFor(() => expect(canvas.getByLabelText('Password *')).toHaveFocus())
  },
}
export const LoginUnreachable: Story = {
  beforeEach: () => installMockApi(() => refusal(500, 'Sorry something went wrong with our server.')),
  render: () => <SignIn />,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: 'Try again' }, { timeout: 5000 })).toBeVisible()
  },
}

/** The code for phones. The picture comes from the server. */
export const MobileQr: Story = {
  beforeEach: () => {
    const undo = installMockApi(() => refusal(503, 'No signature key has been configured.'))
    return undo
  },
  render: () => <QrDialog opened onClose={fn()} />,
  play: async () => {
    await expect(await screen.findByRole('alert', {}, { timeout: 5000 })).toHaveTextContent('No signature key')
  },
}

const recovery = {
  render: () => (
    <>
      <Recovery />
      <Overlays />
    </>
  ),
}
const askCode = async (canvasElement: HTMLElement, who = 'maria') => {
  const canvas = within(canvasElement)
  await waitFor(() => expect(canvas.getByLabelText('Company')).toBeEnabled())
  await userEvent.type(canvas.getByLabelText('Username or email *'), `${who}{Enter}`)
  return canvas
}
// S206 S210
export const RecoveryAccount: Story = {
  ...recovery,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvas.getByLabelText('Company')).toBeEnabled())
    await userEvent.click(canvas.getByRole('button', { name: 'Send code' }))
    await expect(canvas.getByText('Field is required')).toBeVisible()
    await askCode(canvasElement, 'nobody')
    await expect(await canvas.findByRole('alert')).toHaveTextContent('Too many requests.')
  },
}
// S209 S212 S213 S214 S217
export const RecoveryCode: Story = {
  ...recovery,
  play: async ({ canvasElement }) => {
    const canvas = await askCode(canvasElement)
    await screen.findByText('Password reset link has been sent to your email')
    const boxes = (await canvas.findAllByRole('textbox')) as HTMLInputElement[]
    await expect(boxes).toHaveLength(6)
    await expect(boxes[0]).toHaveFocus()
    await userEvent.keyboard('12')
    await expect(boxes[2]).toHaveFocus()
    await userEvent.keyboard('{Backspace}')
    await expect(boxes[1]).toHaveFocus()
    await userEvent.paste('Your code: 654 321')
    await expect(boxes.map(({ value }) => value).join('')).toBe('654321')
    await expect(canvas.getByText(/ma\*\*\*@example\.com/)).toBeVisible()
    await expect(canvas.getByRole('timer')).toHaveTextContent(/^[45]:\d\d$/)
    await userEvent.click(canvas.getByRole('button', { name: 'Resend OTP' }))
    await screen.findByText('OTP has been resent')
  },
}
// S219 S226
export const RecoveryPassword: Story = {
  ...recovery,
  play: async ({ canvasElement }) => {
    const canvas = await askCode(canvasElement)
    await canvas.findByLabelText('Character 1 of 6')
    await userEvent.paste('654321')
    await userEvent.click(canvas.getByRole('button', { name: 'Verify' }))
    await screen.findByText('OTP verified successfully')
    const save = await canvas.findByRole('button', { name: 'Save' })
    await userEvent.type(canvas.getByLabelText(/New Password/), 'abcdefg1')
    await expect(canvas.getByText('Password must contain at least (1) uppercase letter')).toBeVisible()
    await expect(save).toBeDisabled()
    await userEvent.clear(canvas.getByLabelText(/New Password/))
    await userEvent.type(canvas.getByLabelText(/New Password/), 'Abcdefg1')
    await userEvent.type(canvas.getByLabelText(/Confirm Password/), 'Abcdefg1')
    await expect(save).toBeEnabled()
  },
}
export const RecoveryPasswordDark: Story = { ...RecoveryPassword, globals: { scheme: 'dark' } }

// S203 S204
export const FirstSetUp: Story = {
  render: () => <SetUp onDone={fn()} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Next' }))
    await expect(canvas.getByText('Please enter license key')).toBeVisible()
    await userEvent.type(canvas.getByLabelText(/License key/), 'bad11aaaaabbbbbcccccddddd{Enter}')
    await expect(await canvas.findByRole('alert')).toHaveTextContent('not valid')
    await userEvent.clear(canvas.getByLabelText(/License key/))
    await userEvent.type(canvas.getByLabelText(/License key/), 'good1aaaaabbbbbcccccddddd{Enter}')
    await userEvent.type(await canvas.findByLabelText(/Company code/), 'acme')
    await userEvent.type(canvas.getByLabelText(/Company name/), 'Acme Trading{Enter}')
    await userEvent.type(await canvas.findByLabelText(/Email/), 'ana@acme')
    await userEvent.click(canvas.getByRole('button', { name: 'Create the company' }))
    await expect(canvas.getByText('Invalid email format')).toBeVisible()
    await expect(canvas.getByText(/administrator of Acme Trading/)).toBeVisible()
  },
}
export const FirstSetUpDark: Story = { ...FirstSetUp, globals: { scheme: 'dark' } }
