import { Accordion, Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { get, post } from '../../api/client.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { Await } from '../../ui/Await.tsx'
import { Empty } from '../admin/parts/Empty.tsx'
import { useBusy } from '../admin/parts/useBusy.ts'
import { t } from '../admin/text.ts'
import classes from './console.module.css'
import { FactList } from './Facts.tsx'

interface MailAnswer {
  host: string | null
  port: number | null
  user: string | null
  encryption: string | null
  kept_locally: boolean
  mails: { name: string; to: string; subject: string; date: string; text: string }[]
}

/** How mail leaves, a letter to try it with, and the letters kept here because there is no way out. */
export default function Mail() {
  const mail = useQuery({
    queryKey: ['admin', 'console', 'smtp'],
    queryFn: ({ signal }) => get<MailAnswer>('developer_console/smtp', undefined, signal),
  })
  const [email, setEmail] = useState('')
  const { busy, run } = useBusy()
  const send = async () => {
    await run('send', () => post('developer_console/smtp/test', { email: email.trim() }), t('console.mailSent'))
    await mail.refetch()
  }
  return (
    <Await query={mail}>
      {({ mails, ...facts }) => (
        <div className={classes.parts}>
          <FactList facts={facts} />
          <form
            className={classes.line}
            onSubmit={(event) => {
              event.preventDefault()
              void send()
            }}
          >
            <TextInput
              type="email"
              label={t('console.testMail')}
              autoComplete="email"
              value={email}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={busy === 'send'} disabled={!email.trim()}>
              {t('console.send')}
            </Button>
          </form>
          <section>
            <h2 className={classes.heading}>{t('console.kept')}</h2>
            {mails.length === 0 ? (
              <Empty>{t('console.noMails')}</Empty>
            ) : (
              <Accordion variant="separated" order={3}>
                {mails.map((entry) => (
                  <Accordion.Item key={entry.name} value={entry.name}>
                    <Accordion.Control>
                      <Group justify="space-between" gap="xs" pr="sm">
                        <Text size="sm" fw={500}>
                          {entry.subject}
                        </Text>
                        <Text size="sm" c="dimmed">
                          {entry.to} · {formatDateTime(entry.date)}
                        </Text>
                      </Group>
                    </Accordion.Control>
                    <Accordion.Panel>
                      <pre className={classes.letter}>{entry.text}</pre>
                    </Accordion.Panel>
                  </Accordion.Item>
                ))}
              </Accordion>
            )}
          </section>
        </div>
      )}
    </Await>
  )
}
