import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { Stage } from '../admin/AdminStory.tsx'
import { installAdminApi, made, manyModules } from '../admin/testing.ts'
import { CopyFromRole } from './CopyFromRole.tsx'
import { NO_EDITS } from './matrix.ts'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import RoleAccess from './RoleAccess.tsx'
import { roleRow } from './roleRow.ts'
import UserAccess from './UserAccess.tsx'

const meta: Meta = { title: 'Administration/Access', parameters: { ownRouter: true }, beforeEach: () => installAdminApi() }
export default meta
type Story = StoryObj

const role = () => (
  <Stage module="user_role" title="User Roles" id={2}>
    <RoleAccess />
  </Stage>
)
/** S345 S405: the applications of a role, its permissions; what is ticked is saved together. */
export const Role: Story = {
  render: role,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const tick = await canvas.findByRole('checkbox', { name: 'Purchase Orders: New' })
    await userEvent.click(tick)
    await userEvent.click(canvas.getByRole('checkbox', { name: 'Suppliers: View' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(made.map(({ path }) => path)).toEqual(['user_role/insert_modules', 'user_role/2/disable-permissions']))
    await expect(made[0]!.body).toMatchObject({ user_role_id: 2, modules: [{ module_id: 2, permission_codes: ['new'] }] })
  },
}
/** A module without permissions says why it cannot be enabled; its name grants all of them, and takes them away again. */
export const GrantModule: Story = {
  render: role,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const enabled = await canvas.findByRole('checkbox', { name: 'Purchase Orders: enabled' })
    await expect(enabled).toBeDisabled()
    await expect(enabled).toHaveAccessibleDescription('Grant a permission first, or select the name of the module to grant all of them.')
    await userEvent.click(canvas.getByRole('button', { name: 'Purchase Orders: grant all permissions' }))
    await expect(enabled).toBeEnabled()
    await expect(enabled).toBeChecked()
    for (const tick of canvas.getAllByRole('checkbox', { name: /^Purchase Orders: / })) await expect(tick).toBeChecked()
    await userEvent.click(canvas.getByRole('button', { name: 'Purchase Orders: revoke all permissions' }))
    await expect(enabled).toBeDisabled()
  },
}
export const RoleDark: Story = { render: role, globals: { scheme: 'dark' } }

/** S344: a plugin of a role is switched at once. */
export const Plugins: Story = {
  render: role,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('switch', { name: 'Shopping cart' }))
    await waitFor(() => expect(made.map(({ path }) => path)).toEqual(['user_role/toggle_plugin/1']))
    await expect(canvas.getByRole('switch', { name: /Kiosk/ })).toBeDisabled()
  },
}

/** Arrows go from tick to tick over two hundred modules of which only some are drawn. */
export const Matrix: Story = {
  render: () => (
    <Stage module="user_role" title="User Roles">
      <PermissionMatrix title="Permissions" rows={manyModules(1).map(roleRow)} edits={NO_EDITS} switchable onChange={() => undefined} />
    </Stage>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const first = await canvas.findByRole('checkbox', { name: 'Suppliers: List' })
    first.focus()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    await waitFor(() => expect(canvas.getByRole('checkbox', { name: 'Purchase Orders: View' })).toHaveFocus())
    await expect(canvas.getAllByRole('row').length).toBeLessThan(80)
    await userEvent.type(canvas.getByRole('textbox', { name: 'Search modules' }), 'Module 199')
    await expect(await canvas.findByRole('checkbox', { name: 'Module 199: List' })).toBeVisible()
  },
}

export const Copy: Story = {
  render: () => (
    <Stage module="user_role" title="User Roles">
      <CopyFromRole roleId={2} application={2} onDone={() => undefined} />
    </Stage>
  ),
}

const user = () => (
  <Stage module="user" title="Users" id={7}>
    <UserAccess />
  </Stage>
)
/** S124 S346: a user with access that differs from the role, and single exceptions. */
export const User: Story = {
  render: user,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('checkbox', { name: 'Suppliers: Edit' }))
    await userEvent.click(await canvas.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(made.map(({ method, path }) => `${method} ${path}`)).toEqual(['PUT user/override']))
    await expect(made[0]!.body).toMatchObject({ user_id: 7, is_override: true })
    await userEvent.click(await canvas.findByRole('button', { name: 'Remove Suppliers: Void' }))
    await waitFor(() => expect(made.at(-1)!.body).toMatchObject({ _method: 'DELETE' }))
  },
}
export const UserDark: Story = { render: user, globals: { scheme: 'dark' } }

/** A company is given with the name and password of an account there, and taken away again. */
export const OtherCompanies: Story = {
  render: user,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('combobox', { name: 'Company' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Norte Foods' }))
    const add = canvas.getByRole('button', { name: 'Add company' })
    await expect(add).toBeDisabled()
    await userEvent.type(canvas.getByRole('textbox', { name: 'Your username in Norte Foods' }), 'admin')
    await userEvent.type(canvas.getByLabelText('Your password there'), 'Secret#1')
    await userEvent.click(add)
    await waitFor(() =>
      expect(made.at(-1)).toMatchObject({
        path: 'user/7/companies',
        body: { company_code: 'NORTE', username: 'bea', confirm_username: 'admin', confirm_password: 'Secret#1' },
      }),
    )
    await userEvent.click(canvas.getByRole('button', { name: 'Remove Isla Logistics Inc.: bea' }))
    await waitFor(() => expect(made.at(-1)!.body).toEqual({ _method: 'DELETE', link_id: 1 }))
  },
}

/** The role decides: nothing can be ticked. */
export const UserByRole: Story = {
  render: user,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('radio', { name: /As the role/ }))
    await expect(await canvas.findByRole('checkbox', { name: 'Suppliers: Edit' })).toBeDisabled()
    await expect(screen.getByText('1 unsaved change')).toBeVisible()
  },
}
