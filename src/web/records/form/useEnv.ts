import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { pesoWords } from '../../../domain/words.ts'
import type { EvalEnv } from '../../../engine/expressions/index.ts'
import type { Row } from '../../../engine/module.ts'
import { clientTime } from '../../api/client.ts'
import { sessionQuery } from '../../api/queries.ts'

/**
 * What expressions may ask about the person and the company. The browser's day stands for the business
 * day; the server, which has the company's zone, has the last word when it saves.
 */
export function useEnv(): EvalEnv {
  const session = useQuery(sessionQuery).data
  return useMemo<EvalEnv>(() => {
    const { user, company, branch, settings } = (session ?? {}) as Partial<Record<'user' | 'company' | 'branch' | 'settings', Row>>
    return {
      ...(user && { user: { ...user, branch_id: branch?.id ?? null } }),
      ...(company && { company }),
      ...(branch && { branch }),
      settings: settings ?? {},
      today: () => clientTime().slice(0, 10),
      now: () => new Date().toISOString(),
      words: (amount) => pesoWords(amount),
    }
  }, [session])
}
