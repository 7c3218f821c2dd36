/** General ledger, fiscal periods, open items of suppliers and customers. */

import type { Feature } from '../feature.ts'
import { accrualClear } from './accrual.ts'
import { payablesAge } from './aging.ts'
import { booksAgree } from './books-invariant.ts'
import { partyCredit } from './credit-guard.ts'
import { dateAge, dateAllowed, periodOpen } from './date-guards.ts'
import { accountsManual, bucketEmpty, duplicateReference, entryBalanced, partyActive, partyTerm } from './document-guards.ts'
import { journalExport } from './journal-export.ts'
import { generalLedger, trialBalance } from './ledger-report.ts'
import { ledgerManual } from './manual-entry.ts'
import { agingReport, statementReport } from './party-report.ts'
import { ledgerPost } from './post.ts'
import { retired } from './retired.ts'

export const accounting: Feature = {
  name: 'accounting',
  handlers: [journalExport],
  reports: {
    'ledger.general': generalLedger,
    'ledger.trialBalance': trialBalance,
    'ledger.aging': agingReport,
    'ledger.statement': statementReport,
  },
  effects: [ledgerPost, ledgerManual, accrualClear, payablesAge],
  retired,
  guards: [
    periodOpen,
    dateAge,
    dateAllowed,
    partyActive,
    partyTerm,
    partyCredit,
    duplicateReference,
    bucketEmpty,
    entryBalanced,
    accountsManual,
  ],
  invariants: [booksAgree],
}
