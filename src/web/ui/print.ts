import { type FileAnswer, file } from '../api/client.ts'

/** The PDF on show in the viewer, if any. */
let shown: FileAnswer | undefined
const listeners = new Set<() => void>()

const publish = (next: FileAnswer | undefined) => {
  shown = next
  for (const listener of listeners) listener()
}

export const subscribePdf = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const shownPdf = (): FileAnswer | undefined => shown
export const closePdf = (): void => publish(undefined)

/** Shows a PDF in the 'Print' viewer, or in a new window when the browser has no viewer of its own. */
export const showPdf = (answer: FileAnswer): void => {
  if (navigator.pdfViewerEnabled) publish(answer)
  else window.open(URL.createObjectURL(answer.blob), '_blank', 'noopener')
}

/** Asks for a record's print form and shows it. Throws `ApiError`. */
export const printRecord = async (module: string, id: number, form?: string): Promise<void> =>
  showPdf(await file('post', `${module}/${id}/print-form`, { json: form ? { form } : {} }))

/** Asks for a report as a PDF, with the parameters of the list, and shows it. Throws `ApiError`. */
export const printReport = async (module: string, params: Record<string, string>): Promise<void> =>
  showPdf(await file('get', `${module}/print-report`, { params }))
