import { Badge, Skeleton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { get } from '../../api/client.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { fileSize } from '../../fields/fileSize.ts'
import { useListHref } from '../../routing/list-href.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { Failed } from '../../ui/Await.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { Card } from './Card.tsx'
import classes from './dashboard.module.css'
import { Ready } from './Ready.tsx'
import { Tile } from './Tile.tsx'
import { label, t } from './text.ts'
import type { CommandFigures, RecentLogin } from './types.ts'

const SignIns = lazy(() => import('./SignIns.tsx'))
const RECENT = 10

const figuresQuery = queryOptions({
  queryKey: ['dashboard', 'command'],
  queryFn: ({ signal }) => get<CommandFigures>('command/dashboard', undefined, signal),
})
const recentQuery = queryOptions({
  queryKey: ['dashboard', 'command', 'recent-logins'],
  queryFn: ({ signal }) => get<RecentLogin[]>('command/recent-logins', { limit: RECENT }, signal),
})

/** The state of the company's installation: users, sign-ins, backups, pending approvals. */
export default function CommandDashboard() {
  const { module } = useModuleRoute()
  const figures = useQuery(figuresQuery)
  const recent = useQuery(recentQuery)
  const title = label(module.title)
  usePageTitle(title)
  return (
    <div className={classes.page}>
      <h1 className={classes.title}>{title}</h1>
      {figures.isError ? <Failed query={figures} /> : <Figures figures={figures.data} />}
      <div className={classes.cards}>
        <div className={classes.column}>
          <Card title={t('command.signIns')}>
            <Ready data={figures.data?.logins_per_day} height={220}>
              {(days) =>
                days.length === 0 ? (
                  <p className={classes.nothing}>{t('command.noSignIns')}</p>
                ) : (
                  <Suspense fallback={<Skeleton height={220} />}>
                    <SignIns days={days} />
                  </Suspense>
                )
              }
            </Ready>
          </Card>
          <Card title={t('command.recent')} aside={<ToModule name="recent_logins" />}>
            <Ready data={recent.data} height={220} failed={recent.isError}>
              {(rows) => <Recent rows={rows} />}
            </Ready>
          </Card>
        </div>
        <Card title={t('command.applications')}>
          <Ready data={figures.data?.applications} height={220}>
            {(rows) => <Applications rows={rows} />}
          </Ready>
        </Card>
      </div>
    </div>
  )
}

function ToModule({ name }: { name: string }) {
  const way = useListHref()(name)
  return way ? (
    <Link to={way} className={classes.all}>
      {t('command.all')}
    </Link>
  ) : null
}

function Figures({ figures }: { figures: CommandFigures | undefined }) {
  const wayTo = useListHref()
  if (!figures) return <Skeleton height={84} role="status" aria-busy aria-label={t('dashboard.loading')} />
  const { last_backup: backup } = figures
  const number = (value: number) => value.toLocaleString('en-US')
  return (
    <div className={classes.tiles}>
      <Tile
        title={t('command.users')}
        value={number(figures.total_users)}
        note={t('command.activeUsers', { count: figures.active_users })}
        to={wayTo('user')}
      />
      <Tile title={t('command.roles')} value={number(figures.total_roles)} to={wayTo('user_role')} />
      <Tile title={t('command.companies')} value={number(figures.total_companies)} to={wayTo('company')} />
      <Tile title={t('command.branches')} value={number(figures.total_branches)} to={wayTo('branch')} />
      <Tile title={t('command.changes')} value={number(figures.pending_changes)} to={wayTo('change_management')} />
      <Tile
        title={t('command.backup')}
        value={backup ? formatDateTime(backup.finished_at ?? backup.created_at).slice(0, 10) : t('command.noBackup')}
        note={backup?.name}
        to={wayTo('system_backup')}
      />
      <Tile title={t('command.storage')} value={fileSize(figures.storage_used)} />
    </div>
  )
}

function Applications({ rows }: { rows: CommandFigures['applications'] }) {
  const most = Math.max(1, ...rows.map(({ users }) => users))
  return (
    <ul className={classes.bars}>
      {rows.map(({ id, title, users }) => (
        <li key={id}>
          <span>{label(title)}</span>
          <span className="tabular">{t('command.usersOf', { count: users })}</span>
          <span className={classes.bar} style={{ inlineSize: `${(100 * users) / most}%` }} aria-hidden />
        </li>
      ))}
    </ul>
  )
}

function Recent({ rows }: { rows: readonly RecentLogin[] }) {
  if (rows.length === 0) return <p className={classes.nothing}>{t('command.noRecent')}</p>
  return (
    <ul className={classes.recent}>
      {rows.map((row) => (
        <li key={row.id}>
          <span className={classes.who}>{row.name ?? row.username}</span>
          {row.result !== 'success' && (
            <Badge size="sm" color="red" variant="light">
              {t('command.wrongPassword')}
            </Badge>
          )}
          <span className={classes.where}>{[row.device_type, row.ip_address].filter(Boolean).join(' · ')}</span>
          <time className="tabular" dateTime={row.logged_in_at ?? undefined}>
            {formatDateTime(row.logged_in_at)}
          </time>
        </li>
      ))}
    </ul>
  )
}
