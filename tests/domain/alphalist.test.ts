/** The DAT file of form 1604-C: the accepted example byte by byte, and the file read back by the positions of its layout. */
import { expect, test } from 'vitest'
import { alphalistFile, alphalistFileName, cellsOf, problemsOfRecord, tinOf, type YearOfEmployee } from '../../src/domain/payroll/index.ts'
import { dec, ZERO } from '../../src/kernel/decimal.ts'

const EMPLOYER = { tin: '684785510', branch: '0000', year: 2025 }
const amounts = (boxes: Record<string, number>) => Object.fromEntries(Object.entries(boxes).map(([no, amount]) => [no, dec(amount)]))

const REYES: YearOfEmployee = {
  schedule: 'D1',
  tin: '901-234-567-00000',
  last_name: 'Reyes',
  first_name: 'Maria',
  middle_name: 'Santos',
  region: 'NCR',
  from: '2025-01-01',
  to: '2025-12-31',
  boxes: amounts({
    19: 532000,
    20: 82187.5,
    21: 449812.5,
    23: 449812.5,
    24: 32462.5,
    '25A': 32462.5,
    34: 40000,
    35: 12000,
    36: 30187.5,
    38: 82187.5,
    39: 449812.5,
    52: 449812.5,
  }),
  december: dec(3462.5),
  nationality: 'Filipino',
  employment_status: 'R',
  separation: 'NA',
  substituted: true,
}
/** Hired in March from another employer, paid back tax in December. */
const PENA: YearOfEmployee = {
  ...REYES,
  tin: '123456789',
  last_name: 'Peña',
  first_name: 'José',
  middle_name: '',
  from: '2025-03-01',
  boxes: amounts({
    19: 320000,
    22: 60000,
    23: 360000,
    24: 16500,
    '25A': 15500,
    '25B': 1000,
    33: 5000,
    36: 15000,
    38: 20000,
    39: 280000,
    48: 10000,
    50: 10000,
    52: 300000,
  }),
  december: dec(-500.25),
  substituted: false,
}
const CRUZ: YearOfEmployee = {
  ...REYES,
  schedule: 'D2',
  tin: '234-567-891-0012',
  last_name: 'Cruz',
  first_name: 'Ana',
  boxes: amounts({
    19: 252500,
    23: 2500,
    29: 200000,
    30: 5000,
    31: 7000,
    32: 3000,
    33: 1000,
    34: 17000,
    35: 6000,
    36: 10000,
    37: 1000,
    38: 250000,
    45: 2500,
    52: 2500,
  }),
  december: ZERO,
  separation: 'T',
  wage: { day: dec(695), factor: dec(313) },
}
const recordOf = (person: YearOfEmployee) => ({ schedule: person.schedule, cells: cellsOf(person) })

test('alphalist: the accepted example, byte by byte', () => {
  const lines = alphalistFile(EMPLOYER, [recordOf(REYES)]).split('\r\n')
  expect(lines).toEqual([
    'H1604C,684785510,0000,12/31/2025',
    'D1,1604C,684785510,0000,12/31/2025,1,901234567,0000,"REYES","MARIA","SANTOS",NCR,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,01/01/2025,12/31/2025,532000.00,0.00,40000.00,12000.00,30187.50,0.00,82187.50,449812.50,0.00,0.00,449812.50,449812.50,449812.50,32462.50,0.00,29000.00,3462.50,0.00,32462.50,FILIPINO,R,NA,Y,0.00',
    'C1,1604C,684785510,0000,12/31/2025,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00,532000.00,0.00,40000.00,12000.00,30187.50,0.00,82187.50,449812.50,0.00,0.00,449812.50,449812.50,449812.50,32462.50,0.00,29000.00,3462.50,0.00,32462.50,0.00',
    '',
  ])
  expect(alphalistFileName(EMPLOYER)).toBe('6847855100000123120251604C.DAT')
})

test('alphalist: schedule 2 has the minimum wage and its exempt pay; read back by position, the totals are the sums of the records', () => {
  const file = alphalistFile(EMPLOYER, [REYES, CRUZ, PENA].map(recordOf))
  const lines = file
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(lines.map((line) => [line[0], line.length])).toEqual([
    ['H1604C', 4],
    ['D1', 49],
    ['D1', 49],
    ['C1', 36],
    ['D2', 59],
    ['C2', 45],
  ])
  // Positions of amounts, counted from 1 as the layout does.
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const SUMMED = { D1: [...range(13, 23), ...range(26, 44), 49], D2: [...range(13, 26), ...range(29, 32), ...range(34, 53), 58, 59] }
  for (const [schedule, positions] of Object.entries(SUMMED)) {
    const records = lines.filter(([kind]) => kind === schedule)
    const totals = lines.find(([kind]) => kind === `C${schedule.slice(1)}`)!
    expect(positions.map((position) => records.reduce((all, line) => all.plus(dec(line[position - 1])), ZERO).toFixed(2))).toEqual(
      totals.slice(5),
    )
  }
  const [, , pena, , cruz] = lines
  expect(pena!.slice(5, 12)).toEqual(['2', '123456789', '0000', '"PENA"', '"JOSE"', '""', 'NCR'])
  // Of the previous employer, and withheld: 16,000.25 before December, 500.25 paid back, 15,500 in all.
  expect(pena!.slice(12, 26)).toEqual([
    ...'60000.00 0.00 0.00 0.00 0.00 0.00 0.00 60000.00 0.00 0.00 60000.00 03/01/2025 12/31/2025 320000.00'.split(' '),
  ])
  expect(pena!.slice(36, 48)).toEqual('360000.00 360000.00 16500.00 1000.00 16000.25 0.00 500.25 15500.00 FILIPINO R NA N'.split(' '))
  expect(cruz!.slice(5, 12)).toEqual(['1', '234567891', '0012', '"CRUZ"', '"ANA"', '"SANTOS"', 'NCR'])
  // 695 × 313 ÷ 12 = 18,127.92 a month; 217,535 a year.
  expect(cruz!.slice(28, 42)).toEqual(
    '252500.00 695.00 18127.92 217535.00 313 5000.00 7000.00 3000.00 1000.00 17000.00 6000.00 10000.00 1000.00 250000.00'.split(' '),
  )
  expect(cruz!.slice(42, 59)).toEqual(
    '0.00 2500.00 2500.00 2500.00 2500.00 0.00 0.00 0.00 0.00 0.00 0.00 FILIPINO R T Y 0.00 200000.00'.split(' '),
  )
  // Non-taxable pay of schedule 2 is the sum of its parts, basic pay (field 59) with it.
  expect([34, 35, 36, 37, 38, 39, 40, 41, 59].reduce((all, position) => all + Number(cruz![position - 1]), 0)).toBe(250000)
  expect(Buffer.from(file, 'latin1').every((byte) => byte < 128)).toBe(true)
})

test('alphalist: what the BIR validation rejects is reported before', () => {
  const found = (changes: Partial<YearOfEmployee>) => problemsOfRecord('D1', cellsOf({ ...REYES, ...changes }))
  expect(found({})).toEqual([])
  expect(found({ tin: null })).toEqual([{ kind: 'no_tin', detail: '' }])
  expect(found({ tin: '12-34' })).toEqual([{ kind: 'wrong_tin', detail: '1234' }])
  expect(found({ tin: '000-000-000' })).toEqual([{ kind: 'wrong_tin', detail: '000000000' }])
  expect(found({ first_name: 'Ma. Niña', last_name: "D'Angelo-Cruz" })).toEqual([])
  expect(found({ last_name: 'Cruz & Co', middle_name: 'San*tos', first_name: '' })).toEqual([
    { kind: 'no_name', detail: '' },
    { kind: 'characters', detail: 'CRUZ & CO' },
    { kind: 'characters', detail: 'SAN*TOS' },
  ])
  expect(found({ boxes: { ...REYES.boxes, 35: dec(-1) } })).toEqual([{ kind: 'negative_amount', detail: 'de minimis: -1.00' }])
  // Tax due 1,000 and 3,500 withheld by the previous employer: the 500 withheld here and 2,000 more are refunded, as field 44 says.
  const refunding = { ...REYES, boxes: { ...REYES.boxes, '25A': dec(-2000), '25B': dec(3500) }, december: dec(-2500) }
  expect(found(refunding)).toEqual([])
  expect(cellsOf(refunding).slice(33, 38)).toEqual(['3500.00', '500.00', '0.00', '2500.00', '-2000.00'])
  // In a final pay of August, nothing is left of what was withheld before December.
  expect(cellsOf({ ...refunding, december: ZERO }).slice(33, 38)).toEqual(['3500.00', '0.00', '0.00', '2000.00', '-2000.00'])
  expect(found({ boxes: { ...REYES.boxes, '25A': dec(-2), '25B': dec(1) } })).toEqual([
    { kind: 'negative_amount', detail: 'withheld: -2.00' },
  ])
  expect(tinOf('123-456-789-00012')).toEqual({ tin: '123456789', branch: '0012' })
})
