/**
 * Stands in for the Markdown renderer that the form library sends along for descriptions. Ours are plain text,
 * and a quarter of the form's code would be a parser that nothing asks for.
 */
import type { ReactNode } from 'react'

export const Markdown = ({ children }: { children?: ReactNode }): ReactNode => children
export default Markdown
