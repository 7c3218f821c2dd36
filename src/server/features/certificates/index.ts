/** Papers that a descriptor may name in `paper.attach`. */
import { contributionCertificate } from './contributions.ts'
import { compensationCertificate, employmentCertificate } from './employment.ts'
import { taxCertificate } from './form-2316.ts'
import { loanCertificate } from './loan.ts'
import { printedPayslip } from './payslip.ts'
import type { Paper } from './types.ts'

export const papers: ReadonlyMap<string, Paper> = new Map(
  [employmentCertificate, compensationCertificate, taxCertificate, printedPayslip, contributionCertificate, loanCertificate].map(
    (paper) => [paper.name, paper],
  ),
)
