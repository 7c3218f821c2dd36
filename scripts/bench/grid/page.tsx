/**
 * A document with many lines, in the product's form (`?form=ours`) or as a plain RJSF form with the Mantine
 * theme (`?form=plain`), and the product's largest form without lines (`?form=fields`), from one build. `document.json`
 * and `fields.json` are served beside it: the resolved module and a record.
 */
import PlainForm from '@rjsf/mantine'
import type { RJSFSchema } from '@rjsf/utils'
import validator from '@rjsf/validator-ajv8'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import type { Field, Module, Row } from '../../../src/engine/model/module.ts'
import { FieldClientProvider } from '../../../src/web/fields/client.ts'
import { storyClient } from '../../../src/web/fields/storyClient.ts'
import { calculatorFor } from '../../../src/web/records/form/calculator.ts'
import { RecordForm } from '../../../src/web/records/form/RecordForm.tsx'
import { RecordStore } from '../../../src/web/records/form/store.ts'
import { gridFields } from '../../../src/web/records/grid/columns.ts'
import { Theme } from '../../../src/web/theme/Theme.tsx'

declare global {
  /** Milliseconds from each key press until its frame was drawn. */
  var keystrokes: number[]
}

const form = new URLSearchParams(location.search).get('form')
const { module, record } = (await (await fetch(form === 'fields' ? 'fields.json' : 'document.json')).json()) as {
  module: Module
  record: Row
}

const env = { settings: {}, today: () => '2026-11-21', now: () => '2026-11-21T00:00:00.000Z' }

const store = new RecordStore(module, record, calculatorFor(module, env))
store.load(record, { compute: true })

function Ours() {
  return <RecordForm module={module} context={{ store, mode: 'edit', editable: '*', idPrefix: 'bench-' }} />
}

const typeOf = ({ storage }: Field): 'number' | 'string' => (['numeric', 'integer', 'bigint'].includes(storage) ? 'number' : 'string')

/** The same columns as inputs of RJSF's own, with nothing computed: the least that such a form does. */
function Plain() {
  const lines = module.lines[0]!
  const columns = gridFields(lines)
  const schema: RJSFSchema = {
    type: 'object',
    properties: {
      [lines.name]: {
        type: 'array',
        title: lines.title,
        items: {
          type: 'object',
          properties: Object.fromEntries(columns.map((field) => [field.name, { type: typeOf(field), title: field.title }])),
        },
      },
    },
  }
  const rows = (record[lines.name] as Row[]).map((row) => Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? undefined])))
  return <PlainForm schema={schema} formData={{ [lines.name]: rows }} validator={validator} />
}

globalThis.keystrokes = []
addEventListener(
  'keydown',
  () => {
    const pressed = performance.now()
    requestAnimationFrame(() => {
      // A message posted while a frame is prepared arrives after it has been drawn.
      const channel = new MessageChannel()
      channel.port1.onmessage = () => keystrokes.push(performance.now() - pressed)
      channel.port2.postMessage(null)
    })
  },
  { capture: true },
)

createRoot(document.getElementById('root')!).render(
  <Theme>
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <FieldClientProvider value={storyClient}>{form === 'plain' ? <Plain /> : <Ours />}</FieldClientProvider>
      </MemoryRouter>
    </QueryClientProvider>
  </Theme>,
)
