/** A date that cannot be read stays in its cell with what is wrong with it, until it is mended or taken back. */
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { fieldOf, linesOf, moduleOf } from '../../fields/testing.ts'
import { calculatorFor } from '../form/calculator.ts'
import { RecordStore } from '../form/store.ts'
import { LineGrid } from './LineGrid.tsx'

test('an unreadable date stays in the field and prevents saving', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  for (const size of ['clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLDivElement.prototype, size, { configurable: true, get: () => 900 })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const lines = linesOf('items', [fieldOf('needed_on', 'date'), fieldOf('qty', 'quantity')])
  const module = moduleOf('visit', [fieldOf('name', 'text')], { lines: [lines] })
  const env = { settings: {}, today: () => '2026-11-21', now: () => '2026-11-21T00:00:00.000Z' }
  const store = new RecordStore(module, { items: [{ id: 1, needed_on: '2026-11-20', qty: 1 }] }, calculatorFor(module, env))
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <LineGrid store={store} lines={lines} />
      </MantineProvider>,
    ),
  )
  const grid = page.querySelector<HTMLElement>('[role=grid]')!
  await act(async () => grid.focus())
  const press = (key: string) =>
    act(async () => void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
  const type = (text: string) =>
    act(async () => {
      const input = page.querySelector<HTMLInputElement>('[role=gridcell] input')!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const cell = () => page.querySelector<HTMLElement>('[role=gridcell]')!
  await press('F2')
  await type('2026/31/31')
  await press('Tab')
  expect([cell().textContent?.slice(0, 10), cell().getAttribute('aria-invalid')]).toEqual(['2026/31/31', 'true'])
  expect(Object.values(store.entries.unresolved()).flat()).toEqual([expect.stringContaining('2026/31/31')])
  // It is there to be mended when the cell is edited again.
  await press('ArrowLeft')
  await press('F2')
  expect(page.querySelector<HTMLInputElement>('[role=gridcell] input')!.value).toBe('2026/31/31')
  await type('2026/12/31')
  await press('Tab')
  expect([store.rows('items')[0]!.needed_on, store.entries.unresolved()]).toEqual(['2026-12-31', {}])
  // Escape takes back what cannot be read.
  await press('ArrowLeft')
  await press('F2')
  await type('nonsense')
  await press('Escape')
  expect([store.rows('items')[0]!.needed_on, store.entries.unresolved(), cell().textContent]).toEqual(['2026-12-31', {}, '2026/12/31'])
  await act(async () => root.unmount())
})
