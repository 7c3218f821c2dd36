/** Pickers on a network that is slow, or gone. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, spyOn, userEvent, waitFor, within } from 'storybook/test'
import { type FieldClient, FieldClientProvider } from './client.ts'
import { ReferenceField } from './inputs/ReferenceField.tsx'
import type { Ref } from './ref.ts'
import { storyClient } from './storyClient.ts'
import { fieldOf } from './testing.ts'

const ITEM = fieldOf('item_id', 'reference', { to: 'item', refAs: 'item' })

function Item() {
  const [picked, setPicked] = useState<Ref | null>(null)
  return (
    <ReferenceField
      id="f-item_id"
      field={ITEM}
      value={picked?.id ?? null}
      resolved={picked}
      onChange={(_, ref) => setPicked((ref as Ref | null | undefined) ?? null)}
    />
  )
}

const meta: Meta = { title: 'Fields/Pickers' }
export default meta
type Story = StoryObj

/** Left before its choices came: it says that it looks the text up, and no longer than it does. */
export const LeftEarly: Story = {
  render: () => {
    const client: FieldClient = {
      ...storyClient,
      dropdown: (module, query, signal) =>
        new Promise((resolve) => void answers.push(() => resolve(storyClient.dropdown(module, query, signal)))),
    }
    const answers: (() => void)[] = []
    return (
      <FieldClientProvider value={client}>
        <Item />
        <button type="button" onClick={() => answers.splice(0).forEach((answer) => void answer())}>
          Answer
        </button>
      </FieldClientProvider>
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(canvas.getByLabelText('Item'), 'paper')
    await userEvent.tab()
    await expect(await canvas.findByRole('img', { name: 'Loading…' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Answer' }))
    await expect(await canvas.findByText(/matches several records/)).toBeVisible()
    await waitFor(() => expect(canvas.queryByRole('img', { name: 'Loading…' })).toBeNull())
  },
}

// S333
export const ChoicesFailed: Story = {
  render: () => {
    let failing = true
    const client = {
      ...storyClient,
      dropdown: ((module, query, signal) => {
        if (!failing) return storyClient.dropdown(module, query, signal)
        failing = false
        return Promise.reject(new Error('The server is gone.'))
      }) satisfies typeof storyClient.dropdown,
    }
    return (
      <FieldClientProvider value={client}>
        <Item />
      </FieldClientProvider>
    )
  },
  play: async ({ canvasElement }) => {
    const logged = spyOn(console, 'error').mockImplementation(() => undefined)
    const page = within(canvasElement.ownerDocument.body)
    const box = within(canvasElement).getByLabelText('Item')
    await userEvent.click(box)
    await expect(await page.findByText(/could not be loaded/)).toBeVisible()
    await expect(logged).toHaveBeenCalledWith(expect.stringContaining('item'), expect.any(Error))
    logged.mockRestore()
    // Nothing counts as loaded: opening it again makes a new request.
    await userEvent.tab()
    await userEvent.click(box)
    await userEvent.click(await page.findByText('ITM-001 · Ballpen, black'))
    await expect(box).toHaveValue('ITM-001 · Ballpen, black')
    await waitFor(() => expect(page.queryByRole('listbox')).toBeNull())
  },
}

const offering = (mayCreate: boolean): Story => ({
  render: () => (
    <FieldClientProvider value={{ ...storyClient, mayCreate: () => mayCreate }}>
      <Item />
    </FieldClientProvider>
  ),
})
/** Users who can create a record are offered to; the offer is also legible when it is marked. */
export const MayCreate: Story = {
  ...offering(true),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body)
    await userEvent.type(within(canvasElement).getByLabelText('Item'), 'Stapler')
    const offer = await page.findByRole('option', { name: 'Create “Stapler”' })
    await userEvent.keyboard('{ArrowDown}')
    await waitFor(() => expect(offer).toHaveAttribute('data-combobox-selected'))
    await expect(getComputedStyle(page.getByText('Create “Stapler”')).color).toBe(getComputedStyle(offer).color)
  },
}
export const MayNotCreate: Story = {
  ...offering(false),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body)
    await userEvent.click(within(canvasElement).getByLabelText('Item'))
    // The offer to create stands below the choices from the moment that they are there.
    await expect((await page.findAllByRole('option', { name: /Ballpen/ }))[0]).toBeVisible()
    await expect(page.queryByRole('option', { name: /^Create/ })).toBeNull()
  },
}

/** A press with the mouse selects what was chosen before, so that typing replaces it. */
export const TypedOver: Story = {
  render: () => (
    <FieldClientProvider value={storyClient}>
      <Item />
    </FieldClientProvider>
  ),
  play: async ({ canvasElement }) => {
    const page = within(canvasElement.ownerDocument.body)
    const box = within(canvasElement).getByLabelText('Item')
    await userEvent.click(box)
    await userEvent.click(await page.findByText('ITM-001 · Ballpen, black'))
    await userEvent.tab()
    await userEvent.click(box)
    await userEvent.keyboard('paper')
    await expect(box).toHaveValue('paper')
  },
}
