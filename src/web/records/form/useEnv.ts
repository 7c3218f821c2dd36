import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pesoWords } from '../../../domain/amount-in-words.ts'
import type { Row } from '../../../engine/model/module.ts'
import type { EvalEnv } from '../../../engine/runtime/expressions/index.ts'
import { lookupsQuery, navigationQuery, sessionQuery } from '../../api/queries.ts'
import type { LookupRow } from '../../api/types.ts'
import { now, today } from '../../state/zone.ts'

const NONE: readonly string[] = []

/** The value in force on a date: the newest row of the key that does not begin later. Rows come newest first per key. */
export const lookupIn =
  (tables: Readonly<Record<string, readonly LookupRow[]>>) =>
  (table: string, key: unknown, date: string): number | null =>
    tables[table]?.find((row) => String(row.key) === String(key) && row.effective_from <= date)?.value ?? null

/**
 * The data of the user and the company for expressions, with the named effective-dated tables. The day is the company's,
 * by the server's business clock.
 */
export function useEnv(tables: readonly string[] = NONE): EvalEnv {
  const session = useQuery(sessionQuery).data
  const settings = useQuery(navigationQuery).data?.settings
  const rates = useQuery(lookupsQuery(tables)).data
  return useMemo<EvalEnv>(() => {
    const { user, company, branch } = (session ?? {}) as Partial<Record<'user' | 'company' | 'branch', Row>>
    return {
      ...(user && { user: { ...user, branch_id: branch?.id ?? null } }),
      ...(company && { company }),
      ...(branch && { branch }),
      settings: settings ?? {},
      today,
      now: () => now().toISOString(),
      words: (amount) => pesoWords(amount),
      lookup: lookupIn(rates ?? {}),
    }
  }, [session, settings, rates])
}
