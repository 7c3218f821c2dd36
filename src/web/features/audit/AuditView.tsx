import { Alert, Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import type { Field, Module } from '../../../engine/model/module.ts'
import { dropdownQuery, moduleQuery, recordQuery } from '../../api/queries.ts'
import type { RecordRow } from '../../api/types.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { displayText } from '../../fields/display.ts'
import { refLabel } from '../../fields/types.ts'
import { spokenJson, words } from '../../i18n/words.ts'
import { LineChangesList } from '../../records/panels/LineChanges.tsx'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { useApplications } from '../../routing/navigation.ts'
import { Await } from '../../ui/Await.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { AdminPage } from '../admin/parts/AdminPage.tsx'
import { Empty } from '../admin/parts/Empty.tsx'
import { label, t } from '../admin/text.ts'
import classes from './audit.module.css'
import { changesOf, type FieldChange } from './diff.ts'

const titled = (name: string): string => label(words(name.replace(/_ids?$/, '')))

/** One entry of the audit trail: who did what to which record, and every field before and after. */
export default function AuditView() {
  const id = Number(useParams().id)
  const { module, base } = useModuleRoute()
  const entry = useQuery(recordQuery(module.name, id))
  return (
    <AdminPage
      title={entry.data ? titled(String(entry.data.action)) : label(module.title)}
      subtitle={String(entry.data?.transaction_no ?? '')}
      back={base}
    >
      <Await query={entry} height={320}>
        {(data) => <Entry entry={data} />}
      </Await>
    </AdminPage>
  )
}

function Entry({ entry }: { entry: RecordRow }) {
  const modules = useApplications().flatMap(({ name, groups }) =>
    groups.flatMap((group) => group.modules.map((navModule) => ({ ...navModule, application: name }))),
  )
  const listed = modules.find(({ module_id }) => module_id === entry.module_id)
  // A module in no menu (sub-records) is found by its own record.
  const module = useQuery({ ...recordQuery('module', Number(entry.module_id)), enabled: listed === undefined && Boolean(entry.module_id) })
  const name = listed?.name ?? (module.data?.name as string | undefined)
  const known = useQuery({ ...moduleQuery(name ?? ''), enabled: name !== undefined })
  const changes = changesOf(
    known.data,
    entry.old_values as Record<string, unknown> | null,
    entry.new_values as Record<string, unknown> | null,
  )
  const record = `${entry.transaction_no ?? `#${entry.record_id ?? ''}`}`
  const facts: readonly (readonly [string, React.ReactNode])[] = [
    [t('audit.when'), formatDateTime(entry.created_at)],
    [t('audit.who'), refLabel(entry.user) || t('audit.system')],
    [t('audit.module'), refLabel(entry.module)],
    [
      t('audit.record'),
      listed && entry.record_id && entry.action !== 'delete' ? (
        <Link key="record" to={`/${listed.application}/${listed.name}/view/${entry.record_id}`}>
          {record}
        </Link>
      ) : (
        record
      ),
    ],
    [t('audit.reason'), entry.reason as string | null],
    [t('audit.address'), entry.ip_address as string | null],
    [t('audit.clientTime'), formatDateTime(entry.client_time)],
    [t('audit.browser'), entry.user_agent as string | null],
  ]
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {known.isError && <Alert color="yellow">{t('audit.noModule')}</Alert>}
      {changes.length === 0 ? (
        <Empty>{t(entry.withheld ? 'audit.withheld' : 'audit.nothing')}</Empty>
      ) : (
        <Changes changes={changes} {...(known.data && { module: known.data })} />
      )}
    </>
  )
}

/** Field by field, the old value beside the new one. */
export const Changes = ({ changes, module }: { changes: readonly FieldChange[]; module?: Module }) => (
  <ScrollRegion role="region" label={t('audit.changes')} className={classes.scrolling}>
    <table className={classes.changes}>
      <thead>
        <tr>
          <th scope="col">{t('audit.field')}</th>
          <th scope="col">{t('audit.before')}</th>
          <th scope="col">{t('audit.after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => {
          const lines = module?.lines.find(({ name }) => name === change.name)
          return (
            <tr key={change.name}>
              <th scope="row">{lines ? label(lines.title) : change.field ? label(change.field.title) : titled(change.name)}</th>
              {lines ? (
                <td colSpan={2}>
                  <LineChangesList
                    lines={lines}
                    before={change.before}
                    after={change.after}
                    show={(field, value) => <Value change={{ field }} value={value} />}
                  />
                </td>
              ) : (
                <>
                  <td data-old>
                    <Value change={change} value={change.before} />
                  </td>
                  <td data-new>
                    <Value change={change} value={change.after} />
                  </td>
                </>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  </ScrollRegion>
)

function Value({ change: { field }, value }: { change: Pick<FieldChange, 'field'>; value: unknown }) {
  if (value === null || value === undefined || value === '') return <span className={classes.none}>{t('audit.empty')}</span>
  if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no')
  if (Array.isArray(value) && value.some((row) => typeof row === 'object'))
    return (
      <details>
        <summary>
          <Badge variant="light" color="gray">
            {t('audit.rows', { count: value.length })}
          </Badge>
        </summary>
        <pre>{JSON.stringify(value, null, 2)}</pre>
      </details>
    )
  if (field?.to) return <Referred field={field} to={field.to} value={value} />
  const text = field ? displayText(field, value) : spokenJson(value)
  if (typeof value === 'object' && text === JSON.stringify(value)) return <pre>{JSON.stringify(value, null, 2)}</pre>
  return text || <span className={classes.none}>{t('audit.empty')}</span>
}

/** Records that a value refers to by id, with their present labels; by number where they are deleted or not visible. */
function Referred({ field, to, value }: { field: Field; to: string; value: unknown }) {
  const ids = [value].flat().map(Number)
  const { data } = useQuery(dropdownQuery(to, { 'filter[id][in]': ids.join(','), limit: ids.length }))
  const rows = ids.map((id) => data?.find((row) => row.id === id) ?? { id, name: `#${id}` })
  return displayText(field, value, Array.isArray(value) ? rows : rows[0])
}
