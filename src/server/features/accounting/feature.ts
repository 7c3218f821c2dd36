/** General ledger, fiscal periods, open items of suppliers and customers. */

import type { Feature } from '../feature.ts'
import { payablesAge } from './aging.ts'
import { booksAgree } from './books-invariant.ts'
import { dateAge, dateAllowed, periodOpen } from './date-guards.ts'
import { accountsManual, bucketEmpty, duplicateReference, entryBalanced, partyActive, partyTerm } from './document-guards.ts'
import { journalExport } from './journal-export.ts'
import { generalLedger, trialBalance } from './ledger-report.ts'
import { ledgerManual, ledgerPost } from './post.ts'
import { payablesClear, payablesPay } from './settle-open-items.ts'

export const accounting: Feature = {
  name: 'accounting',
  handlers: [journalExport],
  reports: { 'ledger.general': generalLedger, 'ledger.trialBalance': trialBalance },
  effects: [ledgerPost, ledgerManual, payablesPay, payablesClear, payablesAge],
  guards: [periodOpen, dateAge, dateAllowed, partyActive, partyTerm, duplicateReference, bucketEmpty, entryBalanced, accountsManual],
  invariants: [booksAgree],
}
