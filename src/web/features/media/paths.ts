/** The nesting of folders. */
interface Placed {
  readonly id: number
  readonly parent_id?: number | null | undefined
}

/** From the top down to the folder itself; ends where a parent is not among `folders`. */
export function pathTo<T extends Placed>(folders: readonly T[], id: number | null): T[] {
  const path: T[] = []
  for (let place = folders.find((folder) => folder.id === id); place && !path.includes(place); ) {
    path.unshift(place)
    const parent = place.parent_id
    place = folders.find((folder) => folder.id === parent)
  }
  return path
}

/** Folders with their depth, parents before their contents; without `except` and its contents. */
export function asTree<T extends Placed>(folders: readonly T[], except?: number): { folder: T; depth: number }[] {
  const known = new Set(folders.map(({ id }) => id))
  const below = (parent: number | null, depth: number): { folder: T; depth: number }[] =>
    folders
      .filter((folder) => (known.has(folder.parent_id ?? 0) ? folder.parent_id === parent : parent === null) && folder.id !== except)
      .flatMap((folder) => [{ folder, depth }, ...below(folder.id, depth + 1)])
  return below(null, 0)
}
