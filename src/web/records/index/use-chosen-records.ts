import { functionalUpdate, type RowSelectionState, type Updater } from '@tanstack/react-table'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Row } from '../../../engine/model/module.ts'

/**
 * The records that are chosen, over pages: the table knows their ids, actions need what stands in them. `everything`
 * is all that a search and filters find, beyond the page; it ends with them (`narrowing`).
 */
export const useChosenRecords = (rows: readonly Row[], narrowing: string) => {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  const [everything, setEverything] = useState(false)
  useEffect(() => {
    if (narrowing) setEverything(false)
  }, [narrowing])
  const selection: RowSelectionState = useMemo(() => Object.fromEntries([...chosen.keys()].map((id) => [id, true as const])), [chosen])
  const onSelectionChange = useCallback(
    (change: Updater<RowSelectionState>) => {
      const next = functionalUpdate(change, selection)
      const known = new Map([...chosen, ...rows.map((row) => [String(row.id), row] as const)])
      setEverything(false)
      setChosen(new Map(Object.keys(next).flatMap((id) => (next[id] && known.has(id) ? [[id, known.get(id)!]] : []))))
    },
    [chosen, rows, selection],
  )
  const clear = () => {
    setChosen(new Map())
    setEverything(false)
  }
  return { chosen, selection, onSelectionChange, clear, everything, chooseEverything: () => setEverything(true) }
}
