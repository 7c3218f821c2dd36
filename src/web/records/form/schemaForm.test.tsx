/** A form without child tables: RJSF draws and validates it, by the schema that the server compiles, before anything is sent. */
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '../../../engine/model/module.ts'
import { FieldClientProvider } from '../../fields/client.ts'
import { provideValidators } from '../../fields/form/compiled.ts'
import { provideValidatorsOf } from '../../fields/form/testing.ts'
import { storyClient } from '../../fields/storyClient.ts'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { calculatorFor } from './calculator.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import type { RecordContext } from './RecordField.tsx'
import { RecordForm } from './RecordForm.tsx'
import { RecordStore } from './store.ts'
import { useSave } from './useSave.ts'

const module = moduleOf(
  'person',
  [
    fieldOf('name', 'text', { required: true, schema: { minLength: 2 } }),
    fieldOf('email', 'email', { schema: { format: 'email' } }),
    fieldOf('days', 'integer', { schema: { minimum: 1 } }),
    fieldOf('is_urgent', 'boolean'),
    fieldOf('why', 'text', { visible: 'is_urgent', requiredWhen: 'is_urgent' }),
    fieldOf('pay', 'integer', { computed: 'days * 500', writable: false }),
    fieldOf('status_note', 'text'),
  ],
  { compute: [{ kind: 'field', field: 'pay', expr: 'days * 500' }] as never },
)
const env = { settings: {}, today: () => '2026-11-21', now: () => '2026-11-21T01:00:00Z' }

let page: HTMLElement
let store: RecordStore
let leave: () => Promise<void>
const request = vi.fn<(url: string, body: Row) => { status: number; body: object }>()

// The form's code comes with the first one drawn.
beforeAll(async () => void (await import('./SchemaRecordForm.tsx')))
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  provideValidatorsOf(module)
  request.mockReset().mockReturnValue({ status: 200, body: { success: true, data: { id: 7, version: 1 } } })
  vi.stubGlobal('fetch', async (input: Request) => {
    const { status, body } = request(input.url, (await input.json()) as Row)
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  })
})
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

function Form({ editable }: { editable: RecordContext['editable'] }) {
  const { save, refusal, failures } = useSave(module, store, { id: null, version: null, values: {} })
  return (
    <>
      <button type="button" onClick={() => void save()}>
        Save
      </button>
      <ErrorSummary module={module} store={store} refusal={refusal} failures={failures} idPrefix="f-" />
      <RecordForm module={module} context={{ store, mode: 'new', editable, idPrefix: 'f-' }} />
    </>
  )
}

async function draw(values: Row = {}, editable: RecordContext['editable'] = '*') {
  page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  leave = async () => {
    await act(async () => root.unmount())
    page.remove()
  }
  store = new RecordStore(module, values, calculatorFor(module, env))
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <FieldClientProvider value={storyClient}>
          <MemoryRouter>
            <Form editable={editable} />
          </MemoryRouter>
        </FieldClientProvider>
      </MantineProvider>,
    ),
  )
  await act(async () => vi.waitFor(() => expect(page.querySelector('.schema-form')).not.toBeNull()))
}
const input = (name: string) => page.querySelector<HTMLInputElement>(`#f-${name}`)
const type = (name: string, text: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input(name), text)
    input(name)!.dispatchEvent(new Event('input', { bubbles: true }))
  })
const save = () => act(async () => page.querySelector('button')!.click())
const summary = () => [...page.querySelectorAll('[role=alert] button')].map((item) => item.textContent)
/** The message at an input. */
const messageAt = (name: string) => page.querySelector(`#f-${name}-error`)?.textContent
const until = (check: () => void) => act(async () => vi.waitFor(check))

test('the schema refuses in the browser: the list, the message at the field, the focus; nothing is sent', async () => {
  await draw({ name: 'A', email: 'nobody', days: 0 })
  await save()
  await until(() =>
    expect(summary()).toEqual(['Name: Write at least 2 characters.', 'Email: Invalid email format', 'Days: Must be at least 1.']),
  )
  expect(messageAt('email')).toBe('Invalid email format')
  await until(() => expect(document.activeElement?.id).toBe('f-name'))
  expect(request).not.toHaveBeenCalled()
})

test('a message disappears when its field changes, and the others remain', async () => {
  await draw({ name: 'A', email: 'nobody' })
  await save()
  await until(() => expect(messageAt('email')).toBeDefined())
  await type('email', 'ana@mabuhay.ph')
  expect([messageAt('email'), messageAt('name')]).toEqual([undefined, 'Write at least 2 characters.'])
  await type('name', 'Ana')
  await save()
  await until(() => expect(request).toHaveBeenCalledOnce())
  expect(request.mock.calls[0]![1]).toEqual({ name: 'Ana', email: 'ana@mabuhay.ph' })
})

test('conditions determine what is shown and required; computed values follow while typing', async () => {
  await draw({ name: 'Ana', days: 2 })
  expect(input('why')).toBeNull()
  await act(async () => input('is_urgent')!.click())
  await until(() => expect(input('why')).not.toBeNull())
  expect(input('why')!.required || input('why')!.getAttribute('aria-required') === 'true').toBe(true)
  await save()
  await until(() => expect(summary()).toEqual(['Why: Field is required']))
  await type('days', '3')
  expect(page.textContent).toContain('1,500')
  expect(store.dirty).toBe(true)
})

test('a server error is shown at its field, and disappears with the next save', async () => {
  request.mockReturnValueOnce({ status: 400, body: { success: false, message: 'Check it', errors: { name: ['This name is taken.'] } } })
  await draw({ name: 'Ana' })
  await save()
  await until(() => expect(messageAt('name')).toBe('This name is taken.'))
  expect(summary()).toEqual(['Name: This name is taken.'])
  await save()
  await until(() => expect(request).toHaveBeenCalledTimes(2))
  expect(messageAt('name')).toBeUndefined()
})

test('values from elsewhere are shown, and are not a change by the user', async () => {
  await draw({ name: 'Ana' })
  expect(store.dirty).toBe(false)
  await act(async () => store.bring({ name: 'Bea' }, {}))
  expect(input('name')!.value).toBe('Bea')
  expect(store.isEntered('name')).toBe(false)
})

test('fields that the state locks are read-only', async () => {
  await draw({ name: 'Ana', status_note: 'x' }, ['status_note'])
  expect([input('name'), input('status_note')?.value]).toEqual([null, 'x'])
  expect(page.textContent).toContain('Ana')
})

test('without the compiled schema the rules still apply, and the server reports the rest', async () => {
  provideValidators(module.hash, 'record', {})
  await draw({ email: 'nobody' })
  await save()
  await until(() => expect(summary()).toEqual(['Name: Field is required']))
  await type('name', 'Ana')
  await save()
  await until(() => expect(request).toHaveBeenCalledOnce())
})
