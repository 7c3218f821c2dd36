import { Button, Group, Text } from '@mantine/core'
import { useCommands } from '../../../routing/commands.ts'
import { useLeaveGuard } from '../../../ui/leave-guard.ts'
import { t } from '../text.ts'
import classes from './parts.module.css'

/**
 * Appears with the first change: the number of changes, and the actions on them. Several changes of rights or settings
 * belong together, so they are collected here until they are saved together.
 */
export function SaveBar({
  changes,
  busy,
  onSave,
  onDiscard,
}: {
  changes: number
  busy: boolean
  onSave: () => void
  onDiscard: () => void
}) {
  useLeaveGuard(changes > 0, () => ({
    title: t('admin.leaveTitle'),
    message: t('admin.leaveMessage'),
    confirm: t('admin.leave'),
    cancel: t('admin.stay'),
  }))
  useCommands(changes > 0 ? [{ id: 'admin.save', title: t('admin.save'), keys: ['mod+s'], whileTyping: true, run: onSave }] : [])
  if (changes === 0) return null
  return (
    <div className={classes.saveBar} role="region" aria-label={t('admin.unsaved')}>
      <Text size="sm" role="status">
        {t('admin.changes', { count: changes })}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Button variant="default" size="sm" disabled={busy} onClick={onDiscard}>
          {t('admin.discard')}
        </Button>
        <Button size="sm" loading={busy} onClick={onSave}>
          {t('admin.save')}
        </Button>
      </Group>
    </div>
  )
}
