import { useEffect, useMemo, useState } from 'react'
import type { Field, PickerFigure } from '../../engine/model/field.ts'
import type { Row } from '../../engine/model/module.ts'
import { useFieldClient } from './client.ts'
import { parametersOf } from './filters.ts'
import { figureText } from './numeric.ts'
import type { Ref } from './ref.ts'
import { label } from './text.ts'
import type { Surroundings } from './types.ts'

/** Figures of a picker's options beside their own fields, requested once the options are there: "Available 12". */
export function useFigures(field: Field, items: readonly Ref[], around: Surroundings | undefined): (ref: Ref) => readonly string[] {
  const client = useFieldClient()
  const [known, setKnown] = useState<ReadonlyMap<number, readonly string[]>>(new Map())
  const figures = field.pickerFigures
  const ids = figures ? items.map(({ id }) => id).join() : ''
  useEffect(() => {
    if (!figures || !ids || !client.figures || !field.to) return
    const abort = new AbortController()
    const asked = figures.map(async (figure) => {
      const rows = await client.figures!(field.to!, figure.call, { ids, ...parametersOf(figure.with, around) }, abort.signal)
      return new Map(rows.map((row: Row) => [Number(row.id), textOf(figure, row[figure.value])]))
    })
    void Promise.all(asked).then((answers) => {
      if (abort.signal.aborted) return
      setKnown(new Map(ids.split(',').map((id) => [Number(id), answers.flatMap((answer) => answer.get(Number(id)) ?? [])])))
    })
    return () => abort.abort()
  }, [client, field.to, figures, ids, around])
  return useMemo(() => (ref: Ref) => known.get(ref.id) ?? [], [known])
}

const textOf = ({ type, title }: PickerFigure, value: unknown): string | undefined =>
  value === null || value === undefined ? undefined : `${label(title)} ${figureText(type, value)}`
