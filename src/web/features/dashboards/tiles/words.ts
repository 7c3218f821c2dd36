/** How the figures and records of tiles read. */
import type { Figure, MeasureColumn } from '../../../../engine/model/aggregate.ts'
import type { Row } from '../../../../engine/model/module.ts'
import type { TileAnswer, TileColumn } from '../../../../engine/model/tile-answer.ts'
import { figureText, filterQuery } from '../../../records/figures/words.ts'
import { dateText, instantText, isNumeric, numberText } from '../../../records/index/format.ts'
import { label, t } from '../text.ts'

const PESO = '₱'

/** `₱1,234.50`; the sign of a negative amount stands before the currency. */
export const moneyText = (text: string): string => (text.startsWith('-') ? `-${PESO}${text.slice(1)}` : `${PESO}${text}`)

/** A figure with its unit. */
export function amountText(measure: MeasureColumn, value: Figure | undefined): string {
  const text = figureText(measure, value)
  return measure.type === 'money' ? moneyText(text) : text
}

/** A value of a record as a list tile shows it. */
export function cellText({ type, scale, options }: TileColumn, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (type === 'boolean') return t(value ? 'tiles.yes' : 'tiles.no')
  if (type === 'date') return dateText(value)
  if (type === 'datetime') return instantText(value)
  if (type === 'money') return moneyText(numberText(value, type, scale === undefined ? {} : { scale }))
  if (isNumeric(type)) return numberText(value, type, scale === undefined ? {} : { scale })
  if (Array.isArray(value)) return value.map(String).join(', ')
  return options ? label(options.find((option) => option.value === value)?.label ?? String(value)) : String(value)
}

/** The title that the tile gives to a figure or a choice; undefined where it gives none. */
export function titleIn({ titles }: TileAnswer, name: string | undefined): string | undefined {
  const given = titles?.find((entry) => entry.name === name)?.title
  return given === undefined ? undefined : label(given)
}

/** The place of the figure that a tile shows. */
export const shownOf = ({ names = [], show }: TileAnswer): number => Math.max(0, show === undefined ? 0 : names.indexOf(show))

/** Title of a figure: the tile's own, else that of its field, else that of the tile. */
export const figureTitle = (tile: TileAnswer, index: number): string =>
  titleIn(tile, tile.names?.[index]) ?? label(tile.measures?.[index]?.title ?? tile.title)

/** The address of a list with these filters and this search. */
export function listQueryOf(filter: Row, search?: string): string {
  const query = filterQuery(filter)
  return search ? `${query}&search=${encodeURIComponent(search)}` : query
}
