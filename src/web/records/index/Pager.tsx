import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { Pagination } from '../../api/client.ts'
import { t } from '../../i18n/index.ts'
import { numberText } from './format.ts'
import styles from './Pager.module.css'
import { type ListState, PAGE_SIZES } from './url-state.ts'
import type { SetListState } from './use-list-state.ts'

/** `21–30 of 1,204`; an estimated total says 'about'. */
export const Pager = ({
  pagination,
  shown,
  state,
  setState,
  fixed = false,
}: {
  pagination: Pagination
  shown: number
  state: ListState
  setState: SetListState
  /** The size of a page is not for the user to choose. */
  fixed?: boolean
}) => {
  const { total, total_is_estimate: estimated } = pagination
  const last = pagination.last_page ?? Math.max(1, Math.ceil(total / state.limit))
  const first = shown === 0 ? 0 : (state.page - 1) * state.limit + 1
  const go = (page: number) => setState({ page })
  return (
    <nav className={styles.pager} aria-label={t('pager.label')}>
      {!fixed && (
        <NativeSelect
          size="xs"
          value={String(state.limit)}
          onChange={(event) => setState({ limit: Number(event.currentTarget.value), page: 1 })}
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
        disabled={state.page <= 1}
        onClick={() => go(state.page - 1)}
        aria-label={t('pager.previous')}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon variant="default" size={30} disabled={state.page >= last} onClick={() => go(state.page + 1)} aria-label={t('pager.next')}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  )
}
