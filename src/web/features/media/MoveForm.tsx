import { Alert, Button, Group, Loader } from '@mantine/core'
import { IconFolder, IconHome } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorDetail } from '../../api/errors.ts'
import styles from './media.module.css'
import { asTree } from './paths.ts'
import { ownFoldersQuery } from './queries.ts'
import { t } from './text.ts'

const INDENT = 20

interface Props {
  readonly user: number
  /** The present folder. */
  readonly from: number | null
  /** A folder that is being moved can not go into itself. */
  readonly moving?: number
  readonly save: (folder: number | null) => Promise<unknown>
  readonly close: (saved?: boolean) => void
}

/** Asks for the folder to move into. */
const MoveForm = ({ user, from, moving, save, close }: Props) => {
  const folders = useQuery(ownFoldersQuery(user))
  const [to, setTo] = useState<number | null>(from)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    try {
      await save(to)
      close(true)
    } catch (failure) {
      setError(errorDetail(failure))
      setBusy(false)
    }
  }
  const places = [
    { id: null, name: t('media.mine'), depth: 0 },
    ...asTree(folders.data ?? [], moving).map(({ folder, depth }) => ({ id: folder.id, name: folder.name, depth: depth + 1 })),
  ]
  const failure = error ?? (folders.isError ? errorDetail(folders.error) : undefined)
  return (
    <>
      {failure && (
        <Alert color="red" role="alert" mb="sm">
          {failure}
        </Alert>
      )}
      {folders.isPending ? (
        <Loader size="sm" />
      ) : (
        <div role="radiogroup" aria-label={t('media.folders')} className={styles.places}>
          {places.map(({ id, name, depth }) => (
            <label key={id ?? 0} className={styles.place} style={{ paddingInlineStart: 8 + depth * INDENT }}>
              <input type="radio" name="folder" checked={to === id} onChange={() => setTo(id)} />
              {id === null ? <IconHome size={16} aria-hidden /> : <IconFolder size={16} aria-hidden />}
              {name}
            </label>
          ))}
        </div>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => close()}>
          {t('media.cancel')}
        </Button>
        <Button loading={busy} disabled={to === from} onClick={() => void submit()}>
          {t('media.moveHere')}
        </Button>
      </Group>
    </>
  )
}

export default MoveForm
