import type { ReactNode } from 'react'

/** Lines beneath a question, and below them what speaks against going on. */
export const noteOf = (lines: readonly string[], against?: ReactNode): ReactNode => (
  <>
    {lines.map((line) => (
      <div key={line}>{line}</div>
    ))}
    {against}
  </>
)
