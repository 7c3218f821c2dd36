import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Row } from '../../../engine/model/module.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import styles from './account.module.css'
import type { Rows } from './queries.ts'
import { t } from './text.ts'

export interface TableColumn {
  title: string
  render: (row: Row) => ReactNode
  /** Its title is only for screen readers: the column shows only buttons. */
  quiet?: boolean
}
interface Paging {
  page: number
  size: number
  onPage: (page: number) => void
}

/** A plain table inside a card; pages when it is given more than fits. */
export const AccountTable = ({
  label,
  columns,
  data,
  empty,
  paging,
}: {
  label: string
  columns: readonly TableColumn[]
  data: Rows
  empty: string
  paging?: Paging | undefined
}) => {
  if (data.rows.length === 0) return <p className={styles.state}>{empty}</p>
  return (
    <>
      <ScrollRegion label={label} className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map(({ title, quiet }) => (
                <th key={title} scope="col">
                  {quiet ? <VisuallyHidden>{title}</VisuallyHidden> : title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={String(row.id)}>
                {columns.map(({ title, render }) => (
                  <td key={title}>{render(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {paging && data.total > paging.size && <Pages {...paging} shown={data.rows.length} total={data.total} />}
    </>
  )
}

const Pages = ({ page, size, onPage, shown, total }: Paging & { shown: number; total: number }) => {
  const first = (page - 1) * size
  return (
    <div className={styles.pager}>
      <span className="tabular">{t('account.range', { from: first + 1, to: first + shown, total })}</span>
      <ActionIcon variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)} aria-label={t('account.previous')}>
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon variant="default" disabled={first + shown >= total} onClick={() => onPage(page + 1)} aria-label={t('account.next')}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </div>
  )
}
