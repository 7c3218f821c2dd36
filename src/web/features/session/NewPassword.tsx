import { PasswordInput } from '@mantine/core'
import { useState } from 'react'
import type { PasswordProblems } from './passwordRules.ts'
import { t } from './text.ts'

interface NewPasswordProps {
  password: string
  confirm: string
  onPassword: (value: string) => void
  onConfirm: (value: string) => void
  problems: PasswordProblems
  /** Also shows errors of untouched fields. */
  insisting?: boolean
  hint?: string | undefined
  autoFocus?: boolean
}

/** A new password twice, each to be shown on demand. Errors appear once the user has typed there. */
export const NewPassword = (props: NewPasswordProps) => {
  const { password, confirm, onPassword, onConfirm, problems, insisting = false, hint, autoFocus = true } = props
  const [touched, setTouched] = useState({ password: false, confirm: false })
  const shared = {
    autoComplete: 'new-password',
    required: true,
    visibilityToggleButtonProps: { 'aria-label': t('password.show'), tabIndex: 0 },
  }
  return (
    <>
      <PasswordInput
        {...shared}
        name="password"
        label={t('password.new')}
        description={hint}
        value={password}
        onChange={(event) => {
          setTouched({ ...touched, password: true })
          onPassword(event.currentTarget.value)
        }}
        error={(touched.password || insisting) && problems.password}
        autoFocus={autoFocus}
        data-autofocus={autoFocus || undefined}
      />
      <PasswordInput
        {...shared}
        name="password_confirmation"
        label={t('password.confirm')}
        value={confirm}
        onChange={(event) => {
          setTouched({ ...touched, confirm: true })
          onConfirm(event.currentTarget.value)
        }}
        error={(touched.confirm || insisting) && problems.confirm}
      />
    </>
  )
}
