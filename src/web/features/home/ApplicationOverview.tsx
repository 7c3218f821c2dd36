import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ToneBadge } from '../../fields/ToneBadge.tsx'
import { label, t } from '../../i18n/home.ts'
import { numberText, relativeText } from '../../records/index/format.ts'
import { usePathOf } from '../../records/index/use-records.ts'
import { ModuleIcon } from '../../ui/ModuleIcon.tsx'
import styles from './ApplicationOverview.module.css'
import { Card, CardFailure, CardLoading } from './Card.tsx'
import { applicationQuery, type DocumentOverview, type RecentRecord } from './queries.ts'

/** The open documents of an application: by state, each with a link to them, and the last changes. */
const ApplicationOverview = ({ application }: { application: string }) => {
  const overview = useQuery(applicationQuery(application))
  if (overview.isError) return <CardFailure error={overview.error} onRetry={overview.refetch} />
  if (!overview.data) return <CardLoading />
  const { documents, recent } = overview.data
  return (
    <>
      <ul className={styles.documents}>
        {documents.map((document) => (
          <DocumentCard key={`${document.name}?${document.query ?? ''}`} application={application} document={document} />
        ))}
      </ul>
      {recent.length > 0 && (
        <Card title={t('application.recent')} className={styles.recent}>
          <Recent application={application} records={recent} />
        </Card>
      )}
    </>
  )
}

const DocumentCard = ({ application, document }: { application: string; document: DocumentOverview }) => {
  const path = `/${application}/${document.name}`
  const title = label(document.title)
  return (
    <li className={styles.document}>
      <div className={styles.head}>
        <Link to={{ pathname: path, ...(document.query && { search: document.query }) }} className={styles.title}>
          <ModuleIcon name={document.icon} size={18} />
          {title}
        </Link>
        {document.new && (
          <Button
            component={Link}
            to={`${path}/new`}
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            aria-label={t('application.newOf', { title })}
          >
            {t('application.new')}
          </Button>
        )}
      </div>
      {document.counts.length === 0 ? (
        <p className={styles.nothing}>{t('application.nothing')}</p>
      ) : (
        <ul className={styles.counts}>
          {document.counts.map(({ title: state, tone, count, query }) => (
            <li key={state}>
              <Link to={{ pathname: path, search: query }} className={styles.count}>
                <ToneBadge tone={tone} text={label(state)} /> <span className="tabular">{numberText(count, 'integer')}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

const Recent = ({ application, records }: { application: string; records: readonly RecentRecord[] }) => {
  const pathOf = usePathOf(application)
  return (
    <ul className={styles.records}>
      {records.map(({ module, singular, id, label: name, at: time, badge }) => {
        const path = pathOf(module, id)
        return (
          <li key={`${module}/${id}`} className={styles.record}>
            <span className={styles.name}>{path ? <Link to={path}>{name}</Link> : name}</span>
            <span className={styles.kind}>{label(singular)}</span>
            {badge && <ToneBadge tone={badge.tone} text={label(badge.title)} />}
            <time dateTime={time} className={styles.when}>
              {relativeText(time)}
            </time>
          </li>
        )
      })}
    </ul>
  )
}

export default ApplicationOverview
