/** Certificates that employees request, as PDF, and the year's alphalist of all employees. */

import type { Feature } from '../feature.ts'
import { alphalistCorrect, alphalistHandlers, alphalistSaved } from './alphalist.ts'
import { paperAttach } from './attach.ts'
import { doleCorrect, doleHandlers, doleSaved } from './dole-report.ts'
import { expectedPaperHandlers } from './expected.ts'
import { TAX_FORM_QUEUE, taxFormCurrent, taxFormHandlers, taxFormRelease, workTaxForms } from './tax-form.ts'

export const certificates: Feature = {
  name: 'certificates',
  handlers: [...alphalistHandlers, ...taxFormHandlers, ...doleHandlers, ...expectedPaperHandlers],
  effects: [paperAttach, taxFormRelease],
  guards: [alphalistCorrect, taxFormCurrent, doleCorrect],
  hooks: [doleSaved, alphalistSaved],
  queues: [{ name: TAX_FORM_QUEUE, work: workTaxForms }],
}
