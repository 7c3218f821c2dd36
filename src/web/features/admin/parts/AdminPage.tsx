import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../../../ui/page-title.ts'
import { t } from '../text.ts'
import classes from './parts.module.css'

/** The head and the margins of a hand-written screen: the back link, its title, its subject, and its actions. */
export function AdminPage({
  title,
  subtitle,
  back,
  actions,
  children,
}: {
  title: string
  subtitle?: ReactNode
  /** Screens of a record already have margins. */
  back?: string
  actions?: ReactNode
  children: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className={classes.page} data-inset={back === undefined || undefined}>
      <header className={classes.head}>
        {back !== undefined && (
          <ActionIcon component={Link} to={back} variant="subtle" color="gray" aria-label={t('admin.back')}>
            <IconArrowLeft size={18} stroke={1.6} />
          </ActionIcon>
        )}
        <h1 className={classes.title}>{title}</h1>
        {subtitle && <span className={classes.subtitle}>{subtitle}</span>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
