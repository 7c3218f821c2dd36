import { Button, Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useSession } from '../../routing/navigation.ts'
import { toast, toastError } from '../../ui/toast.ts'
import styles from './account.module.css'
import { Card, Head, Loaded } from './parts.tsx'
import { type Profile, profileQuery, saveProfile, VISIBILITIES, type Visibility } from './queries.ts'
import { pathOf } from './sections.ts'
import { t } from './text.ts'

const FIELDS = {
  avatar_path: () => t('privacy.picture'),
  email: () => t('field.email'),
  mobile: () => t('field.mobile'),
  gender: () => t('field.gender'),
  birth_at: () => t('field.birth_at'),
} as const
type PrivateField = keyof typeof FIELDS
const NAMES = Object.keys(FIELDS) as PrivateField[]

const DEFAULT: Visibility = 'everyone'

const PrivacyForm = ({ profile }: { profile: Profile }) => {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState(() =>
    Object.fromEntries(NAMES.map((name) => [name, profile.privacy?.find(({ field }) => field === name)?.visibility ?? DEFAULT])),
  )
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    try {
      await saveProfile(profile.id, { privacy: NAMES.map((field) => ({ field, visibility: chosen[field] })) })
      toast('success', t('account.saved'), { caption: t('account.savedCaption') })
      navigate(pathOf('privacy'))
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }
  return (
    <form onSubmit={save} className={styles.rows} aria-busy={busy}>
      {NAMES.map((name) => (
        <div key={name} className={styles.row}>
          <label htmlFor={`privacy-${name}`}>{FIELDS[name]()}</label>
          <NativeSelect
            id={`privacy-${name}`}
            w={160}
            value={chosen[name]}
            onChange={(event) => setChosen({ ...chosen, [name]: event.currentTarget.value as Visibility })}
            data={VISIBILITIES.map((value) => ({ value, label: t(`privacy.${value}`) }))}
          />
        </div>
      ))}
      <Group justify="flex-end">
        <Button type="submit" loading={busy}>
          {t('account.save')}
        </Button>
      </Group>
    </form>
  )
}

/** Visibility of each field of the profile. */
const Privacy = () => {
  const profile = useQuery(profileQuery(useSession()?.user.id))
  return (
    <>
      <Head title={t('account.privacy')} text={t('privacy.intro')} />
      <Card title={t('account.privacyText')}>
        <Loaded query={profile}>{(data) => <PrivacyForm profile={data} />}</Loaded>
      </Card>
    </>
  )
}

export default Privacy
