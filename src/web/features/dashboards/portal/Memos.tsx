import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { patch } from '../../../api/client.ts'
import { queryClient } from '../../../api/queries.ts'
import { formatDate } from '../../../fields/dates.ts'
import { sanitizeHtml } from '../../../fields/sanitize.ts'
import { toastError } from '../../../ui/toast.ts'
import { Card } from '../Card.tsx'
import { t } from '../text.ts'
import { PORTAL } from './Clock.tsx'
import classes from './portal.module.css'
import type { Memo } from './types.ts'

const FileRow = lazy(async () => ({ default: (await import('../../../fields/inputs/FileFields.tsx')).FileRow }))

/** The company's memos; those that require it can be acknowledged. */
export function Memos({ memos }: { memos: readonly Memo[] }) {
  return (
    <Card title={t('portal.memos')}>
      {memos.length ? memos.map((memo) => <One key={memo.id} memo={memo} />) : <p className={classes.none}>{t('portal.noMemos')}</p>}
    </Card>
  )
}

function One({ memo }: { memo: Memo }) {
  const [busy, setBusy] = useState(false)
  const acknowledge = async () => {
    setBusy(true)
    try {
      await patch(`memorandum_corner/${memo.id}/acknowledge`)
      await queryClient.invalidateQueries({ queryKey: PORTAL })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <details className={classes.memo}>
      <summary>
        {memo.title}
        <span className={classes.note}>
          {formatDate(memo.date_issued)}
          {memo.acknowledged_at && ` · ${t('portal.acknowledged')}`}
        </span>
      </summary>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the same filter as rich text of records. */}
      <div dangerouslySetInnerHTML={{ __html: sanitizeHtml(memo.body) }} />
      <Suspense>
        {memo.attachments.map((file) => (
          <FileRow key={file} file={file} />
        ))}
      </Suspense>
      {memo.requires_acknowledgement && !memo.acknowledged_at && (
        <Button size="compact-sm" variant="default" loading={busy} onClick={() => void acknowledge()}>
          {t('portal.acknowledge')}
        </Button>
      )}
    </details>
  )
}
