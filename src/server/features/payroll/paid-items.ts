/** Payslip lines as the papers of the BIR sort them. */

import type { PaidItem } from '../../../domain/payroll/index.ts'
import type { Row } from '../../../engine/model/module.ts'
import { dec } from '../../../kernel/decimal.ts'
import { itemCode } from './compute.ts'

/** A sum of lines, with the code and kind of their pay item. */
export const paidItem = (row: Row): PaidItem => ({
  code: row.source_module === null ? itemCode(String(row.code)) : String(row.item_code ?? row.code),
  kind: (row.kind as string | null) ?? null,
  is_earning: row.part === 'earning',
  amount: dec(row.amount),
  taxable: dec(row.taxable),
  exempt: dec(row.exempt),
})
