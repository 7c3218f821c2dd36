/**
 * Replaces the Markdown renderer that the form library includes for descriptions. Ours are plain text, and a quarter of
 * the form's code would be an unused parser.
 */
import type { ReactNode } from 'react'

export const Markdown = ({ children }: { children?: ReactNode }): ReactNode => children
export default Markdown
