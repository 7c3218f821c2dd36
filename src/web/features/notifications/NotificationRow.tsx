import { VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router-dom'
import { label } from '../../i18n/index.ts'
import { instantText, relativeText } from '../../records/index/format.ts'
import { toastError } from '../../ui/toast.ts'
import styles from './notifications.module.css'
import { type Notification, readOne } from './queries.ts'
import { noticeTitle, t } from './text.ts'

/** The target of a notification: its record, or the list where it is about none. */
export const routeOf = ({ application_name, module_name, module_id }: Notification): string =>
  ['', application_name, module_name, ...(module_id === null ? [] : [module_id])].join('/')

/** One notification. Opening it marks it read. */
export const NotificationRow = ({ row, onOpen }: { row: Notification; onOpen?: (() => void) | undefined }) => {
  const creator = row.created_by_user?.name
  return (
    <li className={styles.item} data-unread={!row.is_read || undefined}>
      <Link
        to={routeOf(row)}
        className={styles.link}
        onClick={() => {
          if (!row.is_read) readOne(row.id).catch(toastError)
          onOpen?.()
        }}
      >
        <span className={styles.title}>
          {!row.is_read && <VisuallyHidden>{t('note.isUnread')} </VisuallyHidden>}
          {noticeTitle(row.title)}
        </span>
        {row.description?.split('\n').map((line) => (
          <span key={line} className={styles.description}>
            {label(line)}
          </span>
        ))}
        {row.detail && <span className={styles.detail}>{row.detail}</span>}
        <span className={styles.facts}>
          {row.transaction_no && <span className={styles.number}>{row.transaction_no}</span>}
          {creator && <span>{t('note.by', { name: creator })}</span>}
          <time dateTime={row.created_at} title={instantText(row.created_at)}>
            {relativeText(row.created_at)}
          </time>
        </span>
      </Link>
    </li>
  )
}
