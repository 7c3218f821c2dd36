import { IconPhotoOff } from '@tabler/icons-react'
import styles from './media.module.css'
import { t } from './text.ts'
import type { Place } from './useMedia.ts'

const wordsOf = ({ search, scope }: Place) => {
  if (search) return ['media.emptySearch', 'media.emptySearchText'] as const
  return scope === 'shared' ? (['media.emptyShared', 'media.emptySharedText'] as const) : (['media.empty', 'media.emptyText'] as const)
}

/** Shown instead of files where there are none: the reason, and the possible actions. */
export const Nothing = ({ place }: { place: Place }) => {
  const [title, text] = wordsOf(place)
  return (
    <div className={styles.nothing}>
      <IconPhotoOff size={36} stroke={1.3} aria-hidden />
      <strong>{t(title)}</strong>
      <span>{t(text)}</span>
    </div>
  )
}
