import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { useSession } from '../../routing/navigation.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { logout } from './actions.ts'
import { watchIdle } from './idle.ts'
import { t } from './text.ts'

/** The screen that employees leave open all day to record their time. */
const NEVER_IDLE = 'daily_time_record'

/** Informs a user who was inactive for three minutes that the session is over, and signs out. */
const useIdleLogout = (): void => {
  const session = useSession()
  const { module } = useParams()
  const watched = session !== undefined && !session.is_developer && module !== NEVER_IDLE
  useEffect(() => {
    if (!watched) return
    return watchIdle(() => {
      void dialogs
        .base({ title: t('idle.title'), message: t('idle.text'), note: t('idle.draft'), confirm: t('idle.ok'), persistent: true })
        .then(logout)
    })
  }, [watched])
}

/** Requires a new password from users whose password was set by an administrator. */
const useFirstPasswordChange = (): void => {
  const due = useSession()?.must_change_password === true
  useEffect(() => {
    if (due) void import('./passwordDialogs.tsx').then(({ openFirstPasswordChange }) => openFirstPasswordChange())
  }, [due])
}

/** The guards of a session while its user works. */
const SessionGuards = () => {
  useIdleLogout()
  useFirstPasswordChange()
  return null
}

export default SessionGuards
