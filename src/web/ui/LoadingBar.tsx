import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { useNavigation } from 'react-router-dom'
import styles from './LoadingBar.module.css'

/** The 3 px bar on top while anything is on its way. It fades in late, so that fast answers show nothing. */
export const LoadingBar = () => {
  const fetching = useIsFetching()
  const mutating = useIsMutating()
  const { state } = useNavigation()
  const busy = fetching > 0 || mutating > 0 || state !== 'idle'
  return <div className={styles.bar} data-busy={busy || undefined} aria-hidden="true" />
}
