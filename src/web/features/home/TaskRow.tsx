import { ActionIcon, Checkbox } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { t } from '../../i18n/home.ts'
import { dateText } from '../../records/index/format.ts'
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
  readonly onDone: (done: boolean) => void
  readonly onEdit: () => void
  readonly onDelete: () => void
}

/** One task: tick, title, whether it is done, when it is due. */
export const TaskRow = ({ task, onDone, onEdit, onDelete }: Props) => {
  const near = nearness(task)
  const state = t(task.is_done ? 'tasks.done' : 'tasks.inProgress')
  return (
    <li className={styles.task} data-done={task.is_done || undefined}>
      <Checkbox
        size="sm"
        checked={task.is_done}
        aria-label={t('tasks.mark', { title: task.title, state })}
        onChange={(event) => onDone(event.currentTarget.checked)}
      />
      <div className={styles.words}>
        <span className={styles.title}>{task.title}</span>
        {task.description && <span className={styles.description}>{task.description}</span>}
        <span className={styles.facts}>
          <span className={styles.state}>{state}</span>
          {task.due_date && !task.is_done && (
            <span className={`tabular ${styles.due}`} data-near={near === 'late' ? near : undefined}>
              {dateText(task.due_date)}
            </span>
          )}
          <span className={styles.due} data-near={near === 'soon' ? near : undefined}>
            {dueLabel(task.duration_in_days)}
          </span>
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
