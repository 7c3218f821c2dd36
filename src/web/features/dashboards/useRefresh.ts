import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onRecord } from '../../api/live.ts'
import { useApplications } from '../../routing/navigation.ts'

/** After a change the figures are read again this much later, and this often at most: they cost more than a list. */
export const SOON_MS = 1500
export const LEAST_MS = 10_000

/** Runs once for everything asked of it within a while, and not again before `least` has passed. Answers how to ask, and how to stop. */
export function throttled(run: () => void, soon = SOON_MS, least = LEAST_MS): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Number.NEGATIVE_INFINITY
  const fire = () => {
    timer = undefined
    last = Date.now()
    run()
  }
  return {
    ask: () => {
      timer ??= setTimeout(fire, Math.max(soon, last + least - Date.now()))
    },
    stop: () => clearTimeout(timer),
  }
}

/** Refreshes a dashboard when records of the modules that it counts changed, or, with `filings`, of any module of filings. */
export function useRefresh(queryKey: QueryKey, counts: readonly string[], filings: boolean): void {
  const client = useQueryClient()
  const applications = useApplications()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    const filed = applications
      .flatMap(({ groups }) => groups.flatMap(({ modules }) => modules))
      .filter(({ kind }) => filings && kind === 'filing')
    const counted = new Set([...counts, ...filed.map(({ name }) => name)])
    const { ask, stop } = throttled(() => void client.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey }))
    const forget = onRecord((module) => counted.has(module) && ask())
    return () => {
      forget()
      stop()
    }
  }, [client, applications, key, counts, filings])
}
