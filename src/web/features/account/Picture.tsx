import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { upload } from '../../api/client.ts'
import { fileSize } from '../../fields/fileSize.ts'
import { useSession } from '../../routing/navigation.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { Portrait } from '../../ui/UserAvatar.tsx'
import styles from './account.module.css'
import { refreshProfile } from './queries.ts'
import { t } from './text.ts'

const LARGEST = 5 * 1024 * 1024

/** The user's picture and name, and a new picture from a file. */
export const Picture = () => {
  const user = useSession()?.user
  const [busy, setBusy] = useState(false)
  const change = async (file: File | null) => {
    if (!file || !user) return
    if (file.size > LARGEST) return toast('danger', t('picture.tooLarge', { size: fileSize(LARGEST) }))
    setBusy(true)
    try {
      const form = new FormData()
      form.append('file', file)
      await upload(`user/create_media/${user.id}`, form)
      await refreshProfile()
      toast('success', t('picture.saved'))
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }
  return (
    <div className={styles.who}>
      <Portrait name={user?.name ?? ''} url={user?.avatar_url} size={72} />
      <div>
        <strong>{user?.name}</strong>
        <p>{t('picture.hint', { size: fileSize(LARGEST) })}</p>
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={(file) => void change(file)}
          inputProps={{ 'aria-label': t('picture.change') }}
        >
          {(props) => (
            <Button {...props} variant="default" size="compact-md" loading={busy}>
              {t('picture.change')}
            </Button>
          )}
        </FileButton>
      </div>
    </div>
  )
}
