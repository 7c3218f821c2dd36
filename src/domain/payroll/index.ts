/** Payroll arithmetic; start reading at `payslip.ts`. */
export * from './final.ts'
export * from './payslip.ts'
export * from './result.ts'
export * from './settings.ts'
export * from './types.ts'
