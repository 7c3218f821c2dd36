/** Payroll from pay items to payslips, journal and bank file. */

import type { Feature } from '../feature.ts'
import { payrollAdviceHandlers } from './advice.ts'
import { benefitAdvanced } from './benefit-advances.ts'
import { benefitGuards, benefitRecompute, benefitSaved } from './benefit-claims.ts'
import { benefitRefused, benefitReimbursed } from './benefit-settlement.ts'
import { costSplitSaved } from './cost-splits.ts'
import { employerAdvances } from './employer-advances.ts'
import { expectedRemittanceHandlers } from './expected-remittances.ts'
import { fringeBenefitSaved, fringeGuards, fringeHandlers } from './fringe-benefits.ts'
import { fringeReturnHandlers, fringeReturnPaid } from './fringe-return.ts'
import { payrollGuards } from './guards.ts'
import { adjustmentHandlers } from './handlers/adjustments.ts'
import { paySetupHandlers } from './handlers/pay-config.ts'
import { payrollHandlers } from './handlers/payroll.ts'
import { endMail, MAIL_QUEUE, payslipMailHandlers, workMail } from './handlers/payslip-mails.ts'
import { payrollPrintHandlers } from './handlers/reports.ts'
import { transmittalHandlers } from './handlers/transmittal.ts'
import { payrollViewHandlers } from './handlers/view.ts'
import { ytdHandlers } from './handlers/ytd.ts'
import { heldPayGuards, heldPaySaved, payrollHold } from './held-pay.ts'
import { payrollJournalEffect } from './journal-effect.ts'
import { payrollTake, payrollTakeAdjustment } from './lock-inputs.ts'
import { payrollSaved } from './members.ts'
import { earningNetOfTax, netOfTaxHandlers } from './net-of-tax.ts'
import { remittanceOutdated } from './open-payrolls.ts'
import { paidTermsHandlers } from './paid-terms.ts'
import { forGroup } from './period-choices.ts'
import { payPeriodSaved } from './periods.ts'
import { pieceOutputPaid, pieceOutputRecompute, pieceOutputSaved } from './piece-output.ts'
import { payrollPost } from './post.ts'
import { precomputeJob } from './precompute.ts'
import { remittanceHandlers } from './remittance.ts'
import { remittanceListHandlers } from './remittance-lists.ts'
import { remittancePaid } from './remittance-payment.ts'
import { remittanceReportHandlers } from './remittance-report.ts'
import {
  serviceChargeDistributed,
  serviceChargeGuards,
  serviceChargeHandlers,
  serviceChargePaid,
  serviceChargeSaved,
} from './service-charges.ts'
import { employmentTypes, payrollEarn } from './service-invoice-earning.ts'
import { payrollVoidHandlers } from './void-advice.ts'
import { wageNoteHandlers } from './wage-notes.ts'

export const payroll: Feature = {
  name: 'payroll',
  handlers: [
    ...paySetupHandlers,
    ...ytdHandlers,
    ...payrollHandlers,
    ...payrollPrintHandlers,
    ...payrollViewHandlers,
    ...transmittalHandlers,
    ...adjustmentHandlers,
    ...remittanceHandlers,
    ...payrollAdviceHandlers,
    ...payrollVoidHandlers,
    ...payslipMailHandlers,
    forGroup,
    ...remittanceListHandlers,
    ...serviceChargeHandlers,
    ...fringeHandlers,
    ...fringeReturnHandlers,
    ...expectedRemittanceHandlers,
    ...remittanceReportHandlers,
    ...netOfTaxHandlers,
    ...paidTermsHandlers,
    ...wageNoteHandlers,
  ],
  effects: [
    payrollTake,
    payrollHold,
    payrollTakeAdjustment,
    payrollEarn,
    payrollPost,
    payrollJournalEffect,
    remittanceOutdated,
    employerAdvances,
    remittancePaid,
    fringeReturnPaid,
    benefitAdvanced,
    benefitRecompute,
    benefitReimbursed,
    benefitRefused,
    serviceChargeDistributed,
    serviceChargePaid,
    pieceOutputPaid,
    pieceOutputRecompute,
  ],
  guards: [...payrollGuards, ...heldPayGuards, ...fringeGuards, ...benefitGuards, ...serviceChargeGuards, employmentTypes],
  hooks: [
    costSplitSaved,
    earningNetOfTax,
    fringeBenefitSaved,
    heldPaySaved,
    benefitSaved,
    serviceChargeSaved,
    pieceOutputSaved,
    payPeriodSaved,
    payrollSaved,
  ],
  jobs: [precomputeJob],
  queues: [{ name: MAIL_QUEUE, work: workMail, end: endMail }],
}
