import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { get } from '../../../api/client.ts'
import { formatDate } from '../../../fields/dates.ts'
import { useListHref } from '../../../routing/list-href.ts'
import { Card } from '../Card.tsx'
import { label, t } from '../text.ts'
import { useRefresh } from '../useRefresh.ts'
import classes from './portal.module.css'

interface Waiting {
  readonly id: string
  readonly module_title: string
  readonly employee: string
  readonly summary: string | null
  readonly date_from: string | null
  readonly date_to: string | null
}
const SHOWN = 5

const waitingQuery = queryOptions({
  queryKey: ['records', 'approval_task', 'waiting'],
  queryFn: ({ signal }) => get<Waiting[]>('employee/portal-pending-filings', { limit: SHOWN }, signal),
})

/** Records waiting for the approver's decision; users who do not approve have no such card. */
export function Decisions() {
  const all = useListHref()('supervisor_portal')
  const { data } = useQuery({ ...waitingQuery, enabled: all !== undefined })
  useRefresh(waitingQuery.queryKey, [], true)
  if (!all) return null
  return (
    <Card title={t('portal.decisions')}>
      {data?.length ? (
        <>
          <ul className={classes.list}>
            {data.map((waiting) => (
              <li key={waiting.id}>
                <span>
                  {waiting.employee}
                  <span className={classes.note}>{[label(waiting.module_title), waiting.summary].filter(Boolean).join(' · ')}</span>
                </span>
                <span className="tabular">{waiting.date_from && formatDate(waiting.date_from)}</span>
              </li>
            ))}
          </ul>
          <Link to={all} className={classes.way}>
            {t('portal.decide')}
          </Link>
        </>
      ) : (
        <p className={classes.none}>{data ? t('portal.noDecisions') : t('dashboard.loading')}</p>
      )}
    </Card>
  )
}
