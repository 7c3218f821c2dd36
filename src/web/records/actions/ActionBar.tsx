import { ActionIcon, Button, Group, Menu, Text, Title } from '@mantine/core'
import { IconArrowLeft, IconChevronLeft, IconChevronRight, IconDots } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import type { Module, Row } from '../../../engine/model/module.ts'
import { t } from '../../fields/text.ts'
import { useHeldFocus } from '../../ui/focus.ts'
import { prepareToasts } from '../../ui/toast.ts'
import { StatusBadge } from '../index/StatusBadge.tsx'
import classes from './actions.module.css'

/** An action on the record that is possible now, or the reason why not. */
export interface BarAction {
  readonly name: string
  readonly title: string
  readonly tone?: 'primary' | 'danger' | 'default'
  readonly disabled?: string | undefined
  readonly busy?: boolean
  /** Stays a button of its own beside the primary one, as far as there is room. */
  readonly prominent?: boolean
  /** On phones it replaces the primary button, which moves to the menu. */
  readonly firstOnPhone?: boolean
  readonly run: () => void
}

/**
 * The bar above a record: the breadcrumb, the record's status, the next action, and a menu with the others. Impossible
 * actions stay in the menu with the reason.
 */
export function ActionBar({
  title,
  module,
  record,
  note,
  back,
  previous,
  next,
  primary,
  actions,
}: {
  title: string
  module: Module
  record?: Row | undefined
  note?: ReactNode
  back: string
  previous?: string | undefined
  next?: string | undefined
  primary?: BarAction | undefined
  actions: readonly BarAction[]
}) {
  const buttons = actions.filter((action) => action.prominent && !action.disabled)
  const rest = actions.filter((action) => !buttons.includes(action))
  const first = buttons.find((action) => action.firstOnPhone)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(prepareToasts, [])
  return (
    <header className={classes.bar} data-action-bar {...useHeldFocus(heading)}>
      <ActionIcon component={Link} to={back} variant="subtle" color="gray" aria-label={t('view.back')}>
        <IconArrowLeft size={18} stroke={1.6} />
      </ActionIcon>
      <Title ref={heading} order={1} tabIndex={-1} className={classes.title} title={title}>
        {title}
      </Title>
      {record && <StatusBadge module={module} row={record} />}
      {note}
      <Group gap={6} wrap="nowrap" className={classes.end}>
        {(previous || next) && (
          <Group gap={0} wrap="nowrap" visibleFrom="sm">
            <Step to={previous} text={t('view.previous')}>
              <IconChevronLeft size={18} stroke={1.6} />
            </Step>
            <Step to={next} text={t('view.next')}>
              <IconChevronRight size={18} stroke={1.6} />
            </Step>
          </Group>
        )}
        {buttons.map((action) => (
          <Button key={action.name} variant="default" size="sm" visibleFrom="sm" loading={Boolean(action.busy)} onClick={action.run}>
            {action.title}
          </Button>
        ))}
        {first && (
          <Button size="sm" hiddenFrom="sm" loading={Boolean(first.busy)} onClick={first.run}>
            {first.title}
          </Button>
        )}
        {primary && (
          <Button
            size="sm"
            {...(first && { visibleFrom: 'sm' as const })}
            loading={Boolean(primary.busy)}
            color={primary.tone === 'danger' ? 'red' : undefined}
            disabled={Boolean(primary.disabled)}
            title={primary.disabled}
            onClick={primary.run}
          >
            {primary.title}
          </Button>
        )}
        {(rest.length > 0 || buttons.length > 0) && (
          <More rest={rest} buttons={first ? [...(primary ? [primary] : []), ...buttons.filter((action) => action !== first)] : buttons} />
        )}
      </Group>
    </header>
  )
}

function More({ rest, buttons }: { rest: readonly BarAction[]; buttons: readonly BarAction[] }) {
  const calm = rest.filter((action) => action.tone !== 'danger')
  const danger = rest.filter((action) => action.tone === 'danger')
  const item = (action: BarAction) => (
    <Menu.Item
      key={action.name}
      disabled={Boolean(action.disabled)}
      color={action.tone === 'danger' ? 'red' : undefined}
      onClick={action.run}
    >
      {action.title}
      {action.disabled && (
        <Text size="xs" maw={260}>
          {action.disabled}
        </Text>
      )}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('view.more')} className={rest.length ? undefined : classes.phoneOnly}>
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {buttons.map((action) => (
          <Menu.Item key={action.name} hiddenFrom="sm" onClick={action.run}>
            {action.title}
          </Menu.Item>
        ))}
        {calm.map(item)}
        {danger.length > 0 && calm.length > 0 && <Menu.Divider />}
        {danger.map(item)}
      </Menu.Dropdown>
    </Menu>
  )
}

function Step({ to, text, children }: { to: string | undefined; text: string; children: ReactNode }) {
  return to ? (
    <ActionIcon component={Link} to={to} variant="subtle" color="gray" aria-label={text}>
      {children}
    </ActionIcon>
  ) : (
    <ActionIcon variant="subtle" color="gray" aria-label={text} disabled>
      {children}
    </ActionIcon>
  )
}
