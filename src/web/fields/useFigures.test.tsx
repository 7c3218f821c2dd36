/** Figures of what a picker offers come from a call of the module, for the document around the picker; names of what is chosen, too. */
import { MantineProvider } from '@mantine/core'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import type { Params } from '../api/client.ts'
import { FieldClientProvider } from './client.ts'
import { ReferenceField } from './inputs/ReferenceField.tsx'
import { ReferencesField } from './inputs/ReferencesField.tsx'
import { storyClient } from './storyClient.ts'
import { fieldOf } from './testing.ts'

/** Draws a picker that asks `client`; answers the page and how to take it away. */
async function drawn(client: typeof storyClient, picker: ReactNode) {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <FieldClientProvider value={client}>{picker}</FieldClientProvider>
      </MantineProvider>,
    ),
  )
  return { page, remove: () => act(async () => root.unmount()) }
}

/** Opens the picker and reads what it offers. */
async function offersOf(page: HTMLElement): Promise<(string | null)[]> {
  await act(async () => page.querySelector('input')!.click())
  await act(async () => vi.advanceTimersByTimeAsync(1000))
  return [...document.querySelectorAll('[role=option]')].map((offer) => offer.textContent)
}

test('an item picker shows what is available at the location of the document', async () => {
  vi.useFakeTimers()
  const asked: [string, Params][] = []
  const client: typeof storyClient = {
    ...storyClient,
    figures: async (module, call, params) => {
      asked.push([`${module}/${call}`, params])
      return String(params.ids)
        .split(',')
        .map((id) => ({ id: Number(id), available: id === '1' ? '1250.500000' : null }))
    },
  }
  const figure = {
    call: 'get_data',
    value: 'available',
    title: 'Available',
    type: 'quantity',
    with: ['location_id', 'price_level_id'],
  } as const
  const field = fieldOf('item_id', 'reference', { to: 'item', refAs: 'item', pickerFigures: [figure] })
  const { page, remove } = await drawn(
    client,
    <ReferenceField
      field={field}
      id="item"
      value={null}
      onChange={() => undefined}
      around={{ value: (name) => (name === 'parent.location_id' ? 4 : undefined) }}
    />,
  )
  const offers = await offersOf(page)
  expect(offers.slice(0, 2)).toEqual(['ITM-001 · Ballpen, blackAvailable 1,250.5', 'ITM-002 · Ballpen, blue'])
  expect(asked).toEqual([['item/get_data', { ids: '1,2,3,4,5,6,7,8,9,10,11,12', location_id: '4' }]])
  await remove()
  vi.useRealTimers()
})

test('a leave type picker requests the choices of the employee, for a typed name too, and is a dropdown while there is none', async () => {
  vi.useFakeTimers()
  const asked: unknown[] = []
  const client: typeof storyClient = {
    ...storyClient,
    dropdown: async (module, query) => {
      asked.push([module, query.search, query.asked])
      return []
    },
  }
  const field = fieldOf('leave_type_id', 'reference', {
    to: 'leave_type',
    refAs: 'leave_type',
    pickerChoices: { call: 'for_employee', with: ['employee_id', 'date_from'] },
  })
  for (const values of [{ 'parent.employee_id': 7, date_from: '' }, { date_from: '2026-11-25' }] as Record<string, unknown>[]) {
    const { page, remove } = await drawn(
      client,
      <ReferenceField field={field} id="type" value={null} onChange={() => undefined} around={{ value: (name) => values[name] }} />,
    )
    await act(async () => page.querySelector('input')!.click())
    await act(async () => vi.advanceTimersByTimeAsync(1000))
    const input = page.querySelector('input')!
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Vacation')
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await act(async () => void input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    await remove()
  }
  const ofEmployee = { call: 'for_employee', params: { employee_id: '7' } }
  expect(asked).toEqual([
    ['leave_type', '', ofEmployee],
    ['leave_type', 'Vacation', ofEmployee],
    ['leave_type', '', undefined],
    ['leave_type', 'Vacation', undefined],
  ])
  vi.useRealTimers()
})

test('numbers without their records, from an address or a default, get their names', async () => {
  const asked: unknown[] = []
  const client: typeof storyClient = {
    ...storyClient,
    dropdown: async (module, { filter }) => {
      asked.push([module, filter])
      return [{ id: 3, name: 'Beta', label: 'C0003 · Beta' }]
    },
  }
  const field = fieldOf('customer_ids', 'references', { to: 'customer' })
  const { page, remove } = await drawn(client, <ReferencesField field={field} id="customers" value={[3]} onChange={() => undefined} />)
  expect(page.textContent).toContain('C0003 · Beta')
  expect(asked).toEqual([['customer', { id: [3] }]])
  await remove()
})

test('a picker of several records shows distinguishing details below each', async () => {
  vi.useFakeTimers()
  const client: typeof storyClient = {
    ...storyClient,
    dropdown: async () => [{ id: 3, name: 'OT-2026-000003', label: 'OT-2026-000003 · Cruz, Ana', date: '2026-11-18', hours: 2.5 }],
  }
  const picker = [
    { path: 'date', title: 'Work day', type: 'date' },
    { path: 'hours', title: 'Hours', type: 'quantity' },
  ] as const
  const field = fieldOf('overtime_filing_ids', 'references', { to: 'overtime_filing', picker })
  const { page, remove } = await drawn(client, <ReferencesField field={field} id="overtime" value={[]} onChange={() => undefined} />)
  const offers = await offersOf(page)
  expect(offers[0]).toBe('OT-2026-000003 · Cruz, Ana2026/11/18 · Hours 2.5')
  await remove()
  vi.useRealTimers()
})
