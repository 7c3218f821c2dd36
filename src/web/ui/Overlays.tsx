import { useRef, useSyncExternalStore } from 'react'
import { answerQuestions } from '../api/confirm.ts'
import { t } from '../i18n/index.ts'
import { dialogs as ask, openDialogs, subscribe } from './dialogs/index.ts'
import { later } from './later.tsx'
import { Part } from './Part.tsx'
import { shownPdf, subscribePdf } from './print.ts'
import { subscribeToaster, toasterWanted } from './toast.ts'

const DialogHost = later(async () => (await import('./dialogs/DialogHost.tsx')).default)
const PdfViewer = later(async () => (await import('./PdfViewer.tsx')).default)
const Toaster = later(async () => (await import('./Toaster.tsx')).default)

answerQuestions((messages, isRule) =>
  ask.warning({
    title: t(isRule ? 'dialog.overrideTitle' : 'dialog.checkTitle'),
    message: messages.join('\n'),
    confirm: t(isRule ? 'dialog.override' : 'dialog.checkSave'),
    ...(isRule && { note: t('dialog.overrideNote') }),
  }),
)

/** True from the first time on: a drawn overlay stays mounted, so that closing can return the focus. */
const useOnce = (wanted: boolean): boolean => {
  const seen = useRef(false)
  seen.current ||= wanted
  return seen.current
}

/** Dialogs, the PDF viewer and toasts; their code loads when one of them is first wanted. */
export const Overlays = () => {
  const dialogs = useOnce(useSyncExternalStore(subscribe, openDialogs).length > 0)
  const pdf = useOnce(useSyncExternalStore(subscribePdf, shownPdf) !== undefined)
  const toasts = useSyncExternalStore(subscribeToaster, toasterWanted)
  return (
    <>
      <Part>{toasts && <Toaster />}</Part>
      <Part resetKey={openDialogs()}>{dialogs && <DialogHost />}</Part>
      <Part resetKey={shownPdf()}>{pdf && <PdfViewer />}</Part>
    </>
  )
}
