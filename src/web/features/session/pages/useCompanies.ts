import { useEffect, useEffectEvent, useState } from 'react'
import { get } from '../../../api/client.ts'
import { errorDetail } from '../../../api/errors.ts'

interface CompanyOption {
  code: string
  name: string
  logo?: string | null
}

export interface Companies {
  /** Undefined while they are loading. */
  list: readonly CompanyOption[] | undefined
  failure: string | undefined
  chosen: string
  choose: (code: string) => void
  reload: () => void
}

/** The companies that may be signed in to. One is chosen from the start: the preferred, else the first. */
export const useCompanies = (preferred?: string): Companies => {
  const [list, setList] = useState<readonly CompanyOption[]>()
  const [failure, setFailure] = useState<string>()
  const [chosen, choose] = useState('')
  const reload = () => {
    setFailure(undefined)
    get<CompanyOption[]>('companies').then(
      (companies) => {
        choose(companies.find(({ code }) => code === preferred)?.code ?? companies[0]?.code ?? '')
        setList(companies)
      },
      (error: unknown) => setFailure(errorDetail(error)),
    )
  }
  const load = useEffectEvent(reload)
  useEffect(() => load(), [])
  return { list, failure, chosen, choose, reload }
}
