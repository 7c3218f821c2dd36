import { Alert, Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Row } from '../../../engine/model/module.ts'
import { post } from '../../api/client.ts'
import { ApiError, errorDetail } from '../../api/errors.ts'
import { t } from '../../i18n/home.ts'
import { useSession } from '../../routing/navigation.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const CATEGORIES = ['problem', 'question', 'request'] as const
const PRIORITIES = ['low', 'normal', 'high'] as const

type Values = Record<'subject' | 'description' | 'category' | 'priority' | 'contact_email', string>
type Errors = Partial<Record<string, string>>

const problemsOf = ({ subject, description, contact_email }: Values): Errors => ({
  ...(!subject.trim() && { subject: t('ticket.required') }),
  ...(!description.trim() && { description: t('ticket.required') }),
  ...(contact_email && !EMAIL.test(contact_email) && { contact_email: t('ticket.badEmail') }),
})

/** A ticket to support. The page it was written on goes along, so that support need not ask. */
const TicketForm = ({ close }: { close: (number?: string) => void }) => {
  const session = useSession()
  const [values, setValues] = useState<Values>({
    subject: '',
    description: '',
    category: 'problem',
    priority: 'normal',
    contact_email: session?.user.email ?? '',
  })
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)

  const field = (name: keyof Values) => ({
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((known) => ({ ...known, [name]: value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
  })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const problems = problemsOf(values)
    setErrors(problems)
    setRefusal(undefined)
    if (Object.keys(problems).length) return
    setBusy(true)
    try {
      const saved = await post<Row>('support_ticket', {
        ...values,
        subject: values.subject.trim(),
        description: values.description.trim(),
        contact_email: values.contact_email || null,
        page_url: location.href,
      })
      close(String(saved.ticket_no ?? ''))
    } catch (error) {
      if (error instanceof ApiError)
        setErrors(Object.fromEntries(Object.entries(error.errors).map(([name, messages]) => [name, messages.join(' ')])))
      setRefusal(errorDetail(error))
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={(event) => void send(event)}>
      <Stack gap="sm">
        {refusal && (
          <Alert color="red" role="alert">
            {refusal}
          </Alert>
        )}
        <TextInput data-autofocus label={t('ticket.subject')} required maxLength={200} {...field('subject')} />
        <Textarea label={t('ticket.description')} required autosize minRows={4} maxRows={12} {...field('description')} />
        <Group grow gap="sm">
          <NativeSelect
            label={t('ticket.category')}
            data={CATEGORIES.map((value) => ({ value, label: t(`ticket.${value}`) }))}
            {...field('category')}
          />
          <NativeSelect
            label={t('ticket.priority')}
            data={PRIORITIES.map((value) => ({ value, label: t(`ticket.${value}`) }))}
            {...field('priority')}
          />
        </Group>
        <TextInput label={t('ticket.email')} type="email" autoComplete="email" {...field('contact_email')} />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={() => close()}>
            {t('tasks.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('ticket.send')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

export default TicketForm
