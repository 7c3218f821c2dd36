import { Button, Group, Skeleton, VisuallyHidden } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { instantText, relativeText } from '../../records/index/format.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { ScrollRegion } from '../../ui/ScrollRegion.tsx'
import styles from './chat.module.css'
import type { ChatMessage } from './queries.ts'
import { t } from './text.ts'

const Message = ({ message }: { message: ChatMessage }) => (
  <li className={styles.message} data-role={message.role}>
    <VisuallyHidden>{t(message.role === 'user' ? 'chat.you' : 'chat.assistant')}: </VisuallyHidden>
    <div className={styles.bubble}>
      {message.message}
      {message.links && message.links.length > 0 && (
        <ul className={styles.links}>
          {message.links.map(({ title, route }) => (
            <li key={route}>
              <Link to={route}>{title}</Link>
            </li>
          ))}
        </ul>
      )}
    </div>
    {message.status === 'failed' && <span className={styles.failed}>{t('chat.failed')}</span>}
    <time className={styles.time} dateTime={message.created_at} title={instantText(message.created_at)}>
      {relativeText(message.created_at)}
    </time>
  </li>
)

/** Questions that show what can be asked. */
const SAMPLES = ['chat.sample.overdue', 'chat.sample.owe', 'chat.sample.leave', 'chat.sample.how'] as const

const Intro = ({ ask }: { ask: (question: string) => void }) => (
  <>
    <p className={styles.intro}>{t('chat.intro')}</p>
    <Group gap="xs" mt="sm" justify="center">
      {SAMPLES.map((sample) => (
        <Button key={sample} size="compact-sm" radius="xl" variant="default" onClick={() => ask(t(sample))}>
          {t(sample)}
        </Button>
      ))}
    </Group>
  </>
)

interface Props {
  history: UseQueryResult<ChatMessage[]>
  typing: boolean
  /** Sends a question. */
  ask: (question: string) => void
}

/** The messages, oldest first; the view follows new ones. */
export const ChatMessages = ({ history, typing, ask }: Props) => {
  const end = useRef<HTMLDivElement>(null)
  const messages = history.data ?? []
  const count = messages.length
  useEffect(() => {
    if (count > 0 || typing) end.current?.scrollIntoView({ block: 'end' })
  }, [count, typing])
  return (
    <ScrollRegion role="log" label={t('chat.messages')} className={styles.scroll}>
      {history.isError ? (
        <ErrorPage error={history.error} onRetry={history.refetch} />
      ) : history.isPending ? (
        <div className={styles.loading} aria-busy="true">
          <Skeleton height={36} width="70%" />
          <Skeleton height={52} width="80%" />
        </div>
      ) : (
        <>
          {messages.length === 0 && <Intro ask={ask} />}
          <ul className={styles.list}>
            {messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
        </>
      )}
      {typing && (
        <div className={styles.typing} role="status">
          <span className={styles.dots} aria-hidden>
            <i />
            <i />
            <i />
          </span>
          {t('chat.typing')}
        </div>
      )}
      <div ref={end} />
    </ScrollRegion>
  )
}
