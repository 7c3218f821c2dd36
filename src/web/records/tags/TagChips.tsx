import type { Module, Row } from '../../../engine/model/module.ts'
import type { Tag } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import classes from './tags.module.css'

/** The tags that a record carries; a module may have a field of that name, which is something else. */
export const tagsOf = (module: Pick<Module, 'field'>, row: Row): readonly Tag[] =>
  Array.isArray(row.tags) && !module.field.tags ? (row.tags as Tag[]) : []

/** Its colour before the name of a tag. */
export const TagDot = ({ tag }: { tag: Pick<Tag, 'color'> }) => (
  <span className={classes.dot} style={tag.color ? { background: tag.color } : undefined} aria-hidden />
)

const Chip = ({ tag }: { tag: Tag }) => (
  <span className={classes.chip} title={tag.name}>
    <TagDot tag={tag} />
    <span>{tag.name}</span>
  </span>
)

/** Tags as chips; in a row of a list the first few of them, and how many more there are. */
export const TagChips = ({ tags, most }: { tags: readonly Tag[]; most?: number }) => {
  if (!tags.length) return null
  const shown = tags.slice(0, most)
  const rest = tags.slice(shown.length)
  return (
    <span className={classes.chips} data-inline={most !== undefined || undefined}>
      {shown.map((tag) => (
        <Chip key={tag.id} tag={tag} />
      ))}
      {rest.length > 0 && (
        <span className={classes.chip} title={rest.map((tag) => tag.name).join(', ')}>
          <span>{t('tags.more', { number: rest.length })}</span>
        </span>
      )}
    </span>
  )
}
