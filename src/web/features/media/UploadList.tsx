import { ActionIcon, Progress } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { fileSize } from '../../fields/fileSize.ts'
import { t } from './text.ts'
import styles from './UploadList.module.css'
import type { Upload } from './useUploads.ts'

const PERCENT = 100

const summary = (uploads: readonly Upload[]): string => {
  const count = (...states: Upload['state'][]) => uploads.filter(({ state }) => states.includes(state)).length
  const busy = count('waiting', 'sending')
  if (busy > 0) return t('upload.busy', { count: busy })
  const failed = count('failed')
  return failed > 0 ? t('upload.failed', { count: failed }) : t('upload.done', { count: count('done') })
}

const said = ({ state, sent, size, error }: Upload): string => {
  if (state === 'failed') return error ?? ''
  if (state === 'done') return `${t('upload.ready')}, ${fileSize(size)}`
  return state === 'waiting' ? t('upload.waiting') : t('upload.sent', { sent: fileSize(Math.min(sent, size)), size: fileSize(size) })
}

interface Props {
  readonly uploads: readonly Upload[]
  readonly onCancel: (key: number) => void
  readonly onClear: () => void
}

/** Running uploads and their progress, in a corner of the page. */
export const UploadList = ({ uploads, onCancel, onClear }: Props) => {
  if (uploads.length === 0) return null
  const busy = uploads.some(({ state }) => state === 'waiting' || state === 'sending')
  return (
    <section className={styles.box} aria-label={t('upload.title')}>
      <header className={styles.head}>
        <strong role="status">{summary(uploads)}</strong>
        {!busy && (
          <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('upload.clear')} onClick={onClear}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        )}
      </header>
      <ul className={styles.list}>
        {uploads.map((upload) => {
          const { key, name, size, sent, state } = upload
          return (
            <li key={key} className={styles.upload}>
              <div className={styles.words}>
                <span className={styles.name}>{name}</span>
                <span className={styles.said} data-state={state}>
                  {said(upload)}
                </span>
                {(state === 'sending' || state === 'waiting') && (
                  <Progress
                    size="xs"
                    value={size ? Math.min(PERCENT, (sent / size) * PERCENT) : 0}
                    aria-label={t('upload.progress', { name })}
                  />
                )}
              </div>
              {state === 'done' && <IconCircleCheck size={18} className={styles.done!} aria-hidden />}
              {state === 'failed' && <IconAlertCircle size={18} className={styles.failed!} aria-hidden />}
              {(state === 'sending' || state === 'waiting') && (
                <ActionIcon size="sm" variant="subtle" color="gray" aria-label={t('upload.cancel', { name })} onClick={() => onCancel(key)}>
                  <IconX size={16} aria-hidden />
                </ActionIcon>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
