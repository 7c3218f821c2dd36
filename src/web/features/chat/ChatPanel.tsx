import { ActionIcon, Textarea } from '@mantine/core'
import { IconSend, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { post } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { t as shell } from '../../i18n/index.ts'
import { toastError } from '../../ui/toast.ts'
import { ChatMessages } from './ChatMessages.tsx'
import styles from './chat.module.css'
import { type ChatMessage, historyQuery, statusQuery } from './queries.ts'
import { t } from './text.ts'

/** Whether an answer is being written; reads the history again when there is more of it. */
const useTyping = (): boolean => {
  const status = useQuery(statusQuery).data
  const known = useRef<number>(undefined)
  const count = status?.count
  useEffect(() => {
    if (count === undefined) return
    if (known.current !== undefined && count > known.current) void queryClient.invalidateQueries({ queryKey: historyQuery.queryKey })
    known.current = count
  }, [count])
  return (status?.pending_count ?? 0) > 0
}

/** Talk with the assistant, beside the page; the page stays usable. */
const ChatPanel = ({ close }: { close: () => void }) => {
  const history = useQuery(historyQuery)
  const typing = useTyping()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)

  const send = async (question = text) => {
    const message = question.trim()
    if (!message || busy) return
    setBusy(true)
    try {
      const sent = await post<ChatMessage>('chatbot/send', { message })
      setText('')
      queryClient.setQueryData<ChatMessage[]>(historyQuery.queryKey, (known = []) =>
        known.some(({ id }) => id === sent.id) ? known : [...known, sent],
      )
      await queryClient.invalidateQueries({ queryKey: ['chatbot'] })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return createPortal(
    <aside className={styles.panel} aria-label={shell('header.assistant')} onKeyDown={(event) => event.key === 'Escape' && close()}>
      <header className={styles.head}>
        <h2 className={styles.title}>{shell('header.assistant')}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={t('chat.close')} onClick={close}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </header>
      <ChatMessages history={history} typing={typing} ask={(question) => void send(question)} />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <Textarea
          className={styles.input!}
          autoFocus
          autosize
          minRows={1}
          maxRows={6}
          maxLength={4000}
          aria-label={t('chat.write')}
          placeholder={t('chat.ask')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ActionIcon type="submit" size={36} aria-label={t('chat.send')} loading={busy} disabled={!text.trim()}>
          <IconSend size={18} aria-hidden />
        </ActionIcon>
      </form>
    </aside>,
    document.body,
  )
}

export default ChatPanel
