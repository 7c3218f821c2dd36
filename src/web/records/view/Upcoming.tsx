import { Alert, Anchor, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Module, Panel, Row } from '../../../engine/model/module.ts'
import { get } from '../../api/client.ts'
import { moduleQuery } from '../../api/queries.ts'
import { formatDate } from '../../fields/dates.ts'
import { displayText } from '../../fields/display.ts'
import { label, t } from '../../fields/text.ts'

type Waiting = NonNullable<Panel['upcoming']>

/** Changes of the record that are noted for a day to come, as far as the person may see them, and the way to them. */
export default function Upcoming({
  parent,
  id,
  panel,
  onShow,
}: {
  parent: Module
  id: number
  panel: Panel & { readonly upcoming: Waiting }
  onShow: () => void
}) {
  const { date, done } = panel.upcoming
  const described = useQuery(moduleQuery(panel.module))
  const rows = useQuery({
    queryKey: ['records', panel.module, 'panel', parent.name, id, panel.path, 'upcoming'],
    queryFn: ({ signal }) => get<Row[]>(`${parent.name}/${id}/${panel.path}`, { [`filter[${done}][null]`]: 'true', sort: date }, signal),
  })
  const module = described.data
  const upcoming = module
    ? (rows.data ?? []).map((row) => ({ row, text: whatWillBe(module, panel.upcoming, row) })).filter(({ text }) => text)
    : []
  if (!upcoming.length) return null
  return (
    <Alert color="blue" mb="md" role="status" py="xs">
      <Group justify="space-between" gap="md" wrap="nowrap" align="flex-start">
        <div>
          {upcoming.map(({ row, text }) => (
            <Text key={String(row.id)} size="sm">
              {t('view.upcoming', { date: formatDate(row[date]) })} {text}
            </Text>
          ))}
        </div>
        <Anchor component="button" type="button" size="sm" onClick={onShow} style={{ flexShrink: 0 }}>
          {label(panel.title)}
        </Anchor>
      </Group>
    </Alert>
  )
}

/** `Position Team Leader, Rate 31,000.00`; empty when the person may see nothing of it. */
function whatWillBe(module: Module, { show }: Waiting, row: Row): string {
  return show
    .flatMap((name) => {
      const field = module.field[name]
      const text = field && displayText(field, row[name], field.refAs && row[field.refAs])
      return text ? [`${label(field.title)}: ${text}`] : []
    })
    .join(', ')
}
