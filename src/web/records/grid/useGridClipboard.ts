import { type ClipboardEvent, useState } from 'react'
import { useFieldClient } from '../../fields/client.ts'
import { t } from '../../fields/text.ts'
import { toast } from '../../ui/toast.ts'
import type { GridParts } from './commands.ts'
import { isBeyond, pasteBlock } from './paste.ts'
import { type Block, blockText } from './range.ts'
import { parseTsv } from './tsv.ts'

/** One copied cell is pasted into each of the cells that are selected. */
const spread = (texts: string[][], block: Block | undefined): string[][] => {
  const single = texts.length === 1 && texts[0]!.length === 1
  if (!single || !block) return texts
  const line = Array.from({ length: block.right - block.left + 1 }, () => texts[0]![0]!)
  return Array.from({ length: block.bottom - block.top + 1 }, () => line)
}

/** Copies the selected cells as spreadsheets do, and pastes what they copied; `pasting` while names are looked up. */
export function useGridClipboard({ store, lines, fields, history, readOnly, selection, editing }: GridParts) {
  const [pasting, setPasting] = useState(false)
  const client = useFieldClient()
  const { active, block, go } = selection
  const paste = async (event: ClipboardEvent): Promise<void> => {
    if (readOnly || editing.now) return
    event.preventDefault()
    setPasting(true)
    const from = { row: Math.max(0, block?.top ?? 0), column: block?.left ?? 0 }
    history.mark()
    const cells = { columns: fields, from, block: spread(parseTsv(event.clipboardData.getData('text/plain')), block) }
    if (isBeyond(store, lines, cells)) toast('warning', t('grid.beyond'))
    const pasted = pasteBlock(store, lines, { ...cells, client })
    if (!active) go(from.row, from.column)
    await pasted
    setPasting(false)
  }
  return {
    pasting,
    onPaste: (event: ClipboardEvent) => void paste(event),
    onCopy: (event: ClipboardEvent) => {
      if (editing.now || !block) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', blockText(store, lines.name, fields, block))
    },
  }
}
