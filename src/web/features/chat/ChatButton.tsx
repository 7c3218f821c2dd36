import { ActionIcon } from '@mantine/core'
import { IconMessageChatbot } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { t } from '../../i18n/index.ts'
import { useSession } from '../../routing/navigation.ts'

const ChatPanel = lazy(() => import('./ChatPanel.tsx'))

/** Name of the feature that a company switches on. */
const FEATURE = 'chatbot'

/** The assistant, in companies that have it. */
export const ChatButton = () => {
  const enabled = useSession()?.features?.some(({ name, enabled: on }) => name === FEATURE && on)
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!enabled) return null
  const close = () => {
    setOpened(false)
    button.current?.focus()
  }
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size="lg"
        title={t('header.assistant')}
        aria-label={t('header.assistant')}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <IconMessageChatbot size={18} aria-hidden />
      </ActionIcon>
      {opened && (
        <Suspense>
          <ChatPanel close={close} />
        </Suspense>
      )}
    </>
  )
}
