import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../admin/text.ts'

/** Asks for the name of a group that does not exist yet. */
export function NewGroup({ onDone }: { onDone: (name?: string) => void }) {
  const [name, setName] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) onDone(name.trim())
      }}
    >
      <TextInput
        label={t('navigation.groupName')}
        data-autofocus
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={() => onDone()}>
          {t('admin.cancel')}
        </Button>
        <Button type="submit" disabled={!name.trim()}>
          {t('navigation.moveThere')}
        </Button>
      </Group>
    </form>
  )
}
