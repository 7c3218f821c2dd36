/**
 * Every write has its entry in the audit trail. Records written by the generic save have it; files with statements of
 * their own that insert, update or delete rows are listed here, with what replaces the entry. A new one fails.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../../src/server')
/** Folders of the ground: the database itself, demo data, and what is kept outside of the records. */
const GROUND = /^(platform|demo|demo-kit|companies|files|openapi|print|features\/(chat|backup))\/|\/demo\.ts$/

/** The document whose transition causes the write has its entry, with its journal; its lines and ledgers follow from it. */
const BY_DOCUMENT = {
  'features/change-management/apply.ts': 1,
  'features/filings/follow-up.ts': 5,
  'features/accounting/entry.ts': 2,
  'features/certificates/attach.ts': 3,
  'features/accounting/accrual.ts': 2,
  'features/accounting/close-year.ts': 1,
  'features/accounting/bank-match.ts': 1,
  'features/accounting/aging.ts': 3,
  'features/accounting/open-items.ts': 4,
  'features/accounting/posted-items.ts': 1,
  'features/payroll/post.ts': 16,
  'features/payroll/held-pay.ts': 3,
  'features/payroll/open-payrolls.ts': 2,
  'features/payroll/benefit-advances.ts': 4,
  'features/payroll/service-charges.ts': 3,
  'features/payroll/piece-output.ts': 2,
  'features/payroll/lock-inputs.ts': 11,
  'features/people/checklists.ts': 4,
  'features/people/hire.ts': 1,
  'features/inventory/allocations.ts': 6,
  'features/sales/reservations.ts': 2,
  'features/inventory/stock-posting.ts': 3,
  'features/inventory/count-freeze.ts': 3,
  'features/inventory/counts.ts': 5,
  'features/time/effects.ts': 1,
  'features/leave/accrual.ts': 4,
  'features/leave/documents.ts': 1,
  'features/leave/cash-conversion.ts': 2,
  'features/leave/credits.ts': 1,
  'features/leave/filing.ts': 4,
  'features/leave/ledger.ts': 2,
  'features/leave/year-end.ts': 1,
  'features/loans/entry.ts': 8,
  'features/loans/ledger.ts': 4,
  'workflow/approvals/approvals.ts': 2,
  'workflow/background.ts': 3,
  'workflow/jobs.ts': 6,
  'workflow/builtin/carry.ts': 3,
  'workflow/builtin/record-set.ts': 1,
  'workflow/builtin/references-transition.ts': 1,
  'workflow/builtin/sources.ts': 1,
  'workflow/stored-values.ts': 3,
  'workflow/effect-log.ts': 3,
  'workflow/outbox-notes.ts': 1,
  'workflow/run-transition.ts': 2,
  'workflow/approvals/tasks.ts': 3,
  'workflow/approvals/restart.ts': 1,
  'features/approvals/pending.ts': 2,
  'features/approvals/recheck.ts': 1,
}
/** What a run computes and computes again from audited inputs: days, payslip lines, marks of a run. */
const COMPUTED = {
  'features/payroll-runs/recompute.ts': 2,
  'features/payroll/compute.ts': 5,
  'features/payroll/members.ts': 14,
  'features/payroll/precompute.ts': 2,
  'features/payroll/remittance-payment.ts': 4,
  'features/payroll/run.ts': 1,
  'features/time/import.ts': 2,
  'features/time/process.ts': 5,
  'features/time/punch.ts': 4,
  'features/time/records.ts': 3,
  'features/time/schedules.ts': 2,
  'features/time/sheets.ts': 3,
}
/** Fields that follow from a save in the same transaction, beside its entry: counters, marks, the other side of a reference. */
const BESIDE_A_SAVE = {
  'features/people/employee-hooks.ts': 5,
  'features/sales/hooks.ts': 2,
  'features/people/hooks.ts': 2,
  'features/tags/hooks.ts': 1,
  'features/time/hooks.ts': 3,
  'features/time/handlers/geofences.ts': 1,
  'features/time/handlers/sheets.ts': 1,
  'features/payroll/handlers/transmittal.ts': 1,
  'features/people/handlers.ts': 2,
  'features/media/handlers.ts': 4,
  'features/memos/recipients.ts': 1,
  'features/people/account.ts': 5,
  'features/people/movements.ts': 4,
  'features/people/daily-job.ts': 3,
}
/** One user's own: notifications read, bookmarks, moods, saved views, arranged dashboards, marks that a payslip was sent. */
const PERSONAL = {
  'features/dashboards/own-tiles.ts': 3,
  'features/home/handlers.ts': 3,
  'features/payroll/handlers/payslip-mails.ts': 2,
  'features/payroll/handlers/reports.ts': 1,
  'features/sales/handlers.ts': 1,
  'records/views.ts': 5,
}
/** The generic save, and files whose statements have an entry of their own. */
const AUDITED = {
  'workflow/builtin/registers.ts': 1,
  'features/mailing/outgoing.ts': 1,
  'features/reports/deliver.ts': 3,
  'features/filings/time-effects.ts': 7,
  'features/payroll/service-invoice-earning.ts': 2,
  'features/payroll/employer-advances.ts': 2,
  'features/access/access.ts': 2,
  'features/access/users.ts': 2,
  'features/company/handlers.ts': 4,
  'features/console/handlers.ts': 1,
  'features/payroll/handlers/pay-config.ts': 2,
  'records/import/job.ts': 3,
  'records/routes/files.ts': 1,
  'records/tags.ts': 3,
  'records/write/in-use.ts': 1,
  'records/write/files.ts': 2,
  'records/write/save.ts': 1,
  'records/write/store.ts': 5,
  'workflow/due.ts': 1,
  'workflow/builtin/references-set.ts': 1,
}

const WRITES = /\b(?:insert into|delete from|update)\s+(?:\$\{|"|[a-z_]+\.)/gi

test('L9: statements that write rows are audited, or derive from audited ones', () => {
  const found = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && !GROUND.test(file))
    .map((file) => [file, [...readFileSync(join(server, file), 'utf8').matchAll(WRITES)].length] as const)
    .filter(([, statements]) => statements > 0)
  // Statements by file: for one more, write in its list what replaces the entry, or write an entry (`auditRows`).
  expect(Object.fromEntries(found)).toEqual({ ...BY_DOCUMENT, ...COMPUTED, ...BESIDE_A_SAVE, ...PERSONAL, ...AUDITED })
})
