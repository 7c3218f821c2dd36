/** Names of stored files that an answer gives by id only. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { get } from '../api/client.ts'
import type { StoredFile } from './client.ts'

/** As many as the server names at once. */
const AT_ONCE = 100

let wanted: { readonly id: number; readonly done: (file: Promise<StoredFile | null>) => void }[] = []

/** Asks for everything that one drawing wants to know, in as few requests as possible. */
function ask(): void {
  const all = wanted
  wanted = []
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const some = all.slice(from, from + AT_ONCE)
    const answer = get<StoredFile[]>('files', { ids: [...new Set(some.map(({ id }) => id))].join(',') })
    for (const { id, done } of some) done(answer.then((files) => files.find((file) => file.id === id) ?? null))
  }
}

const fileQuery = (id: number) =>
  queryOptions({
    queryKey: ['file', id],
    queryFn: () =>
      new Promise<StoredFile | null>((done) => {
        if (wanted.length === 0) setTimeout(ask)
        wanted.push({ id, done })
      }),
    // A stored file never changes its name, and access to it seldom changes.
    staleTime: 5 * 60_000,
  })

/** A file with its name: as given, else from the server; null for one that the user cannot open, undefined until it is known. */
export function useFile(file: StoredFile | number): StoredFile | null | undefined {
  const given = typeof file === 'object' ? file : undefined
  const asked = useQuery({ ...fileQuery(given?.id ?? Number(file)), enabled: given === undefined })
  return given ?? (asked.isError ? null : asked.data)
}
