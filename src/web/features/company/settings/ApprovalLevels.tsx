import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { ApprovalLevel } from '../../../../engine/model/approval.ts'
import { numberText } from '../../../records/index/format.ts'
import { useApplications } from '../../../routing/navigation.ts'
import { rolesQuery, userNameQuery } from '../../admin/queries.ts'
import { t } from '../../admin/text.ts'
import type { SettingValue } from '../../admin/types.ts'
import classes from './settings.module.css'
import { levelsIn } from './values.ts'

/** Who approves, level by level, in words. Flows have a form for the same; they come first. */
export function ApprovalLevels({ value, labelledBy, children }: { value: SettingValue; labelledBy: string; children?: ReactNode }) {
  const levels = levelsIn(value)
  return (
    <div>
      {levels.length === 0 ? (
        <p className={classes.levels}>{t('settings.levels.none')}</p>
      ) : (
        <ol className={classes.levels} aria-labelledby={labelledBy}>
          {levels.map((level, index) => (
            <li key={index}>
              <Who level={level} />
              {level.from_amount !== undefined && ` ${t('settings.levels.from', { amount: numberText(level.from_amount, 'money') })}`}
              {(level.quorum ?? 1) > 1 && ` ${t('settings.levels.quorum', { count: level.quorum! })}`}
            </li>
          ))}
        </ol>
      )}
      <FlowsLink />
      {children}
    </div>
  )
}

function Who({ level }: { level: ApprovalLevel }) {
  const roles = useQuery({ ...rolesQuery, enabled: level.role !== undefined }).data
  const user = useQuery({ ...userNameQuery(level.user_id ?? 0), enabled: level.user_id !== undefined }).data
  if (level.user_id !== undefined) return user ?? t('settings.levels.user', { id: level.user_id })
  if (level.role !== undefined) return t('settings.levels.role', { role: roles?.get(level.role) ?? level.role })
  if (level.manager) return t('settings.levels.manager')
  if (level.field !== undefined) return t('settings.levels.field', { field: level.field.replace(/_id$/, '').replaceAll('_', ' ') })
  return t('settings.levels.any')
}

/** Only for users whose menus have the flows. */
function FlowsLink() {
  const application = useApplications().find(({ groups }) =>
    groups.some(({ modules }) => modules.some(({ name }) => name === 'approval_flow')),
  )
  if (!application) return null
  return (
    <Anchor component={Link} to={`/${application.name}/approval_flow`} size="sm">
      {t('settings.levels.flows')}
    </Anchor>
  )
}
