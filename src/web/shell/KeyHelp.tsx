import { Kbd } from '@mantine/core'
import { t } from '../i18n/index.ts'
import { type Command, currentCommands } from './commands.ts'
import { dialogs } from './dialogs/index.ts'
import styles from './KeyHelp.module.css'

const NAMES: Readonly<Record<string, string>> = {
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
  enter: 'Enter',
  mod: 'Ctrl',
}

const spell = (keys: string): string[] => keys.split('+').map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))

/** Lists every key that works on the current screen, by heading. */
export const openKeyHelp = (): void => {
  const groups = Map.groupBy(
    currentCommands().filter(({ keys, disabled }) => keys && keys.length > 0 && !disabled),
    ({ group }) => group ?? t('keys.screen'),
  )
  void dialogs.modal({ title: t('keys.title'), width: 520 }, () => (
    <div className={styles.groups}>
      {[...groups].map(([group, commands]) => (
        <section key={group}>
          <h3 className={styles.heading}>{group}</h3>
          <dl className={styles.keys}>
            {commands.map((command: Command) => (
              <div key={command.id}>
                <dt>{command.title}</dt>
                <dd>
                  {command.keys!.map((keys, index) => (
                    <span key={keys}>
                      {index > 0 && ` ${t('keys.or')} `}
                      {spell(keys).map((key) => (
                        <Kbd key={key} size="xs">
                          {key}
                        </Kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  ))
}
