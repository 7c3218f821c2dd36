/** Finding B1: a line's reference holds the chosen record, in any order and with any delay of the server's responses. */
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Row } from '../../../engine/model/module.ts'
import { type FieldClient, FieldClientProvider } from '../../fields/client.ts'
import type { Ref } from '../../fields/ref.ts'
import { storyClient } from '../../fields/storyClient.ts'
import { calculatorFor } from '../form/calculator.ts'
import { RecordStore } from '../form/store.ts'
import { ORDER, ORDER_LINES } from '../storyDocument.ts'
import { LineGrid } from './LineGrid.tsx'

const bolt = (id: number, name: string): Ref => ({ id, code: `FST-${id}`, name, label: `FST-${id} · ${name}` })
const PLAIN = bolt(3, 'Tibay Hex Bolt M12 x 100')
const SERIES = bolt(43, 'Tibay Hex Bolt M12 x 100 Series 2')
const NUT = bolt(7, 'Hex Nut M12')
const ITEMS = [SERIES, PLAIN, NUT]

/** A server that answers when the test says so. */
class SlowServer {
  readonly calls: {
    search: string
    filter: Row | undefined
    answer: (items?: readonly Ref[]) => Promise<void>
    fail: () => Promise<void>
  }[] = []
  readonly client: FieldClient = {
    ...storyClient,
    dropdown: (_module, { search = '', filter }) =>
      new Promise<Ref[]>((resolve, reject) => {
        const found = ITEMS.filter((item) => String(item.label).toLowerCase().includes(search.toLowerCase()))
        this.calls.push({
          search,
          filter,
          answer: (items = found) => act(async () => resolve([...items])),
          fail: () => act(async () => reject(new Error('offline'))),
        })
      }),
  }
  /** Answers all that is open, the newest request first. */
  async answerAll(): Promise<void> {
    for (const call of this.calls.splice(0).reverse()) await call.answer()
  }
}

let root: Root
let store: RecordStore
let server: SlowServer
let grid: HTMLElement

beforeAll(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // Rows are drawn by what fits: this page has no layout of its own.
  for (const size of ['clientHeight', 'clientWidth'] as const)
    Object.defineProperty(HTMLDivElement.prototype, size, { configurable: true, get: () => 900 })
})
beforeEach(async () => {
  localStorage.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server = new SlowServer()
  const env = { settings: {}, today: () => '2026-11-21', now: () => '2026-11-21T00:00:00.000Z' }
  const rows = [1, 2, 3].map((id) => ({ id, item_id: NUT.id, item: NUT, unit: 'piece', qty: 1, unit_price: 2 }))
  store = new RecordStore(ORDER, { items: rows }, calculatorFor(ORDER, env))
  const page = document.body.appendChild(document.createElement('div'))
  root = createRoot(page)
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <FieldClientProvider value={server.client}>
          <LineGrid store={store} lines={ORDER_LINES} />
        </FieldClientProvider>
      </MantineProvider>,
    ),
  )
  grid = page.querySelector<HTMLElement>('[role=grid]')!
  await act(async () => grid.focus())
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const keyOf = (row: number): string => store.keys('items')[row]!
const itemOf = (row: number): unknown => store.row('items', keyOf(row)).item_id
const cell = (row: number, field = 'item_id'): HTMLElement =>
  grid.querySelector<HTMLElement>(`[data-key="${keyOf(row)}"] [id$="-${field}"]`)!
const offers = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role=option]')]
const offer = (ref: Ref): HTMLElement => offers().find((option) => option.textContent?.includes(String(ref.label)))!
const marked = (): string | null | undefined => document.querySelector('[role=option][data-combobox-selected]')?.textContent
const press = (key: string, more: KeyboardEventInit = {}) =>
  act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true, ...more }))
  })
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
const clickOn = (target: HTMLElement) =>
  act(async () => {
    const fresh = target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
    if (fresh && target.tabIndex >= 0) target.focus()
    target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  })
/** Types into the active cell: the first key begins the edit, as people do it. */
async function type(text: string): Promise<void> {
  if (!(document.activeElement instanceof HTMLInputElement)) await press(text[0]!)
  const input = document.activeElement as HTMLInputElement
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
/** Types, waits as long as a person who looks, and has the offers on screen. */
async function typeAndSee(text: string): Promise<void> {
  await type(text)
  await pass(400)
  await server.answerAll()
}
/** Answers all pending requests now. */
async function settleAll(): Promise<void> {
  await pass(1000)
  await server.answerAll()
  await pass(1000)
}
async function paste(text: string): Promise<void> {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => text } })
  await act(async () => void grid.dispatchEvent(event))
}

describe('a choice', () => {
  test('B1: by mouse is final, even if the typed text is the name of another record', async () => {
    await typeAndSee(PLAIN.name)
    await clickOn(offer(SERIES))
    expect(itemOf(0)).toBe(SERIES.id)
    await settleAll()
    expect(itemOf(0)).toBe(SERIES.id)
    expect(store.errorPaths).toEqual([])
  })

  test('B1: by arrow and Enter is final', async () => {
    await typeAndSee(PLAIN.name)
    expect(marked()).toContain(String(PLAIN.label))
    await press('ArrowUp')
    expect(marked()).toContain(String(SERIES.label))
    await press('Enter')
    await settleAll()
    expect(itemOf(0)).toBe(SERIES.id)
    expect(cell(0).textContent).toBe(SERIES.label)
  })

  test('B1: leaves no error after a text that is the beginning of a name', async () => {
    await typeAndSee('bolt')
    await clickOn(offer(PLAIN))
    await settleAll()
    expect(itemOf(0)).toBe(PLAIN.id)
    expect(store.errorPaths).toEqual([])
    expect(cell(0).getAttribute('aria-invalid')).toBeNull()
  })

  test('B1: clears the error of its cell at once', async () => {
    await type('no such thing')
    await press('Tab')
    await settleAll()
    expect(cell(0).getAttribute('aria-invalid')).toBe('true')
    await clickOn(cell(0))
    await clickOn(cell(0))
    await typeAndSee('nut')
    await clickOn(offer(NUT))
    expect(store.errorPaths).toEqual([])
    expect(cell(0).textContent).toBe(NUT.label)
  })

  test('B1: Tab accepts the highlighted option and moves on', async () => {
    await typeAndSee('bolt')
    expect(marked()).toContain(String(SERIES.label))
    await press('Tab')
    expect(itemOf(0)).toBe(SERIES.id)
    expect(cell(0, 'unit').dataset.active).toBe('true')
    await settleAll()
    expect(itemOf(0)).toBe(SERIES.id)
    expect(store.errorPaths).toEqual([])
  })
})

describe('on a slow network', () => {
  test('B1: the answer to a text left in a cell is dropped after a later choice there', async () => {
    await type(PLAIN.name)
    await press('Tab')
    expect(cell(0).textContent).toBe(PLAIN.name)
    const late = server.calls.splice(0)
    await clickOn(cell(0))
    await clickOn(cell(0))
    await typeAndSee('nut')
    await clickOn(offer(NUT))
    for (const call of late) await call.answer()
    await settleAll()
    expect(itemOf(0)).toBe(NUT.id)
    expect(store.errorPaths).toEqual([])
  })

  test('B1: the answer for one cell never ends the edit of another', async () => {
    await type(PLAIN.name)
    await press('Tab', { shiftKey: false })
    await clickOn(cell(1))
    await type('bo')
    const input = document.activeElement
    await server.calls[0]!.answer()
    expect(itemOf(0)).toBe(PLAIN.id)
    expect(document.activeElement).toBe(input)
    expect((input as HTMLInputElement).value).toBe('bo')
  })

  test('B1: late answers to older texts are not offered, nor accepted by a faster Enter', async () => {
    await type('hex')
    await pass(150)
    await type('series')
    await pass(150)
    await press('Enter')
    const [older, newer] = server.calls.splice(0)
    await newer!.answer()
    expect(itemOf(0)).toBe(SERIES.id)
    await older!.answer()
    await settleAll()
    expect(itemOf(0)).toBe(SERIES.id)
    expect(store.errorPaths).toEqual([])
  })

  test('B1: clearing a cell, removing its line or Escape ends its lookup', async () => {
    await type(PLAIN.name)
    await press('Tab')
    await press('ArrowLeft')
    await press('Delete')
    await press('ArrowDown')
    await type(PLAIN.name)
    await press('Tab')
    await press('Delete', { ctrlKey: true })
    await press('Home')
    await type(PLAIN.name)
    await press('Escape')
    await settleAll()
    expect(store.keys('items')).toHaveLength(2)
    expect([itemOf(0), itemOf(1)]).toEqual([null, NUT.id])
    expect(store.errorPaths).toEqual([])
  })
})

describe('a text that matches no record', () => {
  test.each([
    ['none', 'no such thing', '“no such thing” was not found.'],
    ['several', 'bolt', '“bolt” matches several records. Choose one.'],
  ])('B1: %s: stays in its cell with a message, and stores nothing', async (_, text, message) => {
    await type(text)
    await press('Tab')
    await settleAll()
    expect(itemOf(0)).toBe(NUT.id)
    expect(cell(0).textContent).toContain(text)
    expect(store.errorsAt(`items/${keyOf(0)}/item_id`)).toEqual([message])
    // A save that replaces all messages does not make it forgotten.
    store.setErrors({})
    expect(store.errorPaths).toEqual([`items/${keyOf(0)}/item_id`])
  })

  test('B1: a failed lookup is reported as failed, not as without a match', async () => {
    await type(PLAIN.name)
    await press('Tab')
    await server.calls.at(-1)!.fail()
    expect(store.errorsAt(`items/${keyOf(0)}/item_id`)).toEqual([`“${PLAIN.name}” could not be looked up. Try again.`])
  })
})

describe('paste', () => {
  test('B1: codes and names find their records in order, each unknown one has its own error', async () => {
    await paste(`FST-43\tbox\nno such thing\t\n${PLAIN.name}\t\nfst-7\t`)
    await settleAll()
    expect([0, 1, 2, 3].map(itemOf)).toEqual([SERIES.id, NUT.id, PLAIN.id, NUT.id])
    expect(store.errorPaths).toEqual([`items/${keyOf(1)}/item_id`])
    expect(cell(1).textContent).toContain('no such thing')
    expect(store.row('items', keyOf(0)).unit).toBe('box')
  })

  test('B1: never overwrites what was chosen or typed beside it since', async () => {
    await paste('FST-43\tbox\t5\nFST-43')
    const late = server.calls.splice(0)
    await typeAndSee('nut')
    await clickOn(offer(NUT))
    await act(async () => store.setCells('items', [{ key: keyOf(0), field: 'qty', value: 9 }]))
    for (const call of late) await call.answer()
    await settleAll()
    expect([itemOf(0), itemOf(1)]).toEqual([NUT.id, SERIES.id])
    expect(store.row('items', keyOf(0))).toMatchObject({ unit: 'box', qty: 9 })
  })
})
