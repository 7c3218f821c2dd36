import { queryClient, sessionQuery } from '../../api/queries.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { t } from './text.ts'
import { UpdatePassword } from './UpdatePassword.tsx'

const WIDTH = 460

/** The Update Password form, from the profile menu and the account's security. */
export const openUpdatePassword = (): void =>
  void dialogs.modal({ title: t('password.update'), width: WIDTH }, (close) => <UpdatePassword onDone={close} onClose={close} />)

let asking = false

/** The change of a first password; stays until it is done. */
export const openFirstPasswordChange = (): void => {
  // Asked again whenever the session is read; one dialog is enough.
  if (asking) return
  asking = true
  void dialogs
    .modal({ title: t('password.change'), width: WIDTH, persistent: true }, (close) => <UpdatePassword first onDone={close} />)
    .then(() => {
      asking = false
      return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    })
}
