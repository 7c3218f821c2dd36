import { Loader, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Field, Panel, Row } from '../../../engine/module.ts'
import { get } from '../../api/client.ts'
import { moduleQuery } from '../../api/queries.ts'
import { FieldValue } from '../../fields/FieldValue.tsx'
import { label, t } from '../../fields/text.ts'

const COLUMNS = 6

/** Child records of another module, on a tab of the view. */
export function PanelTable({ parent, id, panel }: { parent: string; id: number; panel: Panel }) {
  const module = useQuery(moduleQuery(panel.module)).data
  const rows = useQuery({
    queryKey: ['records', panel.module, 'panel', parent, id],
    queryFn: ({ signal }) => get<Row[]>(`${parent}/${id}/${panel.path}`, undefined, signal),
  })
  if (!module || rows.isPending) return <Loader size="sm" aria-label={t('fields.loading')} />
  const list = Array.isArray(rows.data) ? rows.data : []
  if (list.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('view.noChildren')}
      </Text>
    )
  const fields: Field[] = module.fields
    .filter((field) => field.origin === 'module' && !(field.name in panel.where) && field.type !== 'json')
    .slice(0, COLUMNS)
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {fields.map((field) => (
              <Table.Th key={field.name}>{label(field.title)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.map((row) => (
            <Table.Tr key={String(row.id)}>
              {fields.map((field) => (
                <Table.Td key={field.name}>
                  <FieldValue field={field} value={row[field.name]} resolved={field.refAs ? row[field.refAs] : undefined} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
