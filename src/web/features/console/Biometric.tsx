import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { Await } from '../../ui/Await.tsx'
import { Empty } from '../admin/parts/Empty.tsx'
import { t } from '../admin/text.ts'
import classes from './console.module.css'

interface Log {
  device: string
  employee?: { name: string } | string | null
  logged_at: string
}

/** Punches from biometric devices. */
export function Biometric() {
  const logs = useQuery({
    queryKey: ['admin', 'console', 'biometric'],
    queryFn: ({ signal }) => get<Log[]>('developer_console/biometric/logs', undefined, signal),
  })
  return (
    <Await query={logs}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty>{t('console.noLogs')}</Empty>
        ) : (
          <div className={classes.scrolling}>
            <Table className={classes.table}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('console.device')}</Table.Th>
                  <Table.Th>{t('console.employee')}</Table.Th>
                  <Table.Th>{t('console.loggedAt')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map(({ device, employee, logged_at }, index) => (
                  <Table.Tr key={`${device}-${index}`}>
                    <Table.Td>{device}</Table.Td>
                    <Table.Td>{typeof employee === 'string' ? employee : (employee?.name ?? '')}</Table.Td>
                    <Table.Td className="tabular">{formatDateTime(logged_at)}</Table.Td>
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
