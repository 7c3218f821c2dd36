import { Button, Group, Modal, Text } from '@mantine/core'
import { IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { t } from '../../i18n/index.ts'
import { useReturnFocus } from '../focus.ts'
import { DialogHold } from './hold.ts'
import { DEFAULTS, type OpenDialog, openDialogs, subscribe } from './index.ts'

const MAX_WIDTH = 700
const QUESTION_WIDTH = 460

const ICON_COLOR = { warning: 'yellow', danger: 'red' } as const

const Question = ({ dialog }: { dialog: OpenDialog }) => {
  const danger = dialog.kind === 'danger'
  const loud = dialog.kind === 'danger' || dialog.kind === 'warning'
  const Icon = loud ? IconAlertTriangle : IconHelpCircle
  const color = loud ? ICON_COLOR[dialog.kind as 'warning' | 'danger'] : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        dialog.settle(true)
      }}
    >
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Icon
          size={20}
          color={`var(--mantine-color-${color ? `${color}-text` : 'dimmed'})`}
          style={{ flex: 'none', marginTop: 1 }}
          aria-hidden
        />
        <div>
          <Text component="div" style={{ whiteSpace: 'pre-line' }}>
            {dialog.message ?? t(DEFAULTS[dialog.kind].message)}
          </Text>
          {dialog.note && (
            <Text component="div" size="sm" c="dimmed" mt={6}>
              {dialog.note}
            </Text>
          )}
        </div>
      </Group>
      <Group justify="flex-end" gap="xs" mt="lg">
        {!dialog.persistent && (
          <Button variant="default" onClick={() => dialog.settle(false)}>
            {dialog.cancel ?? t('dialog.cancel')}
          </Button>
        )}
        <Button type="submit" data-autofocus {...(danger && { color: 'red' })}>
          {dialog.confirm ?? t('dialog.proceed')}
        </Button>
      </Group>
    </form>
  )
}

const FocusReturn = ({ dialog }: { dialog: OpenDialog }) => {
  useReturnFocus(dialog.opener)
  return null
}

const Drawn = ({ dialog }: { dialog: OpenDialog }) => {
  const [held, setHeld] = useState(false)
  return (
    <Modal
      opened
      onClose={() => dialog.settle(dialog.content ? undefined : false)}
      title={dialog.title ?? t(DEFAULTS[dialog.kind].title)}
      size={dialog.content ? (dialog.width ?? MAX_WIDTH) : QUESTION_WIDTH}
      withCloseButton={!dialog.persistent}
      closeOnClickOutside={!dialog.persistent && !dialog.content}
      closeOnEscape={!dialog.persistent && !held}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
      centered
    >
      <FocusReturn dialog={dialog} />
      <DialogHold.Provider value={setHeld}>
        {dialog.content ? dialog.content(dialog.settle) : <Question dialog={dialog} />}
      </DialogHold.Provider>
    </Modal>
  )
}

/** Draws all open dialogs. Mounted once, in the frame. */
const DialogHost = () => useSyncExternalStore(subscribe, openDialogs).map((dialog) => <Drawn key={dialog.id} dialog={dialog} />)

export default DialogHost
