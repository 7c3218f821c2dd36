/** A cell to bring into view, from outside of the grid: the summary of a form's errors knows no more than its path. */
interface CellPlace {
  readonly key: string
  /** Without it the first column. */
  readonly field: string | undefined
}

const EVENT = 'go-to-cell'

/** Makes the cell the active one of the grid and gives the grid the focus. Rows are virtual: the cell need not be drawn. */
export const goToCell = (grid: HTMLElement, place: CellPlace): void => void grid.dispatchEvent(new CustomEvent(EVENT, { detail: place }))

/** Listens on a grid; returns the function that stops it. */
export function onGoToCell(grid: HTMLElement, go: (place: CellPlace) => void): () => void {
  const listener = (event: Event) => go((event as CustomEvent<CellPlace>).detail)
  grid.addEventListener(EVENT, listener)
  return () => grid.removeEventListener(EVENT, listener)
}
