/**
 * Worked figures of the statutory tables, numbered as in the collection they come from. RR: illustrations of
 * Revenue Regulations 11-2018. Handbook: DOLE Handbook on Workers' Statutory Monetary Benefits, 2023.
 * "Printed" figures that do not follow from their own rule are kept beside the right one.
 */

/** A: tax of one period. Table D until 2022, table E from 2023. */
export const TAX_OF_PERIOD = [
  { row: 'A1', annex: 'D', period: 'daily', regular: '2500', tax: '448.56', from: 'RR illustration 6' },
  { row: 'A2', annex: 'D', period: 'weekly', regular: '9500', tax: '1028.92', from: 'RR illustration 7' },
  { row: 'A4', annex: 'D', period: 'monthly', regular: '165000', supplementary: '5000', tax: '41833.23', from: 'RR illustration 9' },
  { row: 'A5', annex: 'D', period: 'monthly', regular: '170500', supplementary: '5000', tax: '43659.89', from: 'RMC 1-2018 example 4' },
  { row: 'A7', annex: 'D', period: 'monthly', regular: '30000', tax: '1833.40', from: 'RR' },
  { row: 'A8', annex: 'D', period: 'monthly', regular: '50000', tax: '6666.75', from: 'RR' },
  { row: 'A10', annex: 'E', period: 'monthly', regular: '20833', tax: '0.00', from: 'audit' },
  { row: 'A11', annex: 'E', period: 'monthly', regular: '20834', tax: '0.15', from: 'audit' },
  { row: 'A13', annex: 'E', period: 'monthly', regular: '50000', tax: '5208.40', from: 'RR' },
  { row: 'A14', annex: 'E', period: 'monthly', regular: '50000', supplementary: '10000', tax: '7208.40', from: 'RR' },
  { row: 'A16', annex: 'E', period: 'daily', regular: '600', tax: '0.00', from: 'RR' },
  { row: 'A17', annex: 'E', period: 'monthly', regular: '33333', tax: '1875.00', from: 'base of the bracket' },
  { row: 'A19', annex: 'E', period: 'monthly', regular: '166667', tax: '33541.80', from: 'base of the bracket' },
  { row: 'A20', annex: 'E', period: 'monthly', regular: '666667', tax: '183541.80', from: 'base of the bracket' },
  { row: 'A22', annex: 'E', period: 'semi_monthly', regular: '10570', tax: '22.95', from: 'payslip suite' },
  { row: 'A23', annex: 'E', period: 'semi_monthly', regular: '8791.50', tax: '0.00', from: 'payslip suite' },
  { row: 'A25', annex: 'E', period: 'daily', regular: '2500', tax: '357.85', from: 'worked from the rule' },
  { row: 'A26', annex: 'E', period: 'weekly', regular: '7692', tax: '432.60', from: 'base of the bracket' },
] as const

/** B: tax of a year. */
export const TAX_OF_YEAR = [
  { row: 'B1', annex: 'E', taxable: '250000', tax: '0.00' },
  { row: 'B2', annex: 'E', taxable: '400000', tax: '22500.00' },
  { row: 'B4', annex: 'E', taxable: '2000000', tax: '402500.00' },
  { row: 'B5', annex: 'E', taxable: '8000000', tax: '2202500.00' },
  { row: 'B7', annex: 'E', taxable: '449812.50', tax: '32462.50' },
  { row: 'B8', annex: 'E', taxable: '573800', tax: '57260.00' },
  { row: 'B10', annex: 'D', taxable: '720000', tax: '110000.00' },
  { row: 'B11', annex: 'D', taxable: '1515000', tax: '344500.00' },
  { row: 'B13', annex: 'D', taxable: '275000', tax: '5000.00' },
  { row: 'B14', annex: 'E', taxable: '295550', tax: '6832.50' },
] as const

/** C: cumulative average; taxable compensation of each month in turn, and the tax withheld in it. */
export const CUMULATIVE_AVERAGE = [
  { row: 'C1', annex: 'D', months: ['35000', '30000', '40000'], tax: ['2916.75', '1750.05', '4083.45'], from: 'RR illustration 10' },
  { row: 'C2', annex: 'D', months: ['30000', '30000', '35000'], tax: ['1833.40', '1833.40', '2833.39'], from: 'RR illustration 11' },
  {
    row: 'C3',
    annex: 'D',
    months: ['35000'],
    previous: { taxable: '180000', periods: 6, withheld: '11000.40' },
    tax: ['2833.42'],
    // The regulation prints 2,833.35, which its own method does not give; annualisation levels the difference.
    from: 'RR illustration 12, by its method',
  },
  { row: 'C5', annex: 'E', months: ['45000'], tax: ['4208.40'], from: 'RR' },
] as const

/** D: annualisation of totals; positive is withheld, negative refunded. */
export const ANNUALISED = [
  { row: 'D1', annex: 'D', taxable: '720000', withheld: '134164.50', tax: '-24164.50' },
  { row: 'D3', annex: 'D', taxable: '610000', withheld: '73334.25', tax: '9165.75' },
  { row: 'D4', annex: 'D', taxable: '275000', withheld: '8334', tax: '-3334.00' },
  { row: 'D6', annex: 'E', taxable: '449812.50', withheld: '29000', tax: '3462.50' },
  { row: 'D7', annex: 'E', taxable: '295550', withheld: '0', tax: '6832.50' },
] as const

/** E: SSS. `shares`: employee, employer, employee MPF, employer MPF, EC. */
export const SSS = [
  { row: 'E2', date: '2025-06-30', compensation: '5000', msc: '5000', shares: ['250', '500', '0', '0', '10'] },
  { row: 'E3', date: '2025-06-30', compensation: '5249.99', msc: '5000', shares: ['250', '500', '0', '0', '10'] },
  { row: 'E5', date: '2025-06-30', compensation: '14749.99', msc: '14500', shares: ['725', '1450', '0', '0', '10'] },
  { row: 'E6', date: '2025-06-30', compensation: '14750', msc: '15000', shares: ['750', '1500', '0', '0', '30'] },
  { row: 'E8', date: '2025-06-30', compensation: '20250', msc: '20500', shares: ['1000', '2000', '25', '50', '30'] },
  { row: 'E9', date: '2025-06-30', compensation: '34749.99', msc: '34500', shares: ['1000', '2000', '725', '1450', '30'] },
  { row: 'E11', date: '2025-06-30', compensation: '800000', msc: '35000', shares: ['1000', '2000', '750', '1500', '30'] },
  { row: 'E12', date: '2023-06-30', compensation: '4000', msc: '4000', shares: ['180', '380', '0', '0', '10'] },
  { row: 'E14', date: '2023-06-30', compensation: '20250', msc: '20500', shares: ['900', '1900', '22.5', '47.5', '30'] },
  { row: 'E15', date: '2021-06-30', compensation: '24750', msc: '25000', shares: ['900', '1700', '225', '425', '30'] },
] as const

/** F and L5: PhilHealth. `shares`: premium, employee, employer. */
export const PHILHEALTH = [
  { row: 'F2', date: '2018-06-30', salary: '11250', shares: ['309.38', '154.69', '154.69'] },
  { row: 'F3', date: '2018-06-30', salary: '25410', shares: ['698.78', '349.39', '349.39'] },
  { row: 'F5', date: '2024-06-30', salary: '30450', shares: ['1522.50', '761.25', '761.25'] },
  { row: 'F6', date: '2024-06-30', salary: '14749.99', shares: ['737.50', '368.75', '368.75'] },
  { row: 'F8', date: '2024-06-30', salary: '15116.25', shares: ['755.81', '377.90', '377.91'] },
  { row: 'F9', date: '2024-06-30', salary: '45678.20', shares: ['2283.91', '1141.95', '1141.96'] },
  { row: 'F11', date: '2024-06-30', salary: '10000', shares: ['500.00', '250.00', '250.00'] },
  { row: 'F12', date: '2024-06-30', salary: '100000', shares: ['5000.00', '2500.00', '2500.00'] },
  { row: 'F14', date: '2024-06-30', salary: '21140', shares: ['1057.00', '528.50', '528.50'] },
  { row: 'F15', date: '2022-06-30', salary: '80000', shares: ['3200.00', '1600.00', '1600.00'] },
  { row: 'L5', date: '2022-01-31', salary: '25000', shares: ['1000.00', '500.00', '500.00'] },
] as const

/** G: Pag-IBIG since February 2024. `shares`: employee, employer. */
export const PAGIBIG = [
  { row: 'G2', compensation: '1501', shares: ['30.02', '30.02'] },
  { row: 'G3', compensation: '5000', shares: ['100.00', '100.00'] },
  { row: 'G5', compensation: '10000', shares: ['200.00', '200.00'] },
  { row: 'G6', compensation: '30450', shares: ['200.00', '200.00'] },
  { row: 'G8', compensation: '4000', shares: ['80.00', '80.00'] },
] as const

/** I: hours of a daily rate, by kind of day. `multiple` of one hour times hours, rounded once. */
export const PREMIUM = [
  { row: 'I2', daily: '573', day: 'regular_holiday', hours: 8, amount: '1146.00' },
  { row: 'I3', daily: '610', day: 'rest_day', hours: 8, amount: '793.00' },
  { row: 'I3 (special day)', daily: '610', day: 'special', hours: 8, amount: '793.00' },
  { row: 'I5', daily: '610', day: 'special_rest_day', hours: 8, amount: '915.00' },
  { row: 'I6', daily: '573', day: 'special_rest_day', hours: 8, amount: '859.50' },
  { row: 'I8', daily: '610', day: 'ordinary', hours: 1, overtime: true, amount: '95.31' },
  // The Handbook prints 93.12 (130%), 128.74, 121.63 and 139.68 for the next four: misprints, or the hourly rate rounded first.
  { row: 'I9', daily: '573', day: 'ordinary', hours: 1, overtime: true, amount: '89.53' },
  { row: 'I10', daily: '610', day: 'rest_day', hours: 1, overtime: true, amount: '128.86' },
  { row: 'I11', daily: '573', day: 'special', hours: 1, overtime: true, amount: '121.05' },
  { row: 'I13', daily: '573', day: 'special_rest_day', hours: 1, overtime: true, amount: '139.67' },
  { row: 'I12', daily: '610', day: 'special_rest_day', hours: 1, overtime: true, amount: '148.69' },
  { row: 'I15', daily: '404', day: 'ordinary', hours: 1, overtime: true, amount: '63.13' },
  { row: 'I16', daily: '695', day: 'regular_holiday', hours: 8, amount: '1390.00' },
  { row: 'I28', daily: '800', day: 'ordinary', hours: 1, overtime: true, night: true, amount: '137.50' },
  { row: 'I30', daily: '800', day: 'special_rest_day', hours: 1, overtime: true, night: true, amount: '214.50' },
  { row: 'I31', daily: '800', day: 'regular_holiday', hours: 1, overtime: true, night: true, amount: '286.00' },
  { row: 'I33', daily: '800', day: 'double_regular_rest_day', hours: 1, overtime: true, night: true, amount: '557.70' },
  { row: 'L6', daily: '255', day: 'ordinary', hours: 1, overtime: true, amount: '39.84' },
  { row: 'L11', daily: '755', day: 'double_regular_rest_day', hours: 8, amount: '2944.50' },
] as const

/** J: rates and factors. */
export const EQUIVALENT = [
  { row: 'J1', daily: '610', factor: 313, monthly: '15910.83' },
  { row: 'J3', daily: '695', factor: 365, monthly: '21139.58' },
  { row: 'J4', daily: '695', factor: 313, monthly: '18127.92' },
  { row: 'J6', daily: '755', factor: 261, monthly: '16421.25' },
  // Part-time: half of the hours of a week.
  { row: 'J7', daily: '347.50', factor: 261, monthly: '7558.13' },
] as const
