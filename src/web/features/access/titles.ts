import { words } from '../../i18n/words.ts'
import { label } from '../admin/text.ts'

/** The title of a permission code. */
export const codeTitle = (code: string): string => label(words(code))
