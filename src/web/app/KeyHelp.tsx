import { Kbd } from '@mantine/core'
import { t } from '../i18n/index.ts'
import type { Command } from '../routing/commands.ts'
import styles from './KeyHelp.module.css'

const NAMES: Readonly<Record<string, string>> = {
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
  enter: 'Enter',
  delete: 'Delete',
  tab: 'Tab',
  alt: 'Alt',
  f2: 'F2',
  mod: 'Ctrl',
}

const spell = (keys: string): string[] => keys.split('+').map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key))

/** The keys of the commands given, by heading. */
const KeyHelp = ({ commands }: { commands: readonly Command[] }) => {
  const groups = Map.groupBy(commands, ({ group }) => group ?? t('keys.screen'))
  return (
    <div className={styles.groups}>
      {[...groups].map(([group, shown]) => (
        <section key={group}>
          <h3 className={styles.heading}>{group}</h3>
          <dl className={styles.keys}>
            {shown.map((command) => (
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
  )
}

export default KeyHelp
