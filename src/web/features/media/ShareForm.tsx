import { Alert, Button, Group, Radio, Stack } from '@mantine/core'
import { useId, useState } from 'react'
import { makeField } from '../../../engine/model/make-field.ts'
import { errorDetail } from '../../api/errors.ts'
import { ReferencesField } from '../../fields/inputs/ReferencesField.tsx'
import { type MediaFile, type MediaFolder, PRIVACIES, type Privacy } from './queries.ts'
import { t } from './text.ts'

interface Sharing {
  privacy: Privacy
  shared_with_ids: number[]
}
interface Props {
  readonly item: MediaFile | MediaFolder
  readonly save: (sharing: Sharing) => Promise<unknown>
  readonly close: (saved?: boolean) => void
}
const WORDS = {
  private: ['media.private', 'media.privateText'],
  shared: ['media.sharedShort', 'media.sharedText'],
  public: ['media.public', 'media.publicText'],
} as const

const PEOPLE = makeField('shared_with_ids', 'references', t('media.people'), { to: 'user', refAs: 'shared_with' })

/** Access to a file or a folder. */
const ShareForm = ({ item, save, close }: Props) => {
  const [privacy, setPrivacy] = useState<Privacy>(item.privacy)
  const [people, setPeople] = useState<number[]>(item.shared_with_ids ?? [])
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const id = useId()
  const noRecipients = privacy === 'shared' && people.length === 0
  const submit = async () => {
    if (noRecipients) return setError(t('media.choosePeople'))
    setBusy(true)
    try {
      // People are forgotten when it is no longer shared with them.
      await save({ privacy, shared_with_ids: privacy === 'shared' ? people : [] })
      close(true)
    } catch (failure) {
      setError(errorDetail(failure))
      setBusy(false)
    }
  }
  return (
    <Stack gap="md">
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      <Radio.Group
        label={t('media.who')}
        value={privacy}
        onChange={(value) => {
          setPrivacy(value as Privacy)
          setError(undefined)
        }}
      >
        <Stack gap="xs" mt={4}>
          {PRIVACIES.map((value) => (
            <Radio key={value} value={value} label={t(WORDS[value][0])} description={t(WORDS[value][1])} />
          ))}
        </Stack>
      </Radio.Group>
      {privacy === 'shared' && (
        <ReferencesField
          field={PEOPLE}
          id={id}
          value={people}
          resolved={item.shared_with ?? []}
          required
          onChange={(value) => {
            setPeople(Array.isArray(value) ? value.map(Number) : [])
            setError(undefined)
          }}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => close()}>
          {t('media.cancel')}
        </Button>
        <Button loading={busy} onClick={() => void submit()}>
          {t('media.save')}
        </Button>
      </Group>
    </Stack>
  )
}

export default ShareForm
