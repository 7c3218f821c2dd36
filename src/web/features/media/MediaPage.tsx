import { Button, CloseButton, FileButton, SegmentedControl, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFolderPlus, IconSearch, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { label } from '../../i18n/index.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { useSession } from '../../routing/navigation.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { newFolder } from './actions.tsx'
import { FileCard, FolderCard } from './Cards.tsx'
import { Nothing } from './EmptyState.tsx'
import styles from './media.module.css'
import { t } from './text.ts'
import { UploadList } from './UploadList.tsx'
import { type Place, type Scope, useMedia } from './useMedia.ts'
import { useUploads } from './useUploads.ts'

const DEBOUNCE_MS = 250
const WAITING_CARDS = 8

const addressOf = (scope: Scope, folder: number | null): string => {
  const address = new URLSearchParams()
  if (scope === 'shared') address.set('scope', scope)
  if (folder !== null) address.set('folder', String(folder))
  return `?${address}`
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Typing updates the search box at once; the address and the server follow a moment later. */
const useSearch = (known: string, set: (text: string) => void) => {
  const [typed, setTyped] = useState(known)
  const [settled] = useDebouncedValue(typed.trim(), DEBOUNCE_MS)
  const last = useRef(known)
  const search = useEffectEvent(set)
  useEffect(() => {
    if (settled === last.current) return
    last.current = settled
    search(settled)
  }, [settled])
  // Back and links change the address without typing.
  useEffect(() => {
    if (known === last.current) return
    last.current = known
    setTyped(known)
  }, [known])
  return { typed, setTyped }
}

/** The user's own files in their folders, and files shared by others. */
const MediaPage = () => {
  const { module, base } = useModuleRoute()
  const user = useSession()?.user.id ?? 0
  const [address, setAddress] = useSearchParams()
  const place: Place = {
    scope: address.get('scope') === 'shared' ? 'shared' : 'mine',
    folder: Number(address.get('folder')) || null,
    search: address.get('search') ?? '',
  }
  const { typed, setTyped } = useSearch(place.search, (search) => setAddress(search ? { search } : {}))
  const media = useMedia(place, user)
  const uploads = useUploads()
  const [over, setOver] = useState(false)
  const title = label(module.title)
  usePageTitle(title)

  const mine = place.scope === 'mine' && !place.search
  const take = (files: readonly File[]) => mine && uploads.add(files, place.folder)
  const nothing = media.files.length === 0 && media.folders.length === 0
  return (
    <section
      className={styles.screen}
      aria-label={title}
      onDragOver={(event) => {
        if (!mine || !hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        take([...event.dataTransfer.files])
      }}
    >
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {mine && (
          <>
            <Button variant="default" leftSection={<IconFolderPlus size={16} aria-hidden />} onClick={() => void newFolder(place.folder)}>
              {t('media.newFolder')}
            </Button>
            <FileButton multiple onChange={take} inputProps={{ 'aria-label': t('media.upload') }}>
              {(button) => (
                <Button {...button} leftSection={<IconUpload size={16} aria-hidden />}>
                  {t('media.upload')}
                </Button>
              )}
            </FileButton>
          </>
        )}
      </header>
      <div className={styles.tools}>
        <TextInput
          className={styles.search!}
          leftSection={<IconSearch size={16} aria-hidden />}
          aria-label={t('media.search')}
          placeholder={t('media.search')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          rightSection={typed && <CloseButton size="sm" aria-label={t('media.clearSearch')} onClick={() => setTyped('')} />}
        />
        <SegmentedControl
          aria-label={t('media.show')}
          value={place.scope}
          onChange={(value) => {
            setTyped('')
            setAddress(addressOf(value === 'shared' ? 'shared' : 'mine', null))
          }}
          data={[
            { value: 'mine', label: t('media.mine') },
            { value: 'shared', label: t('media.shared') },
          ]}
        />
      </div>
      {media.path.length > 0 && (
        <nav aria-label={t('media.path')}>
          <ol className={styles.path}>
            <li>
              <Link to={`${base}${addressOf(place.scope, null)}`}>{t(place.scope === 'shared' ? 'media.shared' : 'media.mine')}</Link>
            </li>
            {media.path.map((folder, index) => (
              <li key={folder.id}>
                {index === media.path.length - 1 ? (
                  <span aria-current="page">{folder.name}</span>
                ) : (
                  <Link to={`${base}${addressOf(place.scope, folder.id)}`}>{folder.name}</Link>
                )}
              </li>
            ))}
          </ol>
        </nav>
      )}
      {place.search && !media.pending && (
        <p className={styles.quiet} role="status">
          {t('media.found', { count: media.files.length + media.folders.length, search: place.search })}
        </p>
      )}
      {media.error !== undefined ? (
        <ErrorPage error={media.error} onRetry={media.retry} />
      ) : media.pending ? (
        <div className={styles.files} aria-busy="true">
          {Array.from({ length: WAITING_CARDS }, (_, index) => (
            <Skeleton key={index} height={190} radius="md" />
          ))}
        </div>
      ) : nothing ? (
        <Nothing place={place} />
      ) : (
        <>
          {media.folders.length > 0 && (
            <>
              <h2 className={styles.heading}>{t('media.folders')}</h2>
              <ul className={styles.folders}>
                {media.folders.map((folder) => (
                  <FolderCard
                    key={folder.id}
                    folder={folder}
                    isOwn={folder.user_id === user}
                    to={`${base}${addressOf(folder.user_id === user ? 'mine' : 'shared', folder.id)}`}
                  />
                ))}
              </ul>
            </>
          )}
          {media.files.length > 0 && (
            <>
              <h2 className={styles.heading}>{t('media.files')}</h2>
              <ul className={styles.files}>
                {media.files.map((file) => (
                  <FileCard key={file.id} file={file} isOwn={file.user_id === user} />
                ))}
              </ul>
            </>
          )}
        </>
      )}
      {over && <div className={styles.over}>{t('media.drop')}</div>}
      <UploadList uploads={uploads.uploads} onCancel={uploads.cancel} onClear={uploads.clear} />
    </section>
  )
}

export default MediaPage
