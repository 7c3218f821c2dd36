/** Choices of pickers: searched by the server as the user types, or loaded once and searched here. */
import { call, type Params } from './client.ts'
import { navigationQuery, queryClient } from './queries.ts'

interface Choice {
  readonly id: number
  readonly name: string
  readonly label?: string
}

/** Whether all choices of the module are loaded once, as its descriptor says (`entity.preload`) and the navigation repeats. */
const isPreloaded = (module: string): boolean => queryClient.getQueryData(navigationQuery.queryKey)?.preload?.includes(module) === true
/** A longer list than this is searched by the server after all. */
const LONGEST = 500

/** Some lists come under `data`, those of entity types under that name. */
const ask = async (module: string, params: Params, signal?: AbortSignal): Promise<Choice[]> => {
  const answer = await call<Choice[] | undefined>('get', `${module}/dropdown`, { params, ...(signal && { signal }) })
  return answer.data ?? (answer as unknown as { entity_type?: Choice[] }).entity_type ?? []
}

/** The whole list under a filter; kept until something in it changes. */
const whole = (module: string, filter: Params): Promise<Choice[]> =>
  queryClient.fetchQuery({
    queryKey: ['records', module, 'dropdown', 'whole', filter],
    queryFn: () => ask(module, { ...filter, limit: LONGEST }),
    staleTime: Number.POSITIVE_INFINITY,
  })

const matches = (choice: Choice, words: readonly string[]): boolean => {
  const text = Object.values(choice)
    .filter((value) => typeof value === 'string')
    .join(' ')
    .toLowerCase()
  return words.every((word) => text.includes(word))
}

/** What choices are asked for. */
interface ChoicesQuery {
  readonly search: string
  readonly filter: Params
  readonly limit: number
  readonly signal?: AbortSignal
}

/** Rows of `{module}/dropdown` that fit the search and the filter (as query parameters). */
export const choicesOf = async (module: string, { search, filter, limit, signal }: ChoicesQuery): Promise<Choice[]> => {
  if (isPreloaded(module)) {
    const all = await whole(module, filter)
    if (all.length < LONGEST) {
      const words = search.toLowerCase().split(/\s+/).filter(Boolean)
      const choices = all.filter((choice) => matches(choice, words)).slice(0, limit)
      // The server looks into more than a choice carries: official names, postal codes.
      if (choices.length || !words.length) return choices
    }
  }
  return ask(module, { search, limit, ...filter }, signal)
}
