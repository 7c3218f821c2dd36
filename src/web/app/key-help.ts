import { createElement } from 'react'
import { t } from '../i18n/index.ts'
import { currentCommands } from '../routing/commands.ts'
import { dialogs } from '../ui/dialogs/index.ts'

/** Lists every key that works on the current screen. */
export const openKeyHelp = async (): Promise<void> => {
  const commands = currentCommands().filter(({ keys, disabled }) => keys && keys.length > 0 && !disabled)
  const { default: KeyHelp } = await import('./KeyHelp.tsx')
  await dialogs.modal({ title: t('keys.title'), width: 520 }, () => createElement(KeyHelp, { commands }))
}
