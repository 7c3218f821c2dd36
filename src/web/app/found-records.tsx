import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { get } from '../api/client.ts'
import type { NavApplication, NavModule } from '../api/types.ts'
import { label, t } from '../i18n/index.ts'
import { useHere } from '../routing/navigation.ts'
import { recentModulesAtom } from '../state/preferences.ts'
import { ModuleIcon } from '../ui/ModuleIcon.tsx'

export interface Place {
  application: NavApplication
  module: NavModule
}

/** A line of the command palette. */
export interface Entry {
  id: string
  group: string
  title: string
  hint?: string
  /** Synonyms that also find it. */
  keywords?: string
  icon?: ReactNode
  run: () => void
}

interface Found {
  readonly module: string
  readonly id: number
  readonly label: string
  readonly exact: boolean
}

const MIN_TEXT = 2
const STALE_MS = 15_000

const foundQuery = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => get<Found[]>('search', { q: text }, signal),
    enabled: text.length >= MIN_TEXT,
    staleTime: STALE_MS,
    placeholderData: keepPreviousData,
  })

/**
 * Records of all modules in the menus that match the text: those with exactly this number, code or name, and the others
 * under the heading of their module: the module on screen and the recently used ones first, then in the server's ranking.
 * `typed` is the field's present text: a result for other letters is no exact match of it.
 */
export function useFound(typed: string, text: string, places: readonly Place[], go: (path: string) => void) {
  const here = useHere()
  const recent = useAtomValue(recentModulesAtom)
  const { data, isFetching, isPlaceholderData } = useQuery(foundQuery(text))
  const near = [here.module?.name, ...recent.map((path) => path.split('/')[1])]
  const nearness = (name: string) => (near.includes(name) ? near.indexOf(name) : near.length)
  const entries = (text.length >= MIN_TEXT ? (data ?? []) : []).flatMap((record) => {
    const place = places.find(({ module }) => module.name === record.module)
    if (!place) return []
    const { application, module } = place
    // The result for the previous letters stays on screen meanwhile, but Enter must not open it.
    const exact = record.exact && !isPlaceholderData && typed === text
    const title = label(module.title)
    const entry: Entry = {
      id: `record:${module.name}:${record.id}`,
      group: exact ? t('palette.exact') : title,
      title: record.label || String(record.id),
      ...(exact ? { hint: title } : {}),
      icon: <ModuleIcon name={module.icon} size={16} />,
      run: () => go(`/${application.name}/${module.name}/view/${record.id}`),
    }
    return { entry, exact, at: nearness(module.name) }
  })
  const sorted = entries.sort((a, b) => a.at - b.at)
  const those = (exact: boolean) => sorted.filter((candidate) => candidate.exact === exact).map(({ entry }) => entry)
  return { exact: those(true), records: those(false), searching: isFetching }
}
