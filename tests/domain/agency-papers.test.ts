/** Lists for the agencies, read back by positions that are written here from the layouts, not from the data that writes them. */
import { expect, test } from 'vitest'
import { AGENCY_PAPERS, agencyFile, agencyFileName, agencyPaper } from '../../src/domain/statutory/index.ts'

const HEADER = {
  employer: 'Peña Trading',
  employer_no: '03-1234567-8',
  month: 8,
  year: 2026,
  short_year: 26,
  address: '1 Ayala',
  total: 500,
  receipt: '',
  date_paid: null,
}
const PERSON = { last_name: 'Dela Cruz', first_name: 'Ana', middle_name: 'Reyes', id_number: '34-1234567-8', employee_no: 'E1' }
/** Pieces of a line by their widths. */
const cut = (line: string, widths: readonly number[]): string[] => {
  const starts = widths.map((_, index) => widths.slice(0, index).reduce((sum, width) => sum + width, 0))
  return widths.map((width, index) => line.slice(starts[index], starts[index]! + width).trim())
}

test('the SSS loan list: header, members and totals of the older program', () => {
  const paper = agencyPaper('sss_loans', '2026-08')!
  const loan = { ...PERSON, loan_type: 'S', loan_date: '2025-11-30', principal: 40000, penalty: 0, amount: 1846.15 }
  const [head, first, second, foot] = agencyFile(paper, HEADER, [loan, { ...loan, amount: 100 }]).split('\r\n')
  expect(cut(head!, [2, 10, 30, 4])).toEqual(['00', '0312345678', 'PENA TRADING', '2608'])
  const widths = [2, 10, 15, 15, 2, 1, 6, 6, 7, 7]
  expect(cut(first!, widths)).toEqual(['10', '3412345678', 'DELA CRUZ', 'ANA', 'RE', 'S', '251130', '040000', '0000000', '0184615'])
  expect([first!.length, second!.length]).toEqual([73, 73])
  expect(cut(foot!, [2, 6, 15, 15])).toEqual(['99', '000002', '000000000000000', '000000000194615'])
  expect(agencyFileName(paper, HEADER)).toBe('LCL0312345678082026.txt')
})

test('R-3: the month is in its column of the quarter', () => {
  const august = { ...PERSON, second_month: 4875, second_ec: 30, nothing: 0, status: 'N', status_date: '2026-08-03' }
  const [head, line, , foot] = agencyFile(agencyPaper('sss_r3', '2026-08')!, HEADER, [august, august]).split('\r\n')
  expect(cut(head!, [2, 30, 6, 10])).toEqual(['00', 'PENA TRADING', '082026', '0312345678'])
  const cells = cut(line!, [2, 15, 15, 1, 10, 8, 8, 8, 6, 6, 6, 6, 6, 6, 6, 1, 8])
  expect(cells.slice(4)).toEqual([
    '3412345678',
    '0.00',
    '4875.00',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '30.00',
    '0.00',
    '',
    'N',
    '08032026',
  ])
  expect(cut(foot!, [2, 12, 12, 12, 30, 10, 10, 10]).map((cell) => Number(cell))).toEqual([99, 0, 9750, 0, 0, 0, 60, 0])
})

test('Pag-IBIG loans have their instalment in the contribution file; every layout names its source', () => {
  const [head, line] = agencyFile(agencyPaper('pagibig_stlrf', '2026-08')!, HEADER, [
    { ...PERSON, amount: 950.5, tin: '901-234-567', birth_at: '1990-05-05' },
  ]).split('\r\n')
  expect(cut(head!, [2, 2, 6, 15, 1, 2])).toEqual(['EH', '', '202608', '0312345678', 'P', 'ST'])
  expect(cut(line!, [2, 12, 15, 30, 30, 30, 13, 13, 15, 8])).toEqual([
    'DT',
    '003412345678',
    'E1',
    'DELA CRUZ',
    'ANA',
    'REYES',
    '950.50',
    '0.00',
    '901234567',
    '19900505',
  ])
  for (const paper of AGENCY_PAPERS) expect([paper.paper, Boolean(paper.source)]).toEqual([paper.paper, true])
  expect(() => agencyFile(agencyPaper('sss_loans', '2026-08')!, HEADER, [{ ...PERSON, amount: 123456.78 }])).toThrow('longer than 7')
})
