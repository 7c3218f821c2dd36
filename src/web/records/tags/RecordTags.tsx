import { IconTag } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import type { RecordRow } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { Late } from '../../ui/Late.tsx'
import { TagChips, tagsOf } from './TagChips.tsx'
import classes from './tags.module.css'

const TagPicker = lazy(() => import('./TagPicker.tsx'))

/** The tags on a record, above it; users who can change the record can add and remove them. */
export const RecordTags = ({ module, record, writable }: { module: Module; record: RecordRow; writable: boolean }) => {
  const [opened, setOpened] = useState(false)
  const tags = tagsOf(module, record)
  // Without tags in this company there is nothing to be put on.
  if (record.tags === undefined || module.field.tags || (!writable && !tags.length)) return null
  return (
    <div className={classes.row} role="group" aria-label={t('tags.label')}>
      <TagChips tags={tags} />
      {writable && (
        <Late
          kind="popover"
          opened={opened}
          onChange={setOpened}
          position="bottom-start"
          width={280}
          label={t('tags.label')}
          button={
            <button type="button" className={classes.add}>
              <IconTag size={14} stroke={1.6} aria-hidden />
              {t(tags.length ? 'tags.change' : 'tags.add')}
            </button>
          }
        >
          <TagPicker module={module.name} id={record.id} carried={tags} />
        </Late>
      )}
    </div>
  )
}
