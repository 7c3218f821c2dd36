/** Moves cards of a board: runs the step or the change on the server, says what happened, and offers to take it back. */
import { useCallback } from 'react'
import type { Field, Module } from '../../../engine/model/module.ts'
import { put } from '../../api/client.ts'
import { refreshRecords } from '../../api/queries.ts'
import type { RecordRow } from '../../api/types.ts'
import { label } from '../../i18n/index.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { runTransition } from '../actions/transition.ts'
import { t } from '../figures/text.ts'
import { nameOf } from '../title.ts'
import { type ColumnKey, moveTo, undoOf } from './moves.ts'

export interface Moved {
  readonly record: RecordRow
  readonly to: ColumnKey
  /** Name of the column. */
  readonly title: string
}

type Mover = (moved: Moved) => Promise<void>

/** Moves a card; the board is read again after it, also when the server refused. */
export function useMove(module: Module, field: Field, can: (code: string) => boolean): Mover {
  return useCallback(
    async ({ record, to, title }) => {
      const move = moveTo({ module, can, field }, record, to)
      if (move.kind === 'same') return
      if (move.kind === 'refused') return toast('warning', move.reason)
      const message = t('board.moved', { record: nameOf(module, record) ?? String(record.id), to: title })
      const save = (value: unknown, version: unknown) => put<RecordRow>(`${module.name}/${record.id}`, { version, [field.name]: value })
      const undone = async (work: () => Promise<unknown>) => {
        try {
          if ((await work()) !== null) toast('success', t('board.undone'))
        } catch (error) {
          toastError(error)
        }
        await refreshRecords(module.name)
      }
      try {
        if (move.kind === 'edit') {
          const before = record[field.name] ?? null
          const saved = await save(move.value, record.version)
          toast('success', message, { action: { title: t('board.undo'), run: () => void undone(() => save(before, saved.version)) } })
        } else {
          const done = await runTransition(module, move.transition, record)
          if (!done) return
          const undo = undoOf(module, can, move.transition, String(record.status))
          toast('success', message, {
            ...(undo && { action: { title: label(undo.title), run: () => void undone(() => runTransition(module, undo, done)) } }),
          })
        }
      } catch (error) {
        toastError(error)
      }
      await refreshRecords(module.name)
    },
    [module, field, can],
  )
}
