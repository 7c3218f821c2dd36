import { Alert, Anchor } from '@mantine/core'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import { problemsAtom, startLive } from '../api/live.ts'
import { t } from '../i18n/index.ts'
import { useSession } from './navigation.ts'

/** Listens to the server, and tells developers when the descriptors on disk cannot be put in force. */
const Live = () => {
  useEffect(startLive, [])
  const problems = useAtomValue(problemsAtom)
  const session = useSession()
  if (problems === 0 || !session?.is_developer) return null
  return (
    <Alert color="red" radius={0} py="xs" role="alert">
      {t('problems.found')}{' '}
      <Anchor component={Link} to="/problems" inherit>
        {t('problems.show')}
      </Anchor>
    </Alert>
  )
}

export default Live
