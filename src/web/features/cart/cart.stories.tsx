import type { Decorator, Meta, StoryObj } from '@storybook/react-vite'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { expect, screen, userEvent, waitFor, within } from 'storybook/test'
import { navigationQuery, queryClient } from '../../api/queries.ts'
import { installMockApi, refusal } from '../../testing/api.ts'
import DialogHost from '../../ui/dialogs/DialogHost.tsx'
import Toaster from '../../ui/Toaster.tsx'
import { CartButton } from './CartButton.tsx'
import { type CartOptions, cartServer } from './mockCart.ts'

const Place = () => <output aria-label="Address">{useLocation().pathname}</output>
const Ready = () => (useQuery(navigationQuery).data ? <CartButton /> : null)
const asking: Decorator = (Story) => (
  <QueryClientProvider client={queryClient}>
    <Story />
    <Place />
    <DialogHost />
    <Toaster />
  </QueryClientProvider>
)
let server = cartServer()
const prepared = (options?: CartOptions) => () => {
  queryClient.clear()
  localStorage.removeItem('reservationQuery')
  server = cartServer(options)
  return installMockApi((call) => server.answer(call))
}
const meta: Meta = {
  title: 'Shell/Cart',
  decorators: [asking],
  beforeEach: prepared(),
  render: () => (
    <div style={{ display: 'flex', justifyContent: 'flex-end', minHeight: 700 }}>
      <Ready />
    </div>
  ),
}
export default meta
type Story = StoryObj

/** A sliding element becomes visible a moment later. */
const visible = (element: HTMLElement) => waitFor(() => expect(element).toBeVisible())
const opened = async (canvasElement: HTMLElement) => {
  await userEvent.click(await within(canvasElement).findByRole('button', { name: /^Cart/ }))
  const panel = await screen.findByRole('dialog', { name: 'My Cart' })
  await visible(panel)
  return within(panel)
}
const reserved = async (canvasElement: HTMLElement) => {
  const panel = await opened(canvasElement)
  await panel.findByRole('list', { name: 'Reserved items' })
  return panel
}
const DRILL = 'Kidlat Cordless Drill 18 V'
const BOLT = 'Tibay Hex Bolt M8 x 30'

// S253 S254 S257 S259 S260 S262 S268 S269
export const Reserved: Story = {
  play: async ({ canvasElement }) => {
    await expect(await within(canvasElement).findByRole('button', { name: 'Cart, 2 items' })).toHaveTextContent('2')
    const panel = await reserved(canvasElement)
    for (const fact of ['Bautista Construction Inc.', 'Makati', 'RS-MNL-2026-000007', '2026/11/21']) await visible(panel.getByText(fact))
    const [drill] = panel.getAllByRole('listitem')
    await expect(drill).toHaveTextContent(/Kidlat Cordless Drill 18 V.*PWT-0005 · Piece · \(₱\) 6,095\.25.*\(₱\) 12,190\.50/)
    await expect(panel.getByLabelText(`Quantity of ${DRILL}`)).toHaveValue('2')
    await visible(panel.getByRole('button', { name: 'VAT Inclusive' }))
    await visible(panel.getByText('(₱) 12,247.50'))
    await expect(localStorage.getItem('reservationQuery')).toBe('id=7&module=stock_reservation')
    await userEvent.click(panel.getByRole('button', { name: 'Reserve' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
}
export const ReservedDark: Story = {
  globals: { scheme: 'dark' },
  play: async ({ canvasElement }) => {
    await reserved(canvasElement)
  },
}
export const ReservedPhone: Story = {
  globals: { viewport: { value: 'mobile1' } },
  play: async ({ canvasElement }) => {
    await reserved(canvasElement)
  },
}

// S258
export const WithoutReservation: Story = {
  beforeEach: prepared({ items: null }),
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement)
    await visible(await panel.findByText('Missing Customer'))
    await visible(panel.getByText('Please create a reservation'))
    await userEvent.click(panel.getByRole('button', { name: 'Create reservation' }))
    await visible(await panel.findByText('Choose the customer first.'))
    await expect(server.calls).toEqual([])
  },
}
export const MayOnlyLook: Story = {
  beforeEach: prepared({ items: null, actions: ['index', 'view'] }),
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement)
    await visible(await panel.findByText('You can view reservations but not create them.'))
    await expect(panel.queryByRole('button', { name: 'Create reservation' })).toBeNull()
  },
}

// S255 S256
export const ShoppingCart: Story = {
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement)
    await userEvent.click(panel.getByRole('tab', { name: 'Shopping Cart' }))
    await visible(await panel.findByText('Plugin missing!'))
    await visible(panel.getByText("It seems shopping cart does'nt exist to your current plugins"))
  },
}
export const ShoppingCartPlugin: Story = {
  beforeEach: prepared({ plugins: ['shopping_cart'] }),
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement)
    await userEvent.click(panel.getByRole('tab', { name: 'Shopping Cart' }))
    await visible(await panel.findByText(/cart is enabled/))
    await expect(panel.queryByText('Plugin missing!')).toBeNull()
  },
}

// S263
export const NoItems: Story = {
  beforeEach: prepared({ items: {} }),
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement)
    await visible(await panel.findByText('No reserve item(s)'))
    await visible(panel.getByText('To start please reserve an item.'))
    await expect(panel.getByRole('button', { name: 'Checkout' })).toBeDisabled()
    await userEvent.type(panel.getByRole('textbox', { name: 'Add an item' }), 'hex')
    await waitFor(() => expect(panel.getAllByRole('option')).toHaveLength(1))
    await expect(panel.getByRole('option')).toHaveTextContent(/Tibay Hex Bolt.*\(₱\) 14\.25.*FST-0002.*5 available/)
    await userEvent.click(panel.getByRole('option'))
    await waitFor(() => expect(panel.getByLabelText(`Quantity of ${BOLT}`)).toHaveValue('1'))
    await expect(server.calls.at(-1)).toEqual({ path: 'stock_reservation/reserveItem', body: { source_id: 7, item_id: 12, qty: 1 } })
    // What is typed next searches for the next item: it takes the place of the text that found this one.
    await userEvent.keyboard('drill')
    await expect(panel.getByRole('textbox', { name: 'Add an item' })).toHaveValue('drill')
    await waitFor(() => expect(panel.getByRole('option')).toHaveTextContent(DRILL))
  },
}

// S264
export const OneLessIsNone: Story = {
  beforeEach: prepared({ items: { 11: 1, 12: 4 } }),
  play: async ({ canvasElement }) => {
    const panel = await reserved(canvasElement)
    await userEvent.click(panel.getByRole('button', { name: `Reduce ${DRILL} by one` }))
    await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(1))
    await visible(await within(canvasElement).findByRole('button', { name: 'Cart, 1 item', hidden: true }))
    await expect(server.calls).toEqual([{ path: 'stock_reservation/reserveItem', body: { source_id: 7, item_id: 11, qty: -1 } }])
  },
}

// S265
export const Typed: Story = {
  play: async ({ canvasElement }) => {
    const panel = await reserved(canvasElement)
    const quantity = panel.getByLabelText(`Quantity of ${BOLT}`)
    await userEvent.clear(quantity)
    await userEvent.type(quantity, '0')
    await new Promise((resolve) => setTimeout(resolve, 200))
    await userEvent.tab()
    await expect(quantity).toHaveValue('4')
    await expect(server.calls).toEqual([])
    await userEvent.clear(quantity)
    await userEvent.type(quantity, '3')
    await waitFor(() =>
      expect(server.calls).toEqual([{ path: 'stock_reservation/reserveItem', body: { source_id: 7, item_id: 12, input_qty: 3 } }]),
    )
    await visible(await panel.findByText('(₱) 42.75'))
  },
}

// S266
export const Refused: Story = {
  beforeEach: prepared({ items: { 12: 5 } }),
  play: async ({ canvasElement }) => {
    const panel = await reserved(canvasElement)
    await userEvent.click(panel.getByRole('button', { name: `Increase ${BOLT} by one` }))
    await visible(await screen.findByText(/needed 6, available 5/))
    await expect(panel.getByLabelText(`Quantity of ${BOLT}`)).toHaveValue('5')
    await expect(panel.getAllByText('(₱) 71.25')).toHaveLength(2)
  },
}

// S260 S261
export const ChangeTaxType: Story = {
  play: async ({ canvasElement }) => {
    const panel = await reserved(canvasElement)
    await userEvent.click(panel.getByRole('button', { name: 'VAT Inclusive' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Tax Type' }))
    const field = await dialog.findByLabelText('Tax type')
    await waitFor(() => expect(field).toHaveValue('VAT Inclusive'))
    await userEvent.click(field)
    await userEvent.click(await screen.findByRole('option', { name: 'VAT Exclusive' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Proceed' }))
    await visible(await panel.findByRole('button', { name: 'VAT Exclusive' }))
    await expect(server.calls).toEqual([{ path: 'stock_reservation/changeTaxType', body: { id: 7, tax_type_id: 2 } }])
  },
}

// S262 S267
export const Checkout: Story = {
  play: async ({ canvasElement }) => {
    const panel = await reserved(canvasElement)
    await userEvent.click(panel.getByRole('button', { name: 'Checkout' }))
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/revenue/sales_order/view/31'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await visible(await within(canvasElement).findByRole('button', { name: 'Cart' }))
    await expect(localStorage.getItem('reservationQuery')).toBeNull()
  },
}
/** A user who reserves stock but makes no orders. */
export const NoCheckout: Story = {
  beforeEach: prepared({ actions: ['index', 'view', 'new', 'edit'] }),
  play: async ({ canvasElement }) => {
    const panel = await reserved(canvasElement)
    await expect(panel.getByRole('button', { name: 'Checkout' })).toBeDisabled()
  },
}
// S253
export const NoRights: Story = {
  beforeEach: prepared({ actions: [] }),
  play: async ({ canvasElement }) => {
    await waitFor(() => expect(queryClient.getQueryData(navigationQuery.queryKey)).toBeDefined())
    await expect(within(canvasElement).queryByRole('button')).toBeNull()
  },
}
export const Loading: Story = {
  beforeEach: () => {
    queryClient.clear()
    return installMockApi((call) => (call.path === 'stock_reservation/current' ? 'pending' : server.answer(call)))
  },
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement)
    await visible(await panel.findByRole('status', { name: 'Loading the cart' }))
  },
}
export const Failed: Story = {
  beforeEach: () => {
    queryClient.clear()
    return installMockApi((call) =>
      call.path === 'stock_reservation/current' ? refusal(403, 'You need the "view" permission.') : server.answer(call),
    )
  },
  play: async ({ canvasElement }) => {
    const panel = await opened(canvasElement)
    await visible(await panel.findByRole('alert'))
    await expect(panel.getByRole('button', { name: 'Try again' })).toBeEnabled()
  },
}
