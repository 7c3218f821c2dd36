import { IconFolderFilled, IconLock, IconUsers, IconWorld } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { fileSize } from '../../fields/fileSize.ts'
import { dateText } from '../../records/index/format.ts'
import { preview } from './actions.tsx'
import { ItemMenu } from './ItemMenu.tsx'
import styles from './media.module.css'
import type { MediaFile, MediaFolder, Privacy } from './queries.ts'
import { Thumbnail } from './Thumbnail.tsx'
import { t } from './text.ts'

const SIGNS = { private: IconLock, shared: IconUsers, public: IconWorld } as const
const WORDS = { private: 'media.private', shared: 'media.sharedShort', public: 'media.public' } as const

const PrivacySign = ({ privacy }: { privacy: Privacy }) => {
  const Sign = SIGNS[privacy]
  return (
    <span className={styles.privacy} title={t(WORDS[privacy])}>
      <Sign size={12} aria-hidden />
      {t(WORDS[privacy])}
    </span>
  )
}

export const FolderCard = ({ folder, to, isOwn }: { folder: MediaFolder; to: string; isOwn: boolean }) => (
  <li className={styles.folder}>
    <Link to={to} className={styles.cover} aria-label={folder.name} />
    <IconFolderFilled size={24} aria-hidden style={{ color: folder.color ?? 'var(--mantine-primary-color-4)' }} />
    <div className={styles.words}>
      <span className={styles.name}>{folder.name}</span>
      <span className={styles.facts}>
        <span>{t('media.folderFacts', { count: folder.file_count ?? 0, size: fileSize(folder.total_size ?? 0) })}</span>
        {folder.privacy !== 'private' && <PrivacySign privacy={folder.privacy} />}
        {!isOwn && <span>{folder.owner}</span>}
      </span>
    </div>
    <ItemMenu item={{ kind: 'folder', row: folder }} isOwn={isOwn} />
  </li>
)

export const FileCard = ({ file, isOwn }: { file: MediaFile; isOwn: boolean }) => (
  <li className={styles.file}>
    <button type="button" className={styles.cover} aria-label={`${t('media.preview')}: ${file.name}`} onClick={() => preview(file)} />
    <Thumbnail file={file} />
    <div className={styles.foot}>
      <div className={styles.words}>
        <span className={styles.name} title={file.name}>
          {file.name}
        </span>
        <span className={styles.facts}>
          <span className="tabular">{fileSize(file.size_bytes)}</span>
          <span className="tabular">{dateText(file.uploaded_at)}</span>
        </span>
        <span className={styles.facts}>
          <PrivacySign privacy={file.privacy} />
          {!isOwn && <span>{file.owner}</span>}
        </span>
      </div>
      <ItemMenu item={{ kind: 'file', row: file }} isOwn={isOwn} />
    </div>
  </li>
)
