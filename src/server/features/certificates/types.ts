/** A document that the server draws about an employee: certificates and forms that are released to the employee. */

import type { Ctx } from '../../platform/context.ts'
import type { PdfDefinition } from '../../print/pdf.ts'

/** The subject of a certificate. */
export interface PaperRequest {
  readonly employee_id: number
  /** Number of the request, printed on the paper. */
  readonly number: string
  readonly year?: number
  readonly pay_period_id?: number
  readonly loan_id?: number
  readonly purpose?: string
}

export interface Paper {
  readonly name: string
  /** Field access that its contents require of the user who releases or opens it; the employee needs none. */
  readonly access?: string
  /** Name of the file, without extension, and its definition. Throws a refusal that names the missing data. */
  draw(ctx: Ctx, request: PaperRequest): Promise<{ readonly file: string; readonly definition: PdfDefinition }>
}
