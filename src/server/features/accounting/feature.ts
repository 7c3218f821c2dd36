/** General ledger, fiscal periods, open items of suppliers and customers. */

import type { Feature } from '../feature.ts'
import { accountUsed } from './account-used.ts'
import { accrualClear } from './accrual.ts'
import { payablesAge } from './aging.ts'
import { bankAccountLedger } from './bank-account.ts'
import { bankBook } from './bank-book.ts'
import { bankMatch, bankMatched } from './bank-match.ts'
import { booksAgree } from './books-invariant.ts'
import { closedAdvice, ledgerClose, periodsLock, resultAdvice } from './close-year.ts'
import { ledgerCovers } from './covered.ts'
import { partyCredit } from './credit-guard.ts'
import { dateAge, dateAllowed, periodOpen } from './date-guards.ts'
import { accountsManual, bucketEmpty, duplicateReference, entryBalanced, partyActive, partyTerm } from './document-guards.ts'
import { documentReports } from './document-papers.ts'
import { journalReports } from './journal-book.ts'
import { journalExport } from './journal-export.ts'
import { generalLedger, trialBalance } from './ledger-report.ts'
import { ledgerManual, ledgerReverse } from './manual-entry.ts'
import { lockPeriods, openWork, openWorkAdvice } from './open-work.ts'
import { agingReport, statementReport } from './party-report.ts'
import { ledgerPost } from './post.ts'
import { reportFile, reportPrint } from './report-file.ts'
import { retired } from './retired.ts'
import { financialStatement, STATEMENT_PARAMS } from './statements.ts'

export const accounting: Feature = {
  name: 'accounting',
  handlers: [journalExport, reportFile, reportPrint, lockPeriods, openWork, openWorkAdvice, resultAdvice, closedAdvice],
  reports: {
    'ledger.general': generalLedger,
    'ledger.trialBalance': trialBalance,
    'ledger.aging': agingReport,
    'ledger.statement': statementReport,
    'bank.book': bankBook,
    ...journalReports,
    ...documentReports,
    'ledger.statements': { run: financialStatement, params: STATEMENT_PARAMS },
  },
  effects: [ledgerPost, ledgerManual, ledgerReverse, ledgerClose, periodsLock, bankMatch, accrualClear, payablesAge],
  retired,
  guards: [
    periodOpen,
    dateAge,
    dateAllowed,
    partyActive,
    partyTerm,
    partyCredit,
    ledgerCovers,
    duplicateReference,
    bucketEmpty,
    entryBalanced,
    accountsManual,
    bankMatched,
  ],
  invariants: [booksAgree],
  hooks: [accountUsed, bankAccountLedger],
}
