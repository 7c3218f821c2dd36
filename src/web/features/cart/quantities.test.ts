import { expect, test, vi } from 'vitest'
import { type Amount, type Change, foreseen, Quantities } from './quantities.ts'

/** A server that reserves up to `most` of every item at 10 each, and answers when the test says so. */
function stage(most = 5) {
  let qty = 2
  const open: (() => void)[] = []
  const calls = {
    send: vi.fn(
      (_item: number, change: Change) =>
        new Promise<Amount>((resolve, reject) =>
          open.push(() => {
            const next = 'input_qty' in change ? change.input_qty : qty + change.qty
            if (next > most) return reject(new Error('not enough'))
            qty = next
            resolve({ qty, total: qty * 10 })
          }),
        ),
    ),
    agreed: vi.fn(),
    refused: vi.fn(),
    idle: vi.fn(),
  }
  const quantities = new Quantities(calls)
  const answer = async () => {
    await vi.waitFor(() => expect(open.length).toBeGreaterThan(0))
    open.shift()!()
    await new Promise((resolve) => setTimeout(resolve))
  }
  return { calls, quantities, answer, shown: () => quantities.current().get(1) }
}
const START = { qty: 2, total: 20 }

// S264
test('pressed buttons show at once, and are sent one after the other', async () => {
  const { calls, quantities, answer, shown } = stage()
  quantities.change(1, START, { qty: 1 })
  quantities.change(1, START, { qty: 1 })
  expect(shown()).toEqual({ qty: 4, total: 40 })
  await answer()
  expect(calls.send).toHaveBeenCalledTimes(2)
  expect(shown()).toEqual({ qty: 4, total: 40 })
  await answer()
  expect(shown()).toBeUndefined()
  expect(calls.agreed.mock.calls).toEqual([
    [1, { qty: 3, total: 30 }],
    [1, { qty: 4, total: 40 }],
  ])
  expect(calls.idle).toHaveBeenCalledTimes(1)
})

// S266
test('a refusal resets quantity and total to the last answer of the server', async () => {
  const { calls, quantities, answer, shown } = stage()
  quantities.change(1, START, { input_qty: 5 })
  quantities.change(1, START, { qty: 1 })
  quantities.change(1, START, { qty: -1 })
  expect(shown()).toEqual({ qty: 5, total: 50 })
  await answer()
  await answer()
  expect(calls.refused).toHaveBeenCalledWith(new Error('not enough'))
  // What is still on its way counts from there.
  expect(shown()).toEqual({ qty: 4, total: 40 })
  await answer()
  expect(calls.agreed).toHaveBeenLastCalledWith(1, { qty: 4, total: 40 })
  expect(shown()).toBeUndefined()
})

// S265
test('an empty input sends nothing', () => {
  const { calls, quantities, shown } = stage()
  quantities.change(1, START, { input_qty: 0 })
  quantities.change(1, START, { input_qty: Number.NaN })
  expect(shown()).toBeUndefined()
  expect(calls.send).not.toHaveBeenCalled()
})

test('a predicted total uses the price so far, to the centavo', () => {
  expect(foreseen({ qty: 3, total: 100 }, { qty: 1 })).toEqual({ qty: 4, total: 133.33 })
  expect(foreseen({ qty: 1, total: 100 }, { qty: -1 })).toEqual({ qty: 0, total: 0 })
  expect(foreseen({ qty: 0, total: 0 }, { qty: 1 })).toEqual({ qty: 1, total: 0 })
  expect(foreseen({ qty: 0.1, total: 1 }, { qty: 0.2 })).toEqual({ qty: 0.3, total: 3 })
})
