/** Addresses of the records that a value names, for users who can open them. */
import { createContext, useContext } from 'react'
import type { Field, Row } from '../../engine/model/module.ts'
import { isRef } from './types.ts'

type LinkTo = (module: string, id: number) => string | undefined

const Context = createContext<LinkTo>(() => undefined)
/** Provided around a record in view mode: without it references are plain text. */
export const RecordLinks = Context.Provider

/** Answers the address of the rows that a figure is made of: of the record, or of a `row` of its tables, `rows.total`. */
export type FigureLink = (field: string, value: unknown, row?: Row) => string | undefined
const Figures = createContext<FigureLink>(() => undefined)
/** Provided around a record in view mode. */
export const FigureLinks = Figures.Provider
export const useFigureLink = (): FigureLink => useContext(Figures)

const ALWAYS: Readonly<Partial<Record<Field['type'], string>>> = { user: 'user', employee: 'employee' }

/** Answers the address of one record that a reference field names; undefined where it is not to be opened. */
export const useLinkOf = (field: Field): ((ref: unknown) => string | undefined) => {
  const linkTo = useContext(Context)
  const module = field.to ?? ALWAYS[field.type]
  return (ref) => (module && isRef(ref) ? linkTo(module, ref.id) : undefined)
}
