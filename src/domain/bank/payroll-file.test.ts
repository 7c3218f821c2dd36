import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type FileFormat, FormatMismatch, GENERIC_FIXED, payrollFile } from './payroll-file.ts'

const shipped: (FileFormat & { code: string })[] = JSON.parse(
  readFileSync(new URL('../../../modules/talent/bank_file_format.rows.json', import.meta.url), 'utf8'),
)
const format = (code: string) => shipped.find((row) => row.code === code)!
const batch = {
  company_code: 'DEMO',
  company_name: 'Mabuhay Trading Corporation',
  company_account: '1234-5678-90',
  batch_no: 'BT-2026-000012',
  bank_code: 'BPI',
  credit_date: '2026-11-30',
  lines: [
    { account_no: '0011-2233-44', account_name: 'Peña, Ana', employee_no: 'D-00001', amount: '12345.67' },
    { account_no: '9988776655', account_name: 'Cruz, Ben', employee_no: 'D-00002', amount: '100.00' },
  ],
}
const lines = (code: string) => payrollFile(format(code), batch).split('\r\n').slice(0, -1)

test('the shipped generic format is used where none is chosen', () => {
  expect(payrollFile(format('GENERIC'), batch)).toBe(payrollFile(GENERIC_FIXED, batch))
  expect(lines('GENERIC')).toEqual([
    `HDEMO      ${'BT-2026-000012'.padEnd(20)}000000123456789020261130000002000000001244567`,
    `D0000000011223344${'PENA, ANA'.padEnd(40)}000000001234567`,
    `D0000009988776655${'CRUZ, BEN'.padEnd(40)}000000000010000`,
    'T000002000000001244567',
  ])
})

test('BPI: records of 128 characters, with its checksum of account and amount', () => {
  const records = lines('BPI128')
  expect(records.map((record) => record.length)).toEqual([128, 128, 128, 128])
  // Account 0011223344: (22 + 33 + 44) × 12,345.67 = 1,222,221.33.
  expect(records[1]!.slice(0, 49)).toBe('DDEMO 1130261230011223344000001234567000122222133')
  // The trailer has the sum of the accounts, the total, and the sum of the checksums: 99 × 12,345.67 + (77 + 66 + 55) × 100.
  expect(records[3]!.slice(0, 78)).toBe('TDEMO 1130261221234567890000009999999999000000001244567000000000124202133000' + '02')
})

test('the other shipped formats match their sources', () => {
  expect(lines('SECB')).toEqual([
    'PHP010001234567890113026' + '2000000001244567',
    'PHP1000000112233440000007000000001234567',
    'PHP1000099887766550000007000000000010000',
  ])
  expect(lines('BDO')).toEqual([
    'H20260000121234567890MABUHAY TR20261130',
    '000000001122334412345.67',
    '0000009988776655100.00',
    'T000000000212445.67',
  ])
  expect(lines('PESONET')[0]).toBe('BPI,0011223344,"Peña, Ana",12345.67,BT-2026-000012')
})

test('an account number longer than its field is refused, not cut', () => {
  const long = { ...batch, lines: [{ ...batch.lines[0]!, account_no: '12345678901' }] }
  expect(() => payrollFile(format('BPI128'), long)).toThrow(FormatMismatch)
})
