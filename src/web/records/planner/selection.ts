/** The selected days of a board: a block between where it began and the day that has the focus. */
export interface Place {
  readonly row: number
  readonly day: number
}
export interface Selection {
  readonly anchor: Place
  readonly focus: Place
}

const range = (a: number, b: number): number[] => Array.from({ length: Math.abs(a - b) + 1 }, (_, index) => Math.min(a, b) + index)

/** Rows and days of the block. */
export const spanOf = ({ anchor, focus }: Selection): readonly [rows: readonly number[], days: readonly number[]] => [
  range(anchor.row, focus.row),
  range(anchor.day, focus.day),
]

export const isIn = (selection: Selection, { row, day }: Place): boolean => {
  const [rows, days] = spanOf(selection)
  return rows.includes(row) && days.includes(day)
}
