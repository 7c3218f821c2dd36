import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconDownload, IconFolderSymlink, IconPencil, IconShare, IconTrash } from '@tabler/icons-react'
import { drop, type Item, keep, move, rename, share } from './actions.tsx'
import { t } from './text.ts'

/** Further actions on a file or folder; only its owner can change it. */
export const ItemMenu = ({ item, isOwn }: { item: Item; isOwn: boolean }) => {
  if (!isOwn && item.kind === 'folder') return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('media.actions', { name: item.row.name })}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {item.kind === 'file' && (
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void keep(item.row)}>
            {t('media.download')}
          </Menu.Item>
        )}
        {isOwn && (
          <>
            <Menu.Item leftSection={<IconShare size={16} aria-hidden />} onClick={() => void share(item)}>
              {t('media.share')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => void rename(item)}>
              {t('media.rename')}
            </Menu.Item>
            <Menu.Item leftSection={<IconFolderSymlink size={16} aria-hidden />} onClick={() => void move(item)}>
              {t('media.move')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void drop(item)}>
              {t('media.delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
