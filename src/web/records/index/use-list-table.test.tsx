/** The table of a list defines the columns that show; every other field can still become one, is read then, and can leave again. */
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { type Arrangement, fieldsOf, PLAIN, visibleColumns } from './columns.ts'
import { type ListTable, recordColumn } from './list-table.ts'
import { useListTable } from './use-list-table.ts'

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))

const module = moduleOf(
  'sale',
  ['no', 'total', 'notes', 'remarks'].map((name) => fieldOf(name, 'text')),
  { columns: ['no', 'total'].map((path) => ({ path, title: path, type: 'text' as const, align: 'start' as const, sortable: true })) },
)
const List = ({ onRender }: { onRender: (table: ListTable, arrangement: Arrangement) => void }) => {
  const [arrangement, setArrangement] = useState<Arrangement>(PLAIN)
  const table = useListTable({
    module,
    rows: [{ id: 1, no: 'SO-1', notes: 'Call first' }],
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
  onRender(table, arrangement)
  return null
}

test('a field that is not a column is defined only while it is chosen', async () => {
  let table!: ListTable
  let arrangement!: Arrangement
  const root = createRoot(document.createElement('div'))
  await act(async () =>
    root.render(
      <List
        onRender={(...rendered) => {
          ;[table, arrangement] = rendered
        }}
      />,
    ),
  )
  const defined = () => table.getAllLeafColumns().map(({ id }) => id)
  const shown = () => table.getVisibleLeafColumns().map(({ id }) => id)
  expect(defined()).toEqual(['no', 'total'])

  await act(async () => table.setColumnVisibility({ notes: true, total: false }))
  // A column of the module keeps its place while it is hidden.
  expect([defined(), shown()]).toEqual([
    ['no', 'total', 'notes'],
    ['no', 'notes'],
  ])
  expect(table.getRowModel().rows[0]?.getValue('notes')).toBe('Call first')
  // The list asks for its fields, and an export of what is shown has the columns of the heading.
  expect(fieldsOf(visibleColumns(module, arrangement))).toBe('no,notes')
  expect(table.getHeaderGroups()[0]!.headers.map(({ column }) => recordColumn(column)?.path)).toEqual(['no', 'notes'])

  await act(async () => table.getColumn('notes')!.toggleVisibility(false))
  expect(defined()).toEqual(['no', 'total'])
  await act(async () => root.unmount())
})
