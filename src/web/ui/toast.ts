import { errorCaption, errorDetail, isSilent } from '../api/errors.ts'
import { t } from '../i18n/core.ts'

export type ToastType = 'danger' | 'warning' | 'success' | 'info'
const COLORS: Record<ToastType, string> = { danger: 'red', warning: 'yellow', success: 'green', info: 'blue' }
const SHOWN_MS = 3000

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

/** A short message at the top right. Both title and message can be given; a single text is the message. */
export const toast = (type: ToastType, message: string, options: { title?: string; caption?: string } = {}): void => {
  void load().then(({ notifications }) =>
    notifications.show({
      color: COLORS[type],
      ...(options.title && { title: options.title }),
      message: options.caption ? `${message}\n${options.caption}` : message,
      autoClose: SHOWN_MS,
      withBorder: true,
      closeButtonProps: { 'aria-label': t('toast.close') },
      style: { whiteSpace: 'pre-line' },
    }),
  )
}

/** Shows an error, with the reference id when the server gave one; superseded calls show nothing. */
export const toastError = (error: unknown): void => {
  if (isSilent(error)) return
  const caption = errorCaption(error)
  toast('danger', errorDetail(error), caption ? { caption } : {})
}
