/** A text that offers values: one is taken with arrow and Enter, and any other can be typed. */
import { MantineProvider } from '@mantine/core'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import type { Field, Row } from '../../engine/model/module.ts'
import { FieldClientProvider } from './client.ts'
import { inputFor } from './registry.tsx'
import { storyClient } from './storyClient.ts'
import { fieldOf } from './testing.ts'

const WHERE = { item_id: '$item_id', location_id: '$parent.location_id' }

function Cell({ field, given, onValue }: { field: Field; given: Row; onValue: (value: unknown) => void }) {
  const [value, setValue] = useState<unknown>(null)
  const Input = inputFor(field.type)
  return (
    <Input
      bare
      id="cell"
      field={field}
      value={value}
      onChange={(next) => {
        setValue(next)
        onValue(next)
      }}
      around={{ value: (name) => given[name] }}
    />
  )
}

async function drawn(type: 'text' | 'json', given: Row) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  const asked: unknown[] = []
  const suggest = async (place: string, query: Row) => {
    asked.push([place, query])
    return ['B7', 'A1'].map((value) => ({ value, details: [{ title: 'On hand', type: 'quantity' as const, value: 40 }] }))
  }
  const field = fieldOf('lot_no', type, {
    ...(type === 'json' && { widget: 'list' }),
    suggest: { for: 'visit.items.lot_no', module: 'stock_unit', where: WHERE, value: 'lot_no' },
  })
  const values: unknown[] = []
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <FieldClientProvider value={{ ...storyClient, suggest }}>
          <Cell field={field} given={given} onValue={(value) => values.push(value)} />
        </FieldClientProvider>
      </MantineProvider>,
    ),
  )
  const input = page.querySelector('input')!
  const press = (key: string) =>
    act(async () => void input.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true })))
  const type_ = (text: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await act(async () => input.focus())
  // The list opens first, and is asked for then.
  for (const wait of [10, 1000]) await act(async () => void (await vi.advanceTimersByTimeAsync(wait)))
  const end = async () => {
    await act(async () => root.unmount())
    page.remove()
    vi.useRealTimers()
  }
  return {
    asked,
    press,
    type: type_,
    latest: () => values.at(-1),
    offers: () => [...document.querySelectorAll('[role=option]')].map((o) => o.textContent),
    end,
  }
}

test('a lot on hand is taken from the list, another is typed', async () => {
  const { asked, press, type, latest, offers, end } = await drawn('text', { item_id: 3, 'parent.location_id': 5, 'parent.id': 9 })
  expect(asked).toEqual([['visit.items.lot_no', { search: '', values: { item_id: 3, location_id: 5 }, id: 9 }]])
  expect(offers()).toEqual(['B7On hand 40', 'A1On hand 40'])
  await press('ArrowDown')
  await press('Enter')
  expect(latest()).toBe('B7')
  await type('C9')
  expect(latest()).toBe('C9')
  await end()
})

test('serial numbers are taken one after the other, and nothing is asked for while the item is not chosen', async () => {
  const { press, latest, offers, end } = await drawn('json', { item_id: 3, 'parent.location_id': 5 })
  await press('ArrowDown')
  await press('Enter')
  expect(latest()).toEqual(['B7'])
  await act(async () => void (await vi.advanceTimersByTimeAsync(1000)))
  // What is entered is not offered again.
  expect(offers()).toEqual(['A1On hand 40'])
  await end()
  const empty = await drawn('json', { item_id: null, 'parent.location_id': 5 })
  expect(empty.asked).toEqual([])
  await empty.end()
})
