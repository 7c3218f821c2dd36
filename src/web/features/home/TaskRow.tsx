import { ActionIcon, Checkbox } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { startTransition, useOptimistic } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../i18n/home.ts'
import { dateText } from '../../records/index/format.ts'
import { usePathOf } from '../../records/index/use-records.ts'
import { Late } from '../../ui/Late.tsx'
import { dueLabel } from './due.ts'
import type { Todo } from './queries.ts'
import styles from './TasksCard.module.css'

const URGENT_DAYS = 1

/** How near the day is, for its colour; the words say it too. */
const nearness = ({ is_done, duration_in_days: days }: Todo): 'late' | 'soon' | undefined => {
  if (is_done || days === null || days === undefined || days > URGENT_DAYS) return undefined
  return days < 0 ? 'late' : 'soon'
}

interface Props {
  readonly task: Todo
  /** Resolves when the list shows what the server answered. */
  readonly onDone: (done: boolean) => Promise<void>
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** One task: tick, title that leads to its record, whether it is done, when it is due. */
export const TaskRow = ({ task, onDone, onEdit, onDelete }: Props) => {
  // Ticks at once; a refusal takes the tick back when the request ends.
  const [done, showDone] = useOptimistic(task.is_done)
  const pathOf = usePathOf('home')
  const path = task.module_name && task.record_id ? pathOf(task.module_name, task.record_id) : undefined
  const near = nearness({ ...task, is_done: done })
  const state = t(done ? 'tasks.done' : 'tasks.inProgress')
  return (
    <li className={styles.task} data-done={done || undefined}>
      <Checkbox
        size="sm"
        checked={done}
        aria-label={t('tasks.mark', { title: task.title, state })}
        onChange={(event) => {
          const { checked } = event.currentTarget
          startTransition(async () => {
            showDone(checked)
            await onDone(checked)
          })
        }}
      />
      <div className={styles.words}>
        <span className={styles.title}>
          {path ? (
            <Link to={path} className={styles.record}>
              {task.title}
            </Link>
          ) : (
            task.title
          )}
        </span>
        {task.description && <span className={styles.description}>{task.description}</span>}
        <span className={styles.facts}>
          <span className={styles.state}>{state}</span>
          {task.due_date && !done && (
            <span className={`tabular ${styles.due}`} data-near={near === 'late' ? near : undefined}>
              {dateText(task.due_date)}
            </span>
          )}
          {!done && (
            <span className={styles.due} data-near={near === 'soon' ? near : undefined}>
              {dueLabel(task.duration_in_days)}
            </span>
          )}
        </span>
      </div>
      <Late
        kind="menu"
        items={[
          { title: t('tasks.edit'), icon: <IconPencil size={16} aria-hidden />, run: onEdit },
          { title: t('tasks.delete'), icon: <IconTrash size={16} aria-hidden />, danger: true, run: onDelete },
        ]}
        button={
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('tasks.more', { title: task.title })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        }
      />
    </li>
  )
}
