/** What keywords of a descriptor do on the screen, with a fixture that the engine resolved. */
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test, vi } from 'vitest'
import keyField from '../../../../tests/fixtures/modules/key_field.json?raw'
import keyRate from '../../../../tests/fixtures/modules/key_rate.json?raw'
import { createRegistries, loadDescriptors } from '../../../engine/index.ts'
import type { Module, Row } from '../../../engine/model/module.ts'
import { queryClient } from '../../api/queries.ts'
import { type FieldClient, FieldClientProvider } from '../../fields/client.ts'
import { storyClient } from '../../fields/storyClient.ts'
import { fieldOf, linesOf, moduleOf } from '../../fields/testing.ts'
import { gridFields } from '../grid/columns.ts'
import { calculatorFor } from './calculator.ts'
import { RecordForm } from './RecordForm.tsx'
import { RecordStore } from './store.ts'

const CLOCK = { today: () => '2026-11-21', now: () => '2026-11-21T01:00:00Z' }
let module: Module
let page: HTMLElement

/** Draws the form of a record, as it is read or written. */
async function draw(module: Module, record: Row | RecordStore, mode: 'new' | 'view', client = storyClient): Promise<HTMLElement> {
  const store = record instanceof RecordStore ? record : new RecordStore(module, record, calculatorFor(module, CLOCK))
  const around = document.body.appendChild(document.createElement('div'))
  await act(async () => {
    createRoot(around).render(
      <MantineProvider env="test">
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>
            <FieldClientProvider value={client}>
              <RecordForm module={module} context={{ store, mode, editable: '*', idPrefix: 'f-' }} />
            </FieldClientProvider>
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    )
  })
  return around
}

beforeAll(async () => {
  const files = { key_field: keyField, key_rate: keyRate, user: '{ "fields": { "name": { "type": "text" } } }' }
  const { modules, problems } = loadDescriptors(
    Object.entries(files).map(([name, text]) => ({ path: `modules/fixture/${name}.json`, text })),
    createRegistries(),
  )
  expect(problems).toEqual([])
  module = modules.get('key_field')!
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // Tabs come when a form has them.
  await import('./FormTabs.tsx')
  page = await draw(module, { colour: 'r', grade: 'A' }, 'new')
})

const texts = (selector: string) => [...page.querySelectorAll(selector)].map((element) => element.textContent?.trim())

// proves: form, form.tabs, form.tabs[].title, form.tabs[].sections, form.sections, form.sections[].title, form.sections[].fields, form.sections[].columns
test('the layout has tabs of sections in columns; fields without a place are at the end', () => {
  expect(texts('[role=tab]').slice(0, 2)).toEqual(['First', 'Second'])
  expect(texts('h2')).toContain('Names')
  const names = page.querySelector('h2')!.parentElement!.querySelector('[data-columns]')!
  expect(names.getAttribute('data-columns')).toBe('3')
  expect([...names.querySelectorAll('[data-field]')].map((element) => element.getAttribute('data-field'))).toEqual(['code', 'colour'])
  expect(page.querySelector('[data-field=word]')).not.toBeNull()
})

// proves: fields, fields.*.title, fields.*.help, fields.*.description, fields.*.widget, fields.*.options[].label, fields.*.columns
test('fields have their title and help; a hidden widget is not drawn; options read by their label', () => {
  const why = page.querySelector('[data-field=why]')!
  expect(why.querySelector('label')?.textContent).toBe('Reason')
  expect(why.querySelector('button[aria-label]')).not.toBeNull()
  expect(module.field.why!.schema.description).toBe('The reason.')
  expect(page.querySelector('[data-field=memo]')).toBeNull()
  expect((page.querySelector('#f-colour') as HTMLInputElement).value).toBe('Red')
  expect(gridFields(module.lines[0]!).map((field) => field.name)).toEqual(['amount', 'what'])
})

test('a password is not readable, and tables that share a section have titles', async () => {
  const lines = [linesOf('apps', [fieldOf('name', 'text')]), linesOf('plugins', [fieldOf('name', 'text')])]
  const role = moduleOf('role', [fieldOf('name', 'text'), fieldOf('password', 'password')], { lines })
  const read = await draw(role, { id: 1, name: 'Buyer' }, 'view')
  expect([read.textContent?.includes('Buyer'), read.textContent?.includes('Password')]).toEqual([true, false])
  expect([...read.querySelectorAll('h2')].map((title) => title.textContent)).toEqual(['Apps', 'Plugins'])
  expect((await draw(role, {}, 'new')).textContent).toContain('Password')
})

test('a table below fields has a title, and one whose section is named after it has none', async () => {
  const lines = [linesOf('stops', [fieldOf('place', 'text')])]
  const titles = async (sections: Module['form']['tabs'][number]['sections']) => {
    const trip = moduleOf('trip', [fieldOf('driver', 'text')], { lines, form: { tabs: [{ sections }] } })
    const around = await draw(trip, {}, 'new')
    return [...around.querySelectorAll('h2, h3')].map((element) => element.textContent)
  }
  expect(await titles([{ fields: ['driver', 'stops'] }])).toEqual(['Stops'])
  expect(await titles([{ title: 'Stops', fields: ['driver', 'stops'] }])).toEqual(['Stops'])
  expect(await titles([{ fields: ['stops', 'driver'] }])).toEqual([])
})

test('a dynamic reference is picked by name from the module in its other field, and cleared with it', async () => {
  const about = module.field.about_no!
  const whole = moduleOf('noted', [module.field.about!, about])
  const asked: unknown[] = []
  const dropdown: FieldClient['dropdown'] = async (name, { filter }) => {
    asked.push([name, filter?.id])
    return [{ id: 7, name: 'Ten' }]
  }
  const client = { ...storyClient, dropdown }
  const shown = await draw(whole, { about: 'key_rate', about_no: 7 }, 'view', client)
  expect([...shown.querySelectorAll('dd')].map((value) => value.textContent)).toEqual(['Key rate', 'Ten'])
  const store = new RecordStore(whole, { about: 'key_rate', about_no: 7 }, calculatorFor(whole, CLOCK))
  const form = await draw(whole, store, 'new', client)
  await vi.waitFor(() => expect([...form.querySelectorAll('input')].map(({ value }) => value)).toContain('Ten'))
  await act(async () => store.set('about', 'nothing'))
  expect([store.value('about_no'), asked]).toEqual([
    null,
    [
      ['key_rate', 7],
      ['key_rate', 7],
    ],
  ])
})
