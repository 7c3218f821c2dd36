/** The common parts of certificates: letterhead, the certified facts, their purpose, and the signatory. */

import type { Content } from 'pdfmake/interfaces.js'
import type { Ctx } from '../../platform/context.ts'
import { letterheadContent } from '../../print/document.ts'
import type { Letterhead } from '../../print/index.ts'
import type { PdfDefinition } from '../../print/pdf.ts'
import { paper } from '../payroll/pdf-forms.ts'
import type { PaperRequest } from './types.ts'

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
/** `January 2026`. */
export const monthOf = (year: number, month: number): string => `${MONTHS[month - 1]} ${year}`
/** `6 January 2026`. */
export const longDate = (date: string): string =>
  `${Number(date.slice(8, 10))} ${monthOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)))}`

/** A person's name as certificates write it. */
export const fullName = (who: { first_name: string; middle_name: string | null; last_name: string; suffix: string | null }): string =>
  [who.first_name, who.middle_name, who.last_name, who.suffix].filter(Boolean).join(' ')

/** Title, number, purpose and text of a certificate. */
interface Letter {
  readonly title: string
  readonly request: PaperRequest
  readonly body: readonly Content[]
}

/** A certificate as a page to sign, about what `body` says. */
export function certificate(ctx: Ctx, head: Letterhead, { title, request: { number, purpose }, body }: Letter): PdfDefinition {
  const definition = paper(ctx, title, [
    letterheadContent(head, title, number),
    { text: 'To whom it may concern:', margin: [0, 24, 0, 14] },
    ...body,
    {
      text: `Issued on ${longDate(ctx.clock.today(ctx.company.time_zone))} at the request of the employee${purpose ? ` for this purpose: ${purpose}` : ''}.`,
      margin: [0, 0, 0, 40],
    },
    { text: ctx.principal.name, bold: true },
    { text: `For ${head.name}`, color: '#495057' },
  ])
  return { ...definition, defaultStyle: { ...definition.defaultStyle, fontSize: 11, lineHeight: 1.25 } }
}
