import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import type { Module, Row } from '../../../engine/model/module.ts'
import { get } from '../../api/client.ts'
import { lookupsQuery } from '../../api/queries.ts'
import { label, t } from '../../fields/text.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { RecordFailure, RecordLoading } from '../view/states.tsx'
import { FormEditor } from './FormEditor.tsx'

/** A title within a sentence; abbreviations keep their capitals. */
const withinSentence = (title: string): string => title.replace(/\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase())

interface Start {
  readonly values: Row
  readonly id: number | null
  readonly version: number | null
}

/**
 * New, edit, duplicate (`?copy=7`) and create-from (`?from=module&ids=1,2`): where a form starts, and then
 * the form. What it starts from is read once and never refreshed while the user types.
 */
export default function FormPage() {
  const { module } = useModuleRoute()
  const params = useParams()
  const [search] = useSearchParams()
  const id = params.id ? Number(params.id) : null
  const copy = search.get('copy')
  const from = search.get('from')
  const ids = search.get('ids')
  const given = search.get('values')
  const key = [module.name, id ?? 'new', copy, from, ids, given].join(':')
  const query = useQuery({
    queryKey: ['form', key],
    queryFn: () => startOf(module, { id, copy, from, ids, given }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  // Live totals need the rates from the first key press on.
  const rates = useQuery(lookupsQuery(module.lookups))
  if (query.isError) {
    const forbidden = id === null ? { forbidden: t('form.forbiddenNew', { what: withinSentence(label(module.title)) }) } : {}
    return <RecordFailure error={query.error} onRetry={() => void query.refetch()} {...forbidden} />
  }
  // The form repeats a failed request for rates: waiting for it would remove the form, and so wait for ever.
  if (!query.data || (rates.isLoading && !rates.isFetched)) return <RecordLoading />
  const origin = copy ? `copy:${copy}` : from && ids ? `${from}:${ids}` : given ? `values:${given}` : undefined
  return <FormEditor key={key} module={module} {...query.data} {...(origin && { origin })} />
}

interface FormStart {
  readonly id: number | null
  readonly copy: string | null
  readonly from: string | null
  readonly ids: string | null
  readonly given: string | null
}

async function startOf(module: Module, { id, copy, from, ids, given }: FormStart): Promise<Start> {
  if (id !== null) {
    const values = await get<Row>(`${module.name}/edit/${id}`)
    return { values, id, version: Number(values.version) }
  }
  if (copy) return { values: await get<Row>(`${module.name}/${copy}/duplicate`), id: null, version: null }
  const values = await get<Row>(`${module.name}/defaults`, { ...(from && ids && { source: from, ids }), ...(given && { values: given }) })
  return { values, id: null, version: null }
}
