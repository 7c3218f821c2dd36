import { Button, Group, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { patch, put } from '../../api/client.ts'
import { ApiError, errorCaption } from '../../api/errors.ts'
import { toast } from '../../ui/toast.ts'
import { logout } from './actions.ts'
import { NewPassword } from './NewPassword.tsx'
import { holds, recoveryRules, updateRules } from './passwordRules.ts'
import { t } from './text.ts'

/** The server's message, else the error's own, else that nothing is known. */
const failureText = (error: unknown): string => {
  if (error instanceof ApiError)
    return error.body.message || Object.values(error.errors).flat()[0] || error.message || t('password.unknown')
  return (error instanceof Error && error.message) || t('password.unknown')
}

interface UpdatePasswordProps {
  /** The change of a first password: stricter rules, and no way around it but to sign out. */
  first?: boolean
  onDone: () => void
  onClose?: () => void
}

/** A new password, twice. */
export const UpdatePassword = ({ first = false, onDone, onClose }: UpdatePasswordProps) => {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [insisting, setInsisting] = useState(false)
  const [busy, setBusy] = useState(false)
  const problems = (first ? recoveryRules : updateRules)(password, confirm)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setInsisting(true)
    if (!holds(problems) || busy) return
    setBusy(true)
    try {
      const change = { password, password_confirmation: confirm }
      await (first ? patch('user/password/change', change) : put('user/update-password', change))
      toast('success', t('password.changed'))
      onDone()
    } catch (error) {
      const caption = errorCaption(error)
      toast('danger', failureText(error), caption ? { caption } : {})
      setBusy(false)
    }
  }
  return (
    <form onSubmit={save} noValidate aria-busy={busy}>
      <Stack gap="md">
        {first && <Text>{t('password.changeIntro')}</Text>}
        <NewPassword
          password={password}
          confirm={confirm}
          onPassword={setPassword}
          onConfirm={setConfirm}
          problems={problems}
          insisting={insisting}
          hint={first ? t('password.strength') : undefined}
        />
        <Text size="sm" c="dimmed">
          {t('password.hint')}
        </Text>
        <Group justify="flex-end" gap="xs">
          {onClose && (
            <Button variant="default" onClick={onClose}>
              {t('password.close')}
            </Button>
          )}
          {first && (
            <Button variant="default" onClick={logout}>
              {t('profile.logout')}
            </Button>
          )}
          <Button type="submit" loading={busy}>
            {t('password.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
