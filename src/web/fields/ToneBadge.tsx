import type { State } from '../../engine/model/module.ts'
import styles from './ToneBadge.module.css'

/** A tone, and always a word with it. */
export const ToneBadge = ({ tone, text }: { tone: State['tone']; text: string }) => (
  <span className={styles.badge} data-tone={tone}>
    {text}
  </span>
)
