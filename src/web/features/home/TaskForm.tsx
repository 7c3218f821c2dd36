import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { makeField } from '../../../engine/model/make-field.ts'
import { post, put } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { DateField } from '../../fields/inputs/DateFields.tsx'
import { t } from '../../i18n/home.ts'
import { toastError } from '../../ui/toast.ts'
import type { Todo } from './queries.ts'

const DUE = makeField('due_date', 'date', t('tasks.due'))

/** A task being written or changed. What it must hold is for the server to say. */
const TaskForm = ({ task, close }: { task?: Todo; close: (saved?: Todo) => void }) => {
  const [title, setTitle] = useState(task?.title ?? '')
  const [description, setDescription] = useState(task?.description ?? '')
  const [due, setDue] = useState<string | null>(task?.due_date ?? null)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const [busy, setBusy] = useState(false)
  const dueId = useId()

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setErrors({})
    const values = { title: title.trim(), description: description.trim() || null, due_date: due }
    try {
      close(task ? await put<Todo>(`todo/${task.id}`, { ...values, version: task.version }) : await post<Todo>('todo', values))
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length) setErrors(error.errors)
      else toastError(error)
      setBusy(false)
    }
  }
  const said = (name: string) => errors[name]?.join(' ')
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap="sm">
        <TextInput
          data-autofocus
          label={t('tasks.name')}
          withAsterisk
          aria-required
          value={title}
          error={said('title')}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Textarea
          label={t('tasks.description')}
          autosize
          minRows={2}
          maxRows={8}
          value={description}
          error={said('description')}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <DateField
          field={DUE}
          id={dueId}
          value={due}
          error={said('due_date')}
          onChange={(value) => setDue(value === null || value === '' ? null : String(value))}
        />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={() => close()}>
            {t('tasks.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t(task ? 'tasks.save' : 'tasks.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export default TaskForm
