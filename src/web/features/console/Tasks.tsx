import { Badge, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { Await } from '../../ui/Await.tsx'
import { Empty } from '../admin/parts/Empty.tsx'
import { label, t } from '../admin/text.ts'
import classes from './console.module.css'

interface Task {
  name: string
  expression: string
  last_run_at: string | null
  status: string | null
  description?: string | null
}

/** Scheduled tasks, and their last results. */
export function Tasks() {
  const tasks = useQuery({
    queryKey: ['admin', 'console', 'cron'],
    queryFn: ({ signal }) => get<Task[]>('developer_console/cron', undefined, signal),
  })
  return (
    <Await query={tasks}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{t('console.noTasks')}</Empty>
        ) : (
          <div className={classes.scrolling}>
            <Table className={classes.table} verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('console.task')}</Table.Th>
                  <Table.Th>{t('console.when')}</Table.Th>
                  <Table.Th>{t('console.lastRun')}</Table.Th>
                  <Table.Th>{t('console.status')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ name, expression, last_run_at, status, description }) => (
                  <Table.Tr key={name}>
                    <Table.Th scope="row">
                      <code>{name}</code>
                      {description && <div className={classes.note}>{label(description)}</div>}
                    </Table.Th>
                    <Table.Td>
                      <code>{expression}</code>
                    </Table.Td>
                    <Table.Td className="tabular">{last_run_at ? formatDateTime(last_run_at) : t('console.never')}</Table.Td>
                    <Table.Td>
                      {status && (
                        <Badge variant="light" color={/fail|error/i.test(status) ? 'red' : 'gray'}>
                          {label(status)}
                        </Badge>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )
      }
    </Await>
  )
}
