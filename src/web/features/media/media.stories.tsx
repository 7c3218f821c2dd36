import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider } from '@tanstack/react-query'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { queryClient, sessionQuery } from '../../api/queries.ts'
import { ModuleRouteProvider } from '../../routing/module-route.tsx'
import { installMockApi, refusal } from '../../testing/api.ts'
import { brandModule } from '../../testing/modules.ts'
import { Overlays } from '../../ui/Overlays.tsx'
import MediaPage from './MediaPage.tsx'
import { mediaServer } from './mockMedia.ts'
import { UploadList } from './UploadList.tsx'

const module = { ...brandModule, name: 'media_file', title: 'Media Files' }
const inModule: Decorator = (Story) => (
  <QueryClientProvider client={queryClient}>
    <ModuleRouteProvider value={{ application: 'media', module, base: '', can: () => true }}>
      <Story />
      <Overlays />
    </ModuleRouteProvider>
  </QueryClientProvider>
)
let server = mediaServer()
const prepared = (options?: Parameters<typeof mediaServer>[0], override?: Parameters<typeof installMockApi>[0]) => () => {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, { valid: true, user: { id: 1, name: 'Maria Santos', username: 'buyer' } })
  server = mediaServer(options)
  return installMockApi((call) => override?.(call) ?? server.answer(call))
}
const meta: Meta = { title: 'Media', component: MediaPage, decorators: [inModule], beforeEach: prepared() }
export default meta
type Story = StoryObj

const shown = (element: HTMLElement) => waitFor(() => expect(element).toBeVisible())
const dialog = async (name: string) => {
  const box = await screen.findByRole('dialog', { name })
  await shown(box)
  return within(box)
}
const choose = async (canvas: ReturnType<typeof within>, name: string, action: string) => {
  await userEvent.click(await canvas.findByRole('button', { name: `Actions of ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

// S118
export const MyFiles: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByText('Supplier contract.pdf')).toBeVisible()
    await expect(canvas.getByText('1.2 MB')).toBeVisible()
    await expect(canvas.getByText('640 Bytes')).toBeVisible()
    await expect(canvas.getByText('2 files, 1.5 MB')).toBeVisible()
  },
}
export const MyFilesDark: Story = { ...MyFiles, globals: { scheme: 'dark' } }
export const MyFilesPhone: Story = { decorators: [(Story) => <div style={{ maxWidth: 360 }}>{Story()}</div>] }

export const InFolder: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('link', { name: 'Permits' }))
    await expect(await canvas.findByText('Permit.pdf')).toBeVisible()
    await expect(await canvas.findByRole('navigation', { name: 'Folder path' })).toHaveTextContent('My filesPermits')
    await userEvent.click(canvas.getByRole('button', { name: 'New folder' }))
    const box = await dialog('New folder')
    await userEvent.type(await box.findByRole('textbox', { name: /Name/ }), 'Old ones')
    await userEvent.click(box.getByRole('button', { name: 'Create' }))
    await expect(await canvas.findByRole('link', { name: 'Old ones' })).toBeInTheDocument()
  },
}
export const Shared: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(await canvas.findByRole('radio', { name: 'Shared with me' }))
    await expect(await canvas.findByText('Delivery photo.png')).toBeVisible()
    await expect(canvas.getByText('Ana Reyes')).toBeVisible()
    await expect(canvas.queryByRole('button', { name: 'Upload' })).toBeNull()
  },
}
export const Searched: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Search files and folders' }), 'perm')
    await expect(await canvas.findByText('2 matches for “perm”')).toBeVisible()
  },
}
export const Sharing: Story = {
  play: async ({ canvasElement }) => {
    await choose(within(canvasElement), 'Notes.txt', 'Share')
    const box = await dialog('Share Notes.txt')
    await userEvent.click(await box.findByRole('radio', { name: 'Shared' }))
    await userEvent.click(box.getByRole('button', { name: 'Save' }))
    await expect(await box.findByText('Choose at least one person.')).toBeVisible()
    await userEvent.type(box.getByRole('textbox', { name: /People/ }), 'calc')
    await userEvent.click(await screen.findByRole('option', { name: /Calculator/ }))
    await userEvent.click(box.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.sent.at(-1)?.body).toEqual({ privacy: 'shared', shared_with_ids: [5] }))
  },
}
export const Renaming: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await choose(canvas, 'Notes.txt', 'Rename')
    const box = await dialog('Rename')
    const name = await box.findByRole('textbox', { name: /Name/ })
    await userEvent.clear(name)
    await userEvent.type(name, 'Minutes.txt{Enter}')
    await expect(await canvas.findByText('Minutes.txt')).toBeInTheDocument()
  },
}
export const Moving: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await choose(canvas, 'Notes.txt', 'Move')
    const box = await dialog('Move Notes.txt to')
    await userEvent.click(await box.findByRole('radio', { name: 'Renewals' }))
    await userEvent.click(box.getByRole('button', { name: 'Move here' }))
    await waitFor(() => expect(canvas.queryByText('Notes.txt')).toBeNull())
  },
}
export const Deleting: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await choose(canvas, 'Notes.txt', 'Delete')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(canvas.queryByText('Notes.txt')).toBeNull())
  },
}
export const PreviewText: Story = {
  beforeEach: prepared({}, ({ path }) => (path === 'files/4' ? { status: 200, body: 'Count the bolts first.' } : undefined)),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Preview: Notes.txt' }))
    const box = await dialog('Notes.txt')
    await shown(await box.findByText(/Count the bolts first/))
    await expect(box.getByRole('button', { name: 'Download' })).toBeEnabled()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}
export const PreviewFailed: Story = {
  beforeEach: prepared({}, ({ path }) => (path === 'files/4' ? refusal(404, 'The file was not found.') : undefined)),
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Preview: Notes.txt' }))
    const box = await dialog('Notes.txt')
    await shown(await box.findByText(/could not be opened/))
  },
}
export const Uploads: Story = {
  render: () => (
    <UploadList
      uploads={[
        { key: 1, name: 'Catalogue of fasteners, second edition.pdf', size: 8_000_000, sent: 3_200_000, state: 'sending' },
        { key: 2, name: 'Shelf.png', size: 90_000, sent: 0, state: 'waiting' },
        { key: 3, name: 'Notes.txt', size: 640, sent: 640, state: 'done' },
        { key: 4, name: 'setup.exe', size: 5_000_000, sent: 0, state: 'failed', error: 'This kind of file is not accepted.' },
      ]}
      onCancel={() => undefined}
      onClear={() => undefined}
    />
  ),
}
export const UploadsDark: Story = { ...Uploads, globals: { scheme: 'dark' } }
export const Empty: Story = { beforeEach: prepared({ empty: true }) }
export const Loading: Story = { beforeEach: prepared({}, ({ path }) => (path.startsWith('media') ? 'pending' : undefined)) }
export const Failed: Story = {
  beforeEach: prepared({}, ({ path }) => (path.startsWith('media') ? refusal(403, 'You may not see this.') : undefined)),
}
