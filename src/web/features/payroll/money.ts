import { numberText } from '../../records/index/format.ts'

/** `1,234.50`; a dash where there is nothing. */
export const money = (value: unknown): string => (value === null || value === undefined ? '–' : numberText(value, 'money'))
/** With its sign, for changes. */
export const signed = (value: number): string => (value > 0 ? `+${money(value)}` : money(value))
export const quantity = (value: unknown): string => numberText(value, 'quantity', { scale: 2 })
