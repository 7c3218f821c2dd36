import { MantineProvider } from '@mantine/core'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import ColumnsPanel from './ColumnsPanel.tsx'
import { type Arrangement, PLAIN } from './columns.ts'
import { useListTable } from './use-list-table.ts'

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))

const module = moduleOf(
  'sale',
  ['no', 'notes'].map((name) => fieldOf(name, 'text')),
  { columns: [{ path: 'no', title: 'no', type: 'text' as const, align: 'start' as const, sortable: true }] },
)

const Panel = () => {
  const [arrangement, setArrangement] = useState<Arrangement>(PLAIN)
  const table = useListTable({
    module,
    rows: [],
    totals: [],
    state: { page: 1, limit: 50, sort: '' },
    setState: () => undefined,
    pageCount: 1,
    arrangement,
    setArrangement,
    selectable: false,
    selection: {},
    onSelectionChange: () => undefined,
  })
  return <ColumnsPanel module={module} table={table} onReset={() => undefined} />
}

test('the focus stays on a field that is added as a column, so that Escape reaches the panel', async () => {
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <Panel />
      </MantineProvider>,
    ),
  )
  const box = [...page.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].find(({ checked }) => !checked)!
  box.focus()
  await act(async () => box.click())
  expect(box.isConnected).toBe(false)
  expect((document.activeElement as HTMLInputElement).checked).toBe(true)
  await act(async () => root.unmount())
  page.remove()
})
