import { label } from '../admin/text.ts'

/** Codes whose words mean nothing outside of the program. */
const TITLES: Readonly<Record<string, string>> = { index: 'List' }

/** The title of a permission code. */
export const codeTitle = (code: string): string => label(TITLES[code] ?? code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' '))
