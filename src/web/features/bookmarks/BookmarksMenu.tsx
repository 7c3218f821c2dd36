import { ActionIcon } from '@mantine/core'
import { IconBookmarks } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { Late } from '../../ui/Late.tsx'
import styles from './bookmarks.module.css'

const BookmarkList = lazy(() => import('./BookmarkList.tsx'))

/** The modules that the user has marked with the star, one click away. */
export const BookmarksMenu = () => {
  const [opened, setOpened] = useState(false)
  return (
    <Late
      kind="popover"
      opened={opened}
      onChange={setOpened}
      width={260}
      padding={4}
      label={t('header.bookmarks')}
      className={styles.dropdown!}
      button={
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          className={styles.button!}
          title={t('header.bookmarks')}
          aria-label={t('header.bookmarks')}
        >
          <IconBookmarks size={18} aria-hidden />
        </ActionIcon>
      }
    >
      <BookmarkList close={() => setOpened(false)} />
    </Late>
  )
}
