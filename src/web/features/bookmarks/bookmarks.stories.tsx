import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider } from '@tanstack/react-query'
import { Route, Routes } from 'react-router-dom'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { navigationQuery, queryClient } from '../../api/queries.ts'
import { installMockApi, type MockAnswer, type MockCall, mockNavigation } from '../../testing/api.ts'
import { BookmarkStar } from './BookmarkStar.tsx'
import { BookmarksMenu } from './BookmarksMenu.tsx'

const data = (value: unknown): MockAnswer => ({ status: 200, body: { success: true, data: value } })

const numbered = {
  ...mockNavigation,
  applications: mockNavigation.applications.map((application, index) => ({
    ...application,
    id: index + 1,
    groups: application.groups.map((group) => ({
      ...group,
      modules: group.modules.map((module, place) => ({ ...module, module_id: (index + 1) * 100 + place })),
    })),
  })),
}
const bookmarkServer = (start: boolean) => {
  let on = start
  const sent: unknown[] = []
  const answer = ({ path, body }: MockCall): MockAnswer | undefined => {
    if (path === 'notification/getBookmark') return data({ is_bookmark: on })
    if (path === 'notification/onBookmark') {
      sent.push(body)
      on = !on
      return data({ is_bookmark: on })
    }
    if (path === 'notification/get-bookmarks/0')
      return data(
        on
          ? [
              {
                id: 1,
                module_id: 200,
                application_id: 2,
                module: 'supplier',
                title: 'Suppliers',
                icon: 'truck',
                route: '/procurement/supplier',
              },
            ]
          : [],
      )
    return undefined
  }
  return { answer, sent }
}
let server = bookmarkServer(false)
const asking: Decorator = (Story) => (
  <QueryClientProvider client={queryClient}>
    <Routes location="/procurement/supplier">
      <Route path="/:application/:module" element={<Story />} />
    </Routes>
  </QueryClientProvider>
)
const meta: Meta = {
  title: 'Shell/Bookmarks',
  decorators: [asking],
  beforeEach: () => {
    queryClient.clear()
    queryClient.setQueryData(navigationQuery.queryKey, numbered)
    server = bookmarkServer(false)
    return installMockApi((call) => server.answer(call))
  },
  render: () => (
    <div style={{ display: 'flex', justifyContent: 'space-between', minHeight: 220 }}>
      <BookmarkStar />
      <BookmarksMenu />
    </div>
  ),
}
export default meta
type Story = StoryObj

/** A fading element becomes visible a moment later. */
const visible = (element: HTMLElement) => waitFor(() => expect(element).toBeVisible())

// S152 S247 S248
export const Toggled: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const star = await canvas.findByRole('button', { name: 'Save as bookmark' })
    await expect(star).toHaveAttribute('title', 'Save as bookmark')
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await userEvent.click(star)
    await waitFor(() => expect(star).toHaveAttribute('aria-pressed', 'true'))
    await expect(server.sent).toEqual([{ module_id: 200, application_id: 2 }])
    await userEvent.click(canvas.getByRole('button', { name: 'Bookmarks' }))
    const menu = within(await screen.findByRole('dialog'))
    await visible(await menu.findByRole('link', { name: 'Suppliers' }))
    await expect(menu.getByText('Procurement')).toBeVisible()
  },
}
export const None: Story = {
  globals: { scheme: 'dark' },
  play: async ({ canvasElement }) => {
    await userEvent.click(await within(canvasElement).findByRole('button', { name: 'Bookmarks' }))
    await visible(await screen.findByText(/No bookmarks yet/))
  },
}
