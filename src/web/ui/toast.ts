import { errorCaption, errorDetail, isSilent } from '../api/errors.ts'
import { t } from '../i18n/core.ts'

export type ToastType = 'danger' | 'warning' | 'success' | 'info'
const COLORS: Record<ToastType, string> = { danger: 'red', warning: 'yellow', success: 'green', info: 'blue' }
const SHOWN_MS = 3000
const SHOWN_WITH_ACTION_MS = 8000

/** The toaster's code loads with the first toast; the frame draws it from then on. */
let wanted = false
const listeners = new Set<() => void>()
export const toasterWanted = (): boolean => wanted
export const subscribeToaster = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const load = () => {
  wanted = true
  for (const listener of listeners) listener()
  return import('@mantine/notifications')
}

const PREPARED_AFTER_MS = 5000

/**
 * Loads the toaster a while after a page on which calls can fail for want of a connection, so that their message needs
 * none; not with the page, which its user waits for. When it does not come the first toast tries again.
 */
export const prepareToasts = (): void =>
  void setTimeout(() => {
    Promise.all([import('@mantine/notifications'), import('./Toaster.tsx')]).catch(() => undefined)
  }, PREPARED_AFTER_MS)

interface ToastOptions {
  readonly title?: string
  readonly caption?: string
  /** What can be done about it; the message stays longer. */
  readonly action?: { readonly title: string; readonly run: () => void }
  /** Until it is closed: the result of long work, whose user may look at it later. */
  readonly stays?: boolean
}

/** A short message at the top right. Both title and message can be given; a single text is the message. */
export const toast = (type: ToastType, message: string, { title, caption, action, stays = false }: ToastOptions = {}): void => {
  void load().then(async ({ notifications }) => {
    const act = (id: string, run: () => void) => {
      notifications.hide(id)
      run()
    }
    const text = caption ? `${message}\n${caption}` : message
    const id: string = notifications.show({
      color: COLORS[type],
      ...(title && { title }),
      message: action
        ? (await import('./ToastAction.tsx')).withAction(text, { title: action.title, run: () => act(id, action.run) })
        : text,
      autoClose: stays ? false : action ? SHOWN_WITH_ACTION_MS : SHOWN_MS,
      withBorder: true,
      closeButtonProps: { 'aria-label': t('toast.close') },
      style: { whiteSpace: 'pre-line' },
    })
  })
}

/** Shows an error below what failed, with the reference id when the server gave one; superseded calls show nothing. */
export const toastFailure = (title: string | undefined, error: unknown): void => {
  if (isSilent(error)) return
  const caption = errorCaption(error)
  toast('danger', errorDetail(error), { ...(title && { title }), ...(caption && { caption }) })
}
export const toastError = (error: unknown): void => toastFailure(undefined, error)
