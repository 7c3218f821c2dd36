import { label } from '../admin/text.ts'

/** `view_all` as people read it. */
export const codeTitle = (code: string): string => label(code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' '))
