import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '../../engine/model/module.ts'
import { inputStates } from '../../engine/runtime/compute/index.ts'
import type { EvalEnv } from '../../engine/runtime/expressions/index.ts'
import InputForm from '../records/actions/InputForm.tsx'
import { type FieldClient, FieldClientProvider } from './client.ts'
import { fieldOf, moduleOf } from './testing.ts'

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  document.body.innerHTML = ''
})

let root: Root | undefined
// A list that opens or closes has a timer, which must not outlive the page.
afterEach(() => act(async () => root?.unmount()))

/** A dialog with one reference; the server answers a lookup when the test says so. */
async function dialog() {
  let answer = (_rows: { id: number; name: string }[]) => {}
  const client = {
    dropdown: () => new Promise((resolve) => (answer = resolve as never)),
    creatable: async () => null,
  } as unknown as FieldClient
  const send = vi.fn(async () => ({}))
  // Session, settings and rates, which the fields here do not use.
  const queries = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  const box = document.body.appendChild(document.createElement('div'))
  const field = fieldOf('supplier_id', 'reference', { to: 'supplier', refAs: 'supplier' })
  root = createRoot(box)
  await act(async () =>
    root!.render(
      <MantineProvider env="test">
        <QueryClientProvider client={queries}>
          <FieldClientProvider value={client}>
            <InputForm
              title="Move"
              module={{ hash: 'none' }}
              request="transition move"
              input={[field]}
              send={send}
              onCancel={() => undefined}
              onDone={() => undefined}
            />
          </FieldClientProvider>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  const input = await vi.waitFor(() => box.querySelector('input') ?? expect.unreachable())
  await act(async () => {
    input.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, 'Garcia')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const submit = () => act(async () => box.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  return { box, send, submit, answer: (rows: { id: number; name: string }[]) => act(async () => answer(rows)) }
}

test('a dialog waits for the record that matches a typed text, and sends it', async () => {
  const { send, submit, answer } = await dialog()
  await submit()
  expect(send).not.toHaveBeenCalled()
  await answer([{ id: 5, name: 'Garcia' }])
  await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ supplier_id: 5 }))
})

test('a dialog is not sent while a text in it matches no record', async () => {
  const { box, send, submit, answer } = await dialog()
  await submit()
  await answer([])
  await vi.waitFor(() => expect(box.textContent).toContain('was not found'))
  expect(send).not.toHaveBeenCalled()
})

test('a dialog marks and requires the fields that the record makes necessary, and omits fields that do not apply', async () => {
  const send = vi.fn(async (_input: object) => ({}))
  const box = document.body.appendChild(document.createElement('div'))
  const input = [
    fieldOf('bank', 'text', { requiredWhen: 'due > 0' }),
    fieldOf('penalty', 'money'),
    fieldOf('account', 'text', { visible: 'has(penalty) && penalty > 0', default: { value: '5100' } }),
  ]
  const module = moduleOf('remittance', [fieldOf('due', 'money')], { hash: 'none' })
  const states = (values: Row, env: EvalEnv) => inputStates(module, input, { record: { due: 500 }, input: values, env })
  root = createRoot(box)
  await act(async () =>
    root!.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { enabled: false } } })}>
          <InputForm
            title="Mark as paid"
            module={module}
            request="transition mark_paid"
            input={input}
            states={states}
            send={send}
            onCancel={() => undefined}
            onDone={() => undefined}
          />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  const bank = await vi.waitFor(() => box.querySelector<HTMLInputElement>('#transition-bank') ?? expect.unreachable())
  expect(bank.getAttribute('aria-required')).toBe('true')
  expect(box.querySelector('#transition-account')).toBeNull()
  const submit = () => act(async () => box.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  await submit()
  await vi.waitFor(() => expect(box.textContent).toContain('Field is required'))
  expect(send).not.toHaveBeenCalled()
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(bank, 'BDO')
    bank.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await submit()
  await vi.waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ bank: 'BDO' }))
})
