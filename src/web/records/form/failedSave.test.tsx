/** Issue 13, item 5: a save that fails says where, though the wrong field is on a tab behind. */
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { FieldClientProvider } from '../../fields/client.ts'
import { storyClient } from '../../fields/storyClient.ts'
import { fieldOf, linesOf, moduleOf } from '../../fields/testing.ts'
import { installMockApi, refusal } from '../../testing/api.ts'
import { calculatorFor } from './calculator.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordStore } from './store.ts'
import { useSave } from './useSave.ts'

const module = moduleOf(
  'order',
  [fieldOf('remarks', 'text'), fieldOf('buyer', 'text', { required: true }), fieldOf('terms', 'text', { required: true })],
  {
    lines: [linesOf('items', [fieldOf('item', 'text', { required: true }), fieldOf('qty', 'quantity', { required: true })])],
    form: {
      tabs: [
        { title: 'General', sections: [{ fields: ['remarks'] }] },
        { title: 'Details', sections: [{ fields: ['terms', 'buyer'] }] },
        { title: 'Lines', sections: [{ fields: ['items'] }] },
      ],
    },
  },
)
const env = { settings: {}, today: () => '2026-11-21', now: () => '2026-11-21T01:00:00Z' }

function Form({ store }: { store: RecordStore }) {
  const { save, refusal, failures } = useSave(module, store, { id: null, version: null, values: {} })
  return (
    <>
      <button type="button" onClick={() => void save()}>
        Save
      </button>
      <ErrorSummary module={module} store={store} refusal={refusal} failures={failures} idPrefix="f-" />
      <RecordForm module={module} context={{ store, mode: 'edit', editable: '*', idPrefix: 'f-' }} />
    </>
  )
}

let unmount: () => Promise<void>
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
afterEach(() => unmount())

/** The form on screen, after a save that fails; answers what the summary says. */
async function saved(values: Record<string, unknown>, from?: string): Promise<string[]> {
  // Tabs come when a form has them.
  await import('./FormTabs.tsx')
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  unmount = async () => {
    await act(async () => root.unmount())
    page.remove()
  }
  const store = new RecordStore(module, values, calculatorFor(module, env))
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <FieldClientProvider value={storyClient}>
          <MemoryRouter>
            <Form store={store} />
          </MemoryRouter>
        </FieldClientProvider>
      </MantineProvider>,
    ),
  )
  expect(tabInFront()).toBe('General')
  if (from) await act(async () => vi.waitFor(() => document.getElementById(from)!.focus()))
  await act(async () => page.querySelector('button')!.click())
  await vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
    expect(page.querySelector('[role=alert]')).not.toBeNull()
  })
  return [...page.querySelectorAll('[role=alert] button')].map((item) => String(item.textContent))
}
const tabInFront = () => document.querySelector('[role=tab][aria-selected=true]')?.textContent?.replace(/\d+$/, '')

test('13.5: the summary names field and tab, in the order of the form; the first has the focus and its tab is open', async () => {
  expect(await saved({})).toEqual(['Terms (tab “Details”): Field is required', 'Buyer (tab “Details”): Field is required'])
  expect([...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).toEqual(['General', 'Details2', 'Lines'])
  await act(async () => vi.waitFor(() => expect(document.activeElement?.id).toBe('f-terms')))
  expect(tabInFront()).toBe('Details')
})

test('13.5: an invalid cell is reached through its grid', async () => {
  const messages = await saved({
    buyer: 'Ana',
    terms: 'COD',
    items: [
      { id: 1, item: 'Nut', qty: 1 },
      { id: 2, item: 'Bolt' },
    ],
  })
  expect(messages).toEqual(['Line 2, Qty (tab “Lines”): Field is required'])
  await act(async () => vi.waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('grid')))
  expect(tabInFront()).toBe('Lines')
  expect(document.activeElement?.getAttribute('aria-activedescendant')).toMatch(/-r2-qty$/)
})

/** The hook by itself. */
function Saver({ args, take }: { args: Parameters<typeof useSave>; take: (saving: ReturnType<typeof useSave>) => void }) {
  take(useSave(...args))
  return null
}

test('17.3: tabs that were saved before one was refused are the base of the next save, not a change by another user', async () => {
  const person = moduleOf('person', [fieldOf('phone', 'text'), fieldOf('role', 'text')], {
    form: {
      tabs: [
        { title: 'Contact', section: 'contact', sections: [{ fields: ['phone'] }] },
        { title: 'Account', section: 'account', sections: [{ fields: ['role'] }] },
      ],
    },
  })
  let stored: { id: number; version: number; phone: string; role: string } = { id: 7, version: 1, phone: '1', role: 'clerk' }
  const answers: number[] = []
  const uninstall = installMockApi(({ path, body }) => {
    const sent = body as typeof stored
    const status = sent.version !== stored.version ? 409 : path.endsWith('/account') && sent.role === 'chief' ? 403 : 200
    answers.push(status)
    if (status !== 200) return refusal(status, 'Only administrators choose this role.')
    stored = { ...stored, ...sent, version: stored.version + 1 }
    return { status, body: { success: true, data: stored } }
  })
  const store = new RecordStore(person, { phone: '2', role: 'chief' }, calculatorFor(person, env))
  let saving: ReturnType<typeof useSave> | undefined
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = async () => act(async () => root.unmount())
  const take = (given: typeof saving) => {
    saving = given
  }
  await act(async () => root.render(<Saver args={[person, store, { id: 7, version: 1, values: stored }]} take={take} />))
  await act(async () => expect(await saving!.save()).toBeNull())
  store.set('role', 'clerk')
  store.set('phone', '3')
  await act(async () => expect(await saving!.save()).toMatchObject({ version: 3, phone: '3', role: 'clerk' }))
  expect(answers).toEqual([200, 403, 200])
  uninstall()
})

test('what was entered on a record that is gone becomes a new record with the next save', async () => {
  const calls: unknown[] = []
  const uninstall = installMockApi(({ method, path, body }) => {
    calls.push([method, path.split('/').slice(-2).join('/'), body])
    return method === 'PUT'
      ? refusal(404, 'The record was not found.')
      : { status: 200, body: { success: true, data: { id: 9, version: 1 } } }
  })
  const values = { remarks: 'Mine', buyer: 'Ana', terms: 'COD', items: [{ id: 3, item: 'Nut', qty: 1 }] }
  const store = new RecordStore(module, values, calculatorFor(module, env))
  let saving: ReturnType<typeof useSave> | undefined
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = async () => act(async () => root.unmount())
  const take = (given: typeof saving) => {
    saving = given
  }
  await act(async () => root.render(<Saver args={[module, store, { id: 7, version: 1, values }]} take={take} />))
  await act(async () => expect(await saving!.save()).toBeNull())
  expect(saving!.refusal).toMatch(/^This record was deleted.* Save again/)
  await act(async () => expect(await saving!.save()).toMatchObject({ id: 9 }))
  uninstall()
  const { id: _, ...line } = values.items[0]!
  expect(calls.at(-1)).toEqual(['POST', expect.stringMatching(/order$/), { ...values, items: [line] }])
})

test('a new record is made once: by two clicks, and by saving again after its response was lost', async () => {
  const calls: [method: string, key: string | null, remarks: unknown][] = []
  let lost = 2
  const uninstall = installMockApi(({ method, path, headers, body }) => {
    if (!/order(\/9)?$/.test(path)) return undefined
    calls.push([method, headers.get('Idempotency-Key'), (body as { remarks?: string }).remarks])
    if (lost-- > 0) throw new TypeError('Failed to fetch')
    return { status: 200, body: { success: true, data: { id: 9, version: 1, items: [] } } }
  })
  const store = new RecordStore(module, { remarks: 'One', buyer: 'Ana', terms: 'COD', items: [] }, calculatorFor(module, env))
  let saving: ReturnType<typeof useSave> | undefined
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  unmount = async () => act(async () => root.unmount())
  const take = (given: typeof saving) => {
    saving = given
  }
  await act(async () => root.render(<Saver args={[module, store, { id: null, version: null, values: {} }]} take={take} />))
  await act(async () => expect(await Promise.all([saving!.save(), saving!.save()])).toEqual([null, null]))
  await act(async () => expect(await saving!.save()).toBeNull())
  store.set('remarks', 'Two')
  await act(async () => expect(await saving!.save()).toMatchObject({ id: 9 }))
  uninstall()
  const [key] = calls.map(([, used]) => used)
  expect(key).toMatch(/^\w{20,}$/)
  // What changed since the response was lost is a change of the record that may exist by then.
  expect(calls).toEqual([
    ['POST', key, 'One'],
    ['POST', key, 'One'],
    ['POST', key, 'One'],
    ['PUT', null, 'Two'],
  ])
})

test('a save without a connection shows above the form that nothing was saved, by code already loaded', async () => {
  const uninstall = installMockApi(() => {
    throw new TypeError('Failed to fetch')
  })
  const messages = await saved({ buyer: 'Ana', terms: 'COD', items: [] }, 'f-remarks')
  uninstall()
  expect(messages).toEqual([])
  expect(document.querySelector('[role=alert]')?.textContent).toBe(
    'Not saved. The server cannot be reached. Check your connection and try again.',
  )
  // Ctrl+S leaves the input for a moment: the next key must not be lost.
  expect(document.activeElement?.id).toBe('f-remarks')
})
