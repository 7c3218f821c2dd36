import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import type { ListRow } from './list-table.ts'

const OVERSCAN = 12

/** The rows in sight of a long page; spacer rows keep the scrollbar honest. */
const VirtualRows = ({
  rows,
  scroller,
  rowHeight,
  span,
  inert,
  draw,
}: {
  rows: readonly ListRow[]
  scroller: HTMLDivElement | null
  rowHeight: number
  span: number
  inert: boolean
  draw: (row: ListRow) => ReactNode
}) => {
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
  })
  const items = virtualizer.getVirtualItems()
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const spacer = (height: number) =>
    height > 0 && (
      <tr aria-hidden="true">
        <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
      </tr>
    )
  return (
    <tbody inert={inert}>
      {spacer(before)}
      {items.map(({ index }) => draw(rows[index]!))}
      {spacer(after)}
    </tbody>
  )
}

export default VirtualRows
