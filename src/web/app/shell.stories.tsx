import { Button, Group, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, fireEvent, screen, spyOn, userEvent, waitFor, within } from 'storybook/test'
import { ApiError } from '../api/errors.ts'
import Problems from '../features/problems/Problems.tsx'
import { installMockApi, mockNavigation } from '../testing/api.ts'
import { palette } from '../theme/palette.ts'
import { type DialogKind, dialogs } from '../ui/dialogs/index.ts'
import { LoadingBar } from '../ui/LoadingBar.tsx'
import { Overlays } from '../ui/Overlays.tsx'
import { shownPdf, showPdf } from '../ui/print.ts'
import { type ToastType, toast, toastError } from '../ui/toast.ts'
import CommandPalette from './CommandPalette.tsx'
import { Frame } from './Frame.tsx'
import KeyHelp from './KeyHelp.tsx'
import { Sidebar } from './Sidebar.tsx'

const asking: Decorator = (Story) => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <Story />
  </QueryClientProvider>
)
const meta: Meta = { title: 'Shell', decorators: [asking], beforeEach: () => installMockApi() }
export default meta
type Story = StoryObj

const page = (
  <section style={{ padding: 24 }}>
    <h1>Purchase Orders</h1>
    <p>A screen stands here.</p>
  </section>
)
// The frame has a main landmark of its own, inside that of the story.
const inFrame = {
  ownRouter: true,
  a11y: {
    config: {
      rules: [
        { id: 'landmark-no-duplicate-main', enabled: false },
        { id: 'landmark-main-is-top-level', enabled: false },
        { id: 'landmark-unique', enabled: false },
        { id: 'landmark-banner-is-top-level', enabled: false },
      ],
    },
  },
}

function FramedPage({ content = page }: { content?: ReactNode }) {
  const [router] = useState(() =>
    createMemoryRouter([{ element: <Frame />, children: [{ path: '/:application/:module', element: content }] }], {
      initialEntries: ['/procurement/purchase_order'],
    }),
  )
  return <RouterProvider router={router} />
}
export const WholeFrame: Story = {
  parameters: inFrame,
  render: () => <FramedPage />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { name: 'Purchase Orders' })).toBeVisible()
    await expect((await canvas.findAllByRole('link', { name: 'Suppliers' }))[0]).toBeVisible()

    // The first stop of the keyboard jumps over the menu. It is no page to go back from.
    await userEvent.click(canvas.getByRole('link', { name: 'Skip to content' }))
    await expect(canvasElement.querySelector('#main')).toHaveFocus()
    await expect(window.location.hash).toBe('')

    // A toast begins below the header, and covers little of the page.
    notifications.clean()
    toast('info', 'Framed')
    const corner = (await screen.findByText('Framed')).closest('[data-position]')!.getBoundingClientRect().top
    const header = canvas.getByRole('banner').getBoundingClientRect().bottom
    await expect(corner).toBeGreaterThanOrEqual(header)
    await expect(corner).toBeLessThan(header + 24)
    notifications.clean()
  },
}
/** A page scrolls within the frame: what it hides for screen readers, far below, makes the document no higher. */
export const LongPage: Story = {
  parameters: inFrame,
  render: () => (
    <FramedPage
      content={
        <section>
          <h1>Purchase Orders</h1>
          <div style={{ height: 3000 }} />
          <VisuallyHidden>The figures of the chart above.</VisuallyHidden>
          <Button>The last one</Button>
        </section>
      }
    />
  ),
  play: async ({ canvasElement }) => {
    await within(canvasElement).findByText('The figures of the chart above.')
    await expect(document.documentElement.scrollHeight).toBeLessThan(window.innerHeight + 100)
  },
}
export const WholeFrameDark: Story = { ...WholeFrame, globals: { scheme: 'dark' } }

// S145 S146 S148 S149
export const Menu: Story = {
  render: () => (
    <div style={{ display: 'flex', height: 640 }}>
      <Sidebar application={mockNavigation.applications[1]!} />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const nav = canvas.getByRole('navigation', { name: 'Procurement menu' })
    const panel = nav.firstElementChild!
    const wide = (element: Element) => element.getBoundingClientRect().width
    await expect([wide(nav), wide(panel)]).toEqual([265, 265])
    await expect(within(nav).getByRole('heading', { name: 'Payables' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Collapse the menu' }))
    // The pointer is still on it, the focus too.
    ;(document.activeElement as HTMLElement).blur()
    await userEvent.unhover(nav)
    await waitFor(() => expect([wide(nav), wide(panel)]).toEqual([75, 75]), { timeout: 3000 })
    // There is no room for titles of groups.
    await expect(within(nav).queryAllByRole('heading')).toEqual([])

    // Hovered, it covers the content, and closes a second after the pointer left.
    await userEvent.hover(nav)
    await waitFor(() => expect(wide(panel)).toBe(265))
    await expect(wide(nav)).toBe(75)
    const left = performance.now()
    await userEvent.unhover(nav)
    await waitFor(() => expect(nav).not.toHaveAttribute('data-expanded'), { timeout: 3000, interval: 10 })
    const stayed = performance.now() - left
    await expect(stayed).toBeGreaterThanOrEqual(1000)
    await expect(stayed).toBeLessThan(1500)

    // A click opens it on devices without hover.
    fireEvent.click(nav)
    await waitFor(() => expect(wide(panel)).toBe(265))
    await userEvent.click(canvas.getByRole('button', { name: 'Keep the menu open' }))
    await expect(wide(nav)).toBe(265)
  },
}

// S151
export const Loading: Story = {
  parameters: { ownRouter: true },
  render: () => {
    const [router] = useState(() => createMemoryRouter([{ path: '/', element: <Asking /> }]))
    return <RouterProvider router={router} />
  },
  play: async ({ canvasElement }) => {
    const bar = await waitFor(() => {
      const shown = canvasElement.querySelector('[data-busy]')
      expect(shown).not.toBeNull()
      return shown!
    })
    await expect(bar.getBoundingClientRect()).toMatchObject({ top: 0, height: 3, width: window.innerWidth })
  },
}
function Asking() {
  useQuery({ queryKey: ['never'], queryFn: () => new Promise(() => {}) })
  return <LoadingBar />
}

/** Finds a module from a few letters, and Enter opens it. */
export const Palette: Story = {
  render: () => <CommandPalette onClose={() => undefined} />,
  play: async () => {
    const search = await screen.findByRole('combobox')
    await userEvent.type(search, 'goods')
    await expect((await screen.findAllByRole('option', { name: /Goods Receipts/ }))[0]).toBeVisible()
    await userEvent.clear(search)
    // An exact match comes first, from any module.
    await userEvent.type(search, 'PO-CEB-2026-000004')
    await waitFor(() => expect(screen.getAllByRole('option')[0]).toHaveAccessibleName(/PO-CEB-2026-000004.*Purchase Orders/))
    // Before the result for other letters arrives, Enter opens nothing.
    await userEvent.clear(search)
    await userEvent.paste('goods rec')
    await expect(screen.getAllByRole('option')[0]).toHaveAccessibleName(/Goods Receipts/)
  },
}

function Asker({ kind }: { kind: Exclude<DialogKind, 'modal'> }) {
  useEffect(() => {
    void dialogs[kind]({ title: 'Void this order?', message: 'What it reserved is let go. This cannot be undone.', confirm: 'Void' })
  }, [kind])
  return (
    <Group>
      <Button variant="default">Behind it</Button>
      <Overlays />
    </Group>
  )
}
const question = (kind: Exclude<DialogKind, 'modal'>): Story => ({
  render: () => <Asker kind={kind} />,
  play: async () => {
    const dialog = await screen.findByRole('dialog', { name: 'Void this order?' })
    await expect(within(dialog).getByRole('button', { name: 'Void' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect(screen.queryByRole('dialog')).toBeNull()
  },
})

/** Opened without texts of its own, each kind has those of the specification; Enter confirms, Cancel does not. */
const defaults = (kind: Exclude<DialogKind, 'modal'>, title: string, text: string): Story => ({
  render: () => <Overlays />,
  play: async () => {
    const answer = dialogs[kind]()
    const dialog = await screen.findByRole('dialog', { name: title })
    await expect(within(dialog).getByText(text)).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect(await answer).toBe(true)
    const second = dialogs[kind]()
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    await expect(await second).toBe(false)
  },
})
// S276 S277 S278 S281
export const BaseDefaults = defaults('base', 'Confirmation', 'Please Confirm Action')
// S279
export const WarningDefaults = defaults('warning', 'Confirmation', 'Are you sure you want to continue?')
// S280
export const DangerDefaults = defaults(
  'danger',
  'Confirmation',
  'If you proceed, you cannot undo the action. Are you sure you want to continue?',
)
// S282
export const ConfirmDefaults = defaults('confirm', 'Confirm', 'Do you want to proceed with these action?')

// S273 S276
export const OwnContent: Story = {
  render: () => <Overlays />,
  play: async () => {
    const answer = dialogs.modal<string>({ title: 'Import' }, (close) => <Button onClick={() => close('done')}>Take it</Button>)
    const dialog = await screen.findByRole('dialog', { name: 'Import' })
    await waitFor(() => expect(dialog.getBoundingClientRect().width).toBe(700))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Take it' }))
    await expect(await answer).toBe('done')
  },
}

// S270 S271 S272
export const Print: Story = {
  render: () => <Overlays />,
  play: async () => {
    const pdf = { blob: new Blob(['%PDF-1.4'], { type: 'application/pdf' }), name: 'PO-1.pdf' }
    const able = spyOn(navigator, 'pdfViewerEnabled', 'get').mockReturnValue(true)
    const opened = spyOn(window, 'open').mockReturnValue(null)
    showPdf(pdf)
    const dialog = await screen.findByRole('dialog', { name: 'Print' })
    await expect(await within(dialog).findByTitle('PO-1.pdf')).toHaveAttribute('src', expect.stringMatching(/^blob:/))
    const { width, height } = dialog.getBoundingClientRect()
    // 3xl is 48 rem.
    await expect(width).toBe(768)
    await expect(height).toBeLessThanOrEqual(window.innerHeight * 0.9 + 1)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await expect(shownPdf()).toBeUndefined()
    await expect(opened).not.toHaveBeenCalled()

    able.mockReturnValue(false)
    showPdf(pdf)
    await expect(opened).toHaveBeenCalledWith(expect.stringMatching(/^blob:/), '_blank', 'noopener')
    await expect(screen.queryByRole('dialog')).toBeNull()
    able.mockRestore()
    opened.mockRestore()
  },
}

// S335 S336 S337 S338
export const Toasts: Story = {
  render: () => <Overlays />,
  play: async () => {
    notifications.clean()
    const colors = { danger: 'red', warning: 'yellow', success: 'green', info: 'blue' } as const
    for (const type of Object.keys(colors) as ToastType[]) toast(type, `A ${type} message`)
    for (const [type, color] of Object.entries(colors)) {
      const shown = (await screen.findByText(`A ${type} message`)).closest('[role=alert]')!
      await expect(getComputedStyle(shown).getPropertyValue('--notification-color')).toBe(palette[color][8])
      const { right, top } = shown.getBoundingClientRect()
      await expect(window.innerWidth - right).toBeLessThan(40)
      await expect(top).toBeLessThan(window.innerHeight / 2 + 200)
    }
    // On a page without a header they begin at its top.
    await expect(document.querySelector('[data-position="top-right"]')!.getBoundingClientRect().top).toBe(16)
    const since = performance.now()
    await waitFor(() => expect(screen.queryByText('A danger message')).toBeNull(), { timeout: 5000, interval: 20 })
    await expect(performance.now() - since).toBeGreaterThan(2000)
    await expect(performance.now() - since).toBeLessThan(3800)
  },
}

// S325 S326 S327 S328
export const ErrorToasts: Story = {
  render: () => <Overlays />,
  play: async () => {
    notifications.clean()
    toastError(new ApiError(422, { message: 'Never shown: superseded', code: 10_009, reference_id: 'x' }))
    toastError(new ApiError(401, { message: 'Your session has expired. Please log in again to continue.' }))
    toastError(new ApiError(500, { message: 'The ledger is closed.', code: 10_010, reference_id: '7f3a' }))
    toastError(new Error('No connection to the printer.'))
    const shown = (await screen.findByText(/The ledger is closed\./)).closest('[role=alert]')!
    await expect(shown).toHaveTextContent('[#10010] Reference ID: 7f3a')
    await expect(getComputedStyle(shown).getPropertyValue('--notification-color')).toBe(palette.red[8])
    await waitFor(() => expect(screen.getByText('No connection to the printer.')).toBeVisible())
    await expect(screen.queryByText(/superseded|session has expired/)).toBeNull()
  },
}

export const Question = question('base')
export const Confirmation = question('confirm')
export const Warning = question('warning')
export const Danger = question('danger')

export const Keys: Story = {
  render: () => (
    <KeyHelp
      commands={[
        { id: 'new', title: 'New record', group: 'On this screen', keys: ['n'], run: () => undefined },
        { id: 'save', title: 'Save', group: 'On this screen', keys: ['mod+s'], run: () => undefined },
        { id: 'remove', title: 'Remove the line', group: 'In a table of lines', keys: ['mod+delete'], run: () => undefined },
      ]}
    />
  ),
}

export const DescriptorProblems: Story = {
  render: () => <Problems />,
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByText(/Did you mean 'supplier'/)).toBeVisible()
  },
}
