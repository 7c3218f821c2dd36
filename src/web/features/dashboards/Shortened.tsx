import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { t } from './text.ts'

/** The first entries of a card's list, and a button for the others, so that one card does not push the rest of the page away. */
export function Shortened<T>({
  items,
  first,
  children,
}: {
  items: readonly T[]
  first: number
  children: (shown: readonly T[]) => ReactNode
}) {
  const [all, setAll] = useState(false)
  // A button that brings a single entry takes as much room as the entry.
  const isCut = !all && items.length > first + 1
  return (
    <>
      {children(isCut ? items.slice(0, first) : items)}
      {isCut && (
        <Button variant="subtle" size="compact-sm" mt={8} onClick={() => setAll(true)}>
          {t('dashboard.showAll', { count: items.length })}
        </Button>
      )}
    </>
  )
}
