/** A reason that was typed in the dialog of a transition is not thrown away by Escape; Cancel still does. */
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test, vi } from 'vitest'
import { FieldClientProvider } from '../../fields/client.ts'
import { storyClient } from '../../fields/storyClient.ts'
import { fieldOf } from '../../fields/testing.ts'
import DialogHost from '../../ui/dialogs/DialogHost.tsx'
import { askInput } from './askInput.tsx'

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))

const pause = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))
const pressEscape = () =>
  act(async () => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })))
const type = (input: HTMLInputElement, text: string) =>
  act(async () => {
    input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })

test('Escape closes the dialog of a transition only while nothing was typed in it', async () => {
  await import('./InputForm.tsx')
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queries}>
          <FieldClientProvider value={storyClient}>
            <DialogHost />
          </FieldClientProvider>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  const closed = vi.fn()
  const open = async () => {
    const asked = { title: 'Return', module: { hash: 'none' }, request: 'transition return', input: [fieldOf('reason', 'text')] }
    await act(async () => void askInput('Return', { ...asked, send: async () => ({}) }).then(closed))
    return vi.waitFor(async () => {
      await pause()
      return document.querySelector<HTMLInputElement>('[role=dialog] form input') ?? expect.unreachable()
    })
  }

  await type(await open(), 'The price is wrong')
  await pause()
  await pressEscape()
  expect(closed).not.toHaveBeenCalled()
  await act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel')!.click())
  expect(closed).toHaveBeenCalledExactlyOnceWith(null)

  const again = await open()
  await type(again, 'The')
  await type(again, '')
  await pause()
  await pressEscape()
  expect(closed).toHaveBeenCalledTimes(2)
  await act(async () => root.unmount())
})
