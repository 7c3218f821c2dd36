import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Pagination } from '../../api/client.ts'
import { t } from '../../i18n/index.ts'
import { numberText } from './format.ts'
import type { ListTable } from './list-table.ts'
import styles from './Pager.module.css'
import { PAGE_SIZES } from './url-state.ts'

/** `21–30 of 1,204`; an estimated total says 'about'. */
export const Pager = ({
  table,
  pagination: { total, total_is_estimate: estimated },
  fixed,
}: {
  table: ListTable
  pagination: Pagination
  /** The size of a page is not for the user to choose. */
  fixed: boolean
}) => {
  const { pageIndex, pageSize } = table.state.pagination
  const shown = table.getRowModel().rows.length
  const first = shown === 0 ? 0 : pageIndex * pageSize + 1
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      {!fixed && (
        <NativeSelect
          size="xs"
          value={String(pageSize)}
          onChange={(event) => table.setPagination({ pageIndex: 0, pageSize: Number(event.currentTarget.value) })}
          data={PAGE_SIZES.map((size) => ({ value: String(size), label: t('pager.size', { count: size }) }))}
          aria-label={t('pager.sizeLabel')}
        />
      )}
      <span className={`${styles.range} tabular`}>
        {t(estimated ? 'pager.about' : 'pager.range', {
          from: numberText(first, 'integer'),
          to: numberText(first === 0 ? 0 : first + shown - 1, 'integer'),
          total: numberText(total, 'integer'),
        })}
      </span>
      <ActionIcon
        variant="default"
        size={30}
        disabled={!table.getCanPreviousPage()}
        onClick={() => table.previousPage()}
        aria-label={t('pager.previous')}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={30}
        disabled={!table.getCanNextPage()}
        onClick={() => table.nextPage()}
        aria-label={t('pager.next')}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  )
}
