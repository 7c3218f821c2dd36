import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconChecklist, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { put, remove } from '../../api/client.ts'
import { t } from '../../i18n/home.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { useEndReached } from '../../ui/useEndReached.ts'
import { Card, CardFailure, CardLoading } from './Card.tsx'
import { inProgressFirst } from './due.ts'
import { refreshTasks, type Todo, tasksQuery } from './queries.ts'
import { TaskRow } from './TaskRow.tsx'
import styles from './TasksCard.module.css'

const TaskForm = lazy(() => import('./TaskForm.tsx'))
const WIDTH = 480

const openForm = async (task?: Todo) => {
  const saved = await dialogs.modal<Todo>({ title: t(task ? 'tasks.edit' : 'tasks.new'), width: WIDTH }, (close) => (
    <Suspense fallback={<Loader size="sm" />}>
      <TaskForm {...(task && { task })} close={close} />
    </Suspense>
  ))
  if (!saved) return
  if (task) toast('success', t('tasks.saved'))
  else toast('success', t('tasks.created'), { title: t('tasks.success') })
  await refreshTasks()
}

const setDone = async (task: Todo, done: boolean) => {
  try {
    await put(`todo/${task.id}`, { is_done: done })
  } catch (error) {
    toastError(error)
  } finally {
    await refreshTasks()
  }
}

const drop = async (task: Todo) => {
  if (!(await dialogs.danger({ message: t('tasks.deleteText', { title: task.title }), confirm: t('tasks.delete') }))) return
  try {
    await remove(`todo/${task.id}`)
    await refreshTasks()
  } catch (error) {
    toastError(error)
  }
}

/** 'My Tasks': the user's own, in-progress first. */
export const TasksCard = () => {
  const query = useInfiniteQuery(tasksQuery)
  const tasks = inProgressFirst(query.data?.pages.flat() ?? [])
  const end = useEndReached(query.hasNextPage && !query.isFetchingNextPage, () => void query.fetchNextPage())
  const add = (
    <ActionIcon variant="subtle" color="gray" aria-label={t('tasks.new')} title={t('tasks.new')} onClick={() => void openForm()}>
      <IconPlus size={18} aria-hidden />
    </ActionIcon>
  )
  return (
    <Card title={t('tasks.title')} side={add} className={styles.card}>
      {query.isError ? (
        <CardFailure error={query.error} onRetry={query.refetch} />
      ) : query.isPending ? (
        <CardLoading lines={5} />
      ) : tasks.length === 0 ? (
        <div className={styles.empty}>
          <IconChecklist size={32} stroke={1.4} aria-hidden />
          <strong>{t('tasks.none')}</strong>
          <span>{t('tasks.noneText')}</span>
          <Button size="compact-md" variant="default" mt="xs" onClick={() => void openForm()}>
            {t('tasks.new')}
          </Button>
        </div>
      ) : (
        <ScrollRegion label={t('tasks.title')} className={styles.scroll}>
          <ul className={styles.list}>
            {tasks.map((task) => (
              <TaskRow
                key={task.id}
                task={task}
                onDone={(done) => setDone(task, done)}
                onEdit={() => void openForm(task)}
                onDelete={() => void drop(task)}
              />
            ))}
          </ul>
          <div ref={end} />
        </ScrollRegion>
      )}
    </Card>
  )
}
