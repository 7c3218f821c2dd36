/**
 * Every write has its entry in the audit trail. Records written by the generic save have it; files with statements of
 * their own that insert, update or delete rows are listed here, with what stands for the entry. A new one fails.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../../src/server')
/** Folders of the ground: the database itself, demo data, and what is kept outside of the records. */
const GROUND = /^(db|demo|companies|auth|http|jobs|notify|chat|backup|numbering|meta|audit|files|openapi|print)\//

/** The document whose transition causes the write has its entry, with its journal; its lines and ledgers follow from it. */
const BY_DOCUMENT = {
  'effects/change.ts': 1,
  'effects/filings/follow.ts': 5,
  'effects/ledger/entry.ts': 2,
  'effects/papers.ts': 3,
  'effects/payables/age.ts': 3,
  'effects/payables/items.ts': 4,
  'effects/payroll/post.ts': 17,
  'effects/payroll/take.ts': 11,
  'effects/people/encode.ts': 1,
  'effects/purchase/balance.ts': 1,
  'effects/purchase/bill.ts': 1,
  'effects/purchase/landed.ts': 1,
  'effects/purchase/receipts.ts': 1,
  'effects/purchase/return.ts': 3,
  'effects/stock/holds.ts': 6,
  'effects/stock/move.ts': 1,
  'effects/stock/reservations.ts': 2,
  'effects/stock/session.ts': 3,
  'effects/time/index.ts': 1,
  'leave/accrual.ts': 4,
  'leave/documents.ts': 1,
  'leave/convert.ts': 2,
  'leave/credits.ts': 1,
  'leave/filing.ts': 4,
  'leave/ledger.ts': 2,
  'leave/year-end.ts': 1,
  'loans/entry.ts': 8,
  'loans/ledger.ts': 4,
  'workflow/approvals.ts': 2,
  'workflow/background.ts': 3,
  'workflow/builtin/sources.ts': 1,
  'workflow/derived.ts': 1,
  'workflow/journal.ts': 3,
  'workflow/service.ts': 2,
  'workflow/tasks.ts': 3,
  'approvals/pending.ts': 2,
}
/** What a run computes and computes again from audited inputs: days, payslip lines, marks of a run. */
const COMPUTED = {
  'payroll/again.ts': 2,
  'payroll/compute.ts': 5,
  'payroll/people.ts': 15,
  'payroll/precompute.ts': 7,
  'payroll/run.ts': 1,
  'time/import.ts': 2,
  'time/process.ts': 3,
  'time/punch.ts': 4,
  'time/records.ts': 3,
  'time/schedules.ts': 2,
  'time/sheets.ts': 3,
}
/** Fields that follow from a save in the same transaction, beside its entry: counters, marks, the other side of a reference. */
const BESIDE_A_SAVE = {
  'hooks/employees.ts': 5,
  'hooks/holds.ts': 2,
  'hooks/people.ts': 2,
  'hooks/tags.ts': 1,
  'hooks/time.ts': 3,
  'handlers/time/places.ts': 1,
  'handlers/time/sheets.ts': 1,
  'handlers/transmittal.ts': 1,
  'handlers/employees.ts': 2,
  'handlers/media.ts': 3,
  'people/account.ts': 5,
  'people/movements.ts': 5,
  'people/due.ts': 3,
  'records/panels.ts': 1,
}
/** One user's own: notifications read, bookmarks, moods, saved views, marks that a payslip was sent. */
const PERSONAL = {
  'handlers/home.ts': 3,
  'handlers/payroll-prints.ts': 2,
  'handlers/reservations.ts': 1,
  'records/views.ts': 3,
}
/** The generic save, and files whose statements stand beside an entry of their own. */
const AUDITED = {
  'effects/filings/time.ts': 7,
  'effects/payroll/earn.ts': 2,
  'handlers/access.ts': 2,
  'handlers/accounts.ts': 2,
  'handlers/company.ts': 4,
  'handlers/console.ts': 1,
  'handlers/pay-setup.ts': 2,
  'records/import/run.ts': 3,
  'records/routes/files.ts': 1,
  'records/tags.ts': 3,
  'records/write/in-use.ts': 1,
  'records/write/files.ts': 2,
  'records/write/save.ts': 1,
  'records/write/store.ts': 5,
}

const WRITES = /\b(?:insert into|delete from|update)\s+(?:\$\{|"|[a-z_]+\.)/gi

test('L9: statements that write rows are audited, or follow from what is', () => {
  const found = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && !GROUND.test(file))
    .map((file) => [file, [...readFileSync(join(server, file), 'utf8').matchAll(WRITES)].length] as const)
    .filter(([, statements]) => statements > 0)
  // Statements by file: for one more, say in its list what stands for the entry, or write one (`auditRows`).
  expect(Object.fromEntries(found)).toEqual({ ...BY_DOCUMENT, ...COMPUTED, ...BESIDE_A_SAVE, ...PERSONAL, ...AUDITED })
})
