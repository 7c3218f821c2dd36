import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { mockNavigation, refusal } from '../../testing/api.ts'
import NavigationPage from '../access/navigation/NavigationPage.tsx'
import { NewGroup } from '../access/navigation/NewGroup.tsx'
import AuditView from '../audit/AuditView.tsx'
import Backups from '../backup/Backups.tsx'
import { RestoreDialog } from '../backup/RestoreDialog.tsx'
import Features from '../company/features/Features.tsx'
import Settings from '../company/settings/Settings.tsx'
import Console from '../console/Console.tsx'
import { Database } from '../console/Database.tsx'
import { Facts } from '../console/Facts.tsx'
import Mail from '../console/Mail.tsx'
import { Tasks } from '../console/Tasks.tsx'
import { Stage } from './AdminStory.tsx'
import { backups, installAdminApi, made } from './testing.ts'

const meta: Meta = { title: 'Administration/Screens', parameters: { ownRouter: true }, beforeEach: () => installAdminApi() }
export default meta
type Story = StoryObj

const sent = () => made.map(({ method, path }) => `${method} ${path}`)

const features = () => (
  <Stage module="features" title="Features">
    <Features />
  </Stage>
)
export const FeaturesOfCompany: Story = {
  render: features,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Install First passwords' }))
    await waitFor(() => expect(made[0]).toMatchObject({ path: 'features/install', body: { name: 'password_birthday_default' } }))
    await userEvent.click(canvas.getByRole('button', { name: 'Uninstall Assistant' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Uninstall' }))
    await waitFor(() => expect(made[1]).toMatchObject({ path: 'features/uninstall', body: { _method: 'DELETE' } }))
  },
}
export const FeaturesFailed: Story = {
  render: features,
  beforeEach: () => installAdminApi(({ path }) => (path === 'features' ? refusal(403, 'You may not see this.') : undefined)),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText('You may not see this.')).toBeVisible()
  },
}

const settings = () => (
  <Stage module="settings" title="Settings">
    <Settings />
  </Stage>
)
export const SettingsOfCompany: Story = {
  render: settings,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Reset Approval before posting to its default' }))
    await userEvent.clear(canvas.getByRole('textbox', { name: 'Digits of numbers' }))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Digits of numbers' }), '8')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(made[0]).toMatchObject({ method: 'PATCH', path: 'settings', body: { requires_approval: false, number_length: 8 } }),
    )
    await userEvent.type(canvas.getByRole('textbox', { name: 'Search settings' }), 'valued')
    await waitFor(() => expect(canvas.queryByText('Sender')).toBeNull())
    await expect(canvas.getByText('Costing')).toBeVisible()
    await expect(canvas.getByText('costing')).toBeVisible()
  },
}
/** The key of a setting is for developers: others read only what it does. */
export const SettingsOfAdministrator: Story = {
  render: settings,
  beforeEach: () =>
    installAdminApi(({ path }) =>
      path === 'validate'
        ? { status: 200, body: { success: true, valid: true, user: { id: 2, name: 'Andrea Santos', username: 'admin' } } }
        : undefined,
    ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Costing')).toBeVisible()
    await expect(canvas.queryByText('costing')).toBeNull()
    // Levels of approval are read as words.
    const levels = within(canvas.getByRole('list', { name: 'Bills: approval levels' }))
    await waitFor(() =>
      expect(levels.getAllByRole('listitem').map((level) => level.textContent)).toEqual([
        'Users with the role Auditor',
        'The manager of the person it is about from 50,000.00 (2 approvals)',
      ]),
    )
    await expect(canvas.queryByText(/"role"/)).toBeNull()
  },
}
export const SettingsDark: Story = { render: settings, globals: { scheme: 'dark' } }

const backupsScreen = () => (
  <Stage module="system_backup" title="System Backups">
    <Backups />
  </Stage>
)
export const SystemBackups: Story = {
  render: backupsScreen,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('The disk is full.')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Create backup' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Records only' }))
    await waitFor(() => expect(made[0]).toMatchObject({ path: 'system_backup', body: { type: 'database' } }))
  },
}
/** Before the first one, it says what a backup is for. */
export const NoBackups: Story = {
  render: backupsScreen,
  beforeEach: () =>
    installAdminApi(({ path }) => (path === 'system_backup' ? { status: 200, body: { success: true, data: [] } } : undefined)),
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/can be downloaded, or restored as a new company/)).toBeVisible()
  },
}
export const SystemBackupsDark: Story = { render: backupsScreen, globals: { scheme: 'dark' } }

/** A backup becomes a company; the result is compared table by table. */
export const Restore: Story = {
  render: () => (
    <Stage module="system_backup" title="System Backups">
      <RestoreDialog backup={backups[1]!} onClose={() => undefined} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: /Company code/ }), 'copy')
    await userEvent.type(canvas.getByRole('textbox', { name: /Company name/ }), 'Copy of Demo')
    await userEvent.click(canvas.getByRole('button', { name: 'Restore' }))
    await expect(await canvas.findByText(/matches the backup exactly/)).toBeVisible()
    await expect(canvas.getByRole('rowheader', { name: 'supplier' })).toBeVisible()
  },
}

const navigation = (id: number) => () => (
  <Stage module="application" title="Applications" id={id}>
    <NavigationPage />
  </Stage>
)
/** S142: the menu can also be arranged with the keyboard; layout settings are beside it. */
export const Navigation: Story = {
  render: navigation(2),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    ;(await canvas.findByRole('button', { name: 'Suppliers' })).focus()
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(made[0]).toMatchObject({ path: 'application/2/move', body: { id: 1, parent: 'Master Files', position: 1 } }))
    await userEvent.click(await canvas.findByRole('switch', { name: 'Footer' }))
    await waitFor(() => expect(made.at(-1)).toMatchObject({ path: 'application/2/update', body: { layout_footer: true } }))
    await userEvent.click(canvas.getByRole('button', { name: 'Actions of Purchase Orders' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Resource' }))
    await waitFor(() => expect(made.at(-1)).toMatchObject({ path: 'application/2/transfer', body: { module_id: 3, application_id: 3 } }))
  },
}
/** Two entries swap places: the first by its menu, the second by a click. */
export const NavigationSwap: Story = {
  render: navigation(2),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('button', { name: 'Actions of Items' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Swap with …' }))
    await canvas.findByText(/Items/, { selector: '[role=status]' })
    await userEvent.click(await canvas.findByRole('button', { name: 'Purchase Orders' }))
    await waitFor(() => expect(made.at(-1)).toMatchObject({ path: 'application/2/swap', body: { from: 2, to: 3 } }))
  },
}
export const NavigationDark: Story = { render: navigation(2), globals: { scheme: 'dark' } }
/** While it has no order of its own, the menu follows the modules. */
export const NavigationByDefault: Story = {
  render: navigation(3),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await canvas.findByText('Aging')
    await userEvent.click(canvas.getByRole('button', { name: 'Arrange' }))
    await waitFor(() => expect(sent()).toEqual(['PUT application/3/override']))
  },
}
export const GroupName: Story = {
  render: () => (
    <Stage module="application" title="Applications">
      <NewGroup onDone={() => undefined} />
    </Stage>
  ),
}

const SUPPLIERS_IN_MENU = {
  ...mockNavigation,
  applications: mockNavigation.applications.map((application) => ({
    ...application,
    groups: application.groups.map((group) => ({
      ...group,
      modules: group.modules.map((module) => (module.name === 'supplier' ? { ...module, module_id: 3 } : module)),
    })),
  })),
}
/** The colour of links, as the browser resolves it beside an element. */
const accentText = (beside: Element): string => {
  const probe = beside.parentElement!.appendChild(document.createElement('span'))
  probe.style.color = 'var(--accent-text)'
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
const audit = () => (
  <Stage module="audit_trail" title="Audit Trail" id={5}>
    <AuditView />
  </Stage>
)
export const AuditEntry: Story = {
  render: audit,
  // A user who can open the record.
  beforeEach: () =>
    installAdminApi(({ path }) =>
      path === 'meta/navigation' ? { status: 200, body: { success: true, data: SUPPLIERS_IN_MENU } } : undefined,
    ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('rowheader', { name: 'Name' })).toBeVisible()
    await expect(canvas.getByText('Luzon Paper Supply Inc.')).toBeVisible()
    await expect(canvas.getByText('2 rows')).toBeVisible()
    // The way to the record is in the accent, not in the blue of a browser.
    const link = await canvas.findByRole('link', { name: 'S0012' })
    await expect(getComputedStyle(link).color).toBe(accentText(link))
  },
}
export const AuditEntryDark: Story = { render: audit, globals: { scheme: 'dark' } }

const part = (content: React.ReactNode): Story => ({
  render: () => (
    <Stage module="developer_console" title="Developer Console">
      {content}
    </Stage>
  ),
})
export const DeveloperConsole: Story = {
  ...part(<Console />),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByLabelText('Command'), 'companies{Enter}')
    await expect(await canvas.findByRole('heading', { name: 'companies' })).toBeVisible()
    await userEvent.click(canvas.getByRole('tab', { name: 'Biometric logs' }))
    await expect(await canvas.findByText('Door 1')).toBeVisible()
    await expect(canvas.getByRole('link', { name: 'Descriptor problems' })).toHaveAttribute('href', '/problems')
  },
}
export const ConsoleMail: Story = {
  ...part(<Mail />),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Send a test mail to' }), 'a@demo.example')
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(made[0]).toMatchObject({ path: 'developer_console/smtp/test', body: { email: 'a@demo.example' } }))
    await userEvent.click(canvas.getByRole('button', { name: /Your code/ }))
    await expect(await canvas.findByText('Your code is 123456.')).toBeVisible()
  },
}
export const ConsoleTasks = part(<Tasks />)
export const ConsoleServer = part(<Facts path="developer_console/server-info" />)
export const ConsoleDatabase = part(<Database />)
