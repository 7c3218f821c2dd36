import { lazy, Suspense, useRef, useSyncExternalStore } from 'react'
import { openDialogs, subscribe } from './dialogs/index.ts'
import { shownPdf, subscribePdf } from './print.ts'
import { subscribeToaster, toasterWanted } from './toast.ts'

const DialogHost = lazy(() => import('./dialogs/DialogHost.tsx'))
const PdfViewer = lazy(() => import('./PdfViewer.tsx'))
const Toaster = lazy(() => import('./Toaster.tsx'))

/** True from the first time on: what has been drawn stays, so that closing can return the focus. */
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
    <Suspense>
      {toasts && <Toaster />}
      {dialogs && <DialogHost />}
      {pdf && <PdfViewer />}
    </Suspense>
  )
}
