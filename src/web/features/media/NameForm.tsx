import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { errorDetail } from '../../api/errors.ts'
import { t } from './text.ts'

interface Props {
  readonly name?: string
  readonly action: string
  readonly save: (name: string) => Promise<unknown>
  readonly close: (saved?: boolean) => void
}

/** Asks for a name, and stays until it is one that the server takes. */
const NameForm = ({ name: before = '', action, save, close }: Props) => {
  const [name, setName] = useState(before)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!name.trim()) return
    setBusy(true)
    try {
      await save(name.trim())
      close(true)
    } catch (failure) {
      setError(errorDetail(failure))
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <TextInput
        data-autofocus
        label={t('media.name')}
        withAsterisk
        aria-required
        maxLength={120}
        value={name}
        error={error}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setError(undefined)
        }}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => close()}>
          {t('media.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={!name.trim()}>
          {action}
        </Button>
      </Group>
    </form>
  )
}

export default NameForm
