/** A paper that the server writes about an employee: certificates and forms that are released to him. */

import type { Ctx } from '../../platform/context.ts'
import type { PdfDefinition } from '../../print/pdf.ts'

/** What a paper is asked for. */
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
  /** Field access that its contents need of whoever releases or opens it; the employee himself needs none. */
  readonly access?: string
  /** Name of the file, without ending, and what is drawn. Throws a refusal that says what is missing. */
  draw(ctx: Ctx, request: PaperRequest): Promise<{ readonly file: string; readonly definition: PdfDefinition }>
}
