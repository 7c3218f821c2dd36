import { Alert, Anchor, Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { reloadIfOutdated } from '../api/build.ts'
import { get } from '../api/client.ts'
import { outdatedAtom, problemsAtom, startLive } from '../api/live.ts'
import { type Preparing, usePreparing } from '../api/preparing.ts'
import { t } from '../i18n/index.ts'
import { useSession } from '../routing/navigation.ts'
import { isChunkError } from '../ui/chunk.ts'
import { toast } from '../ui/toast.ts'

/** After an update of the server the next change of page is a full load: nothing has been typed there yet. */
const useUpdates = (): void => {
  const outdated = useAtomValue(outdatedAtom)
  const { pathname } = useLocation()
  const from = useRef(pathname)
  useEffect(() => {
    if (outdated && from.current !== pathname) void reloadIfOutdated()
    from.current = pathname
  }, [outdated, pathname])
}

/** Code loaded by a click, outside of rendering: no error boundary catches a failed load. */
const useLostCode = (): void => {
  useEffect(() => {
    const lost = (event: PromiseRejectionEvent) => {
      if (!isChunkError(event.reason)) return
      event.preventDefault()
      void reloadIfOutdated().then((reloads) => reloads || toast('danger', t('page.partFailed')))
    }
    window.addEventListener('unhandledrejection', lost)
    return () => window.removeEventListener('unhandledrejection', lost)
  }, [])
}

const ASK_EVERY_MS = 2_000

/** While the demo data is being made: asks how far it is, and reads everything again when it is done. */
const usePreparation = (): Preparing | undefined => {
  const preparing = usePreparing()
  const isPreparing = preparing !== undefined
  const client = useQueryClient()
  useEffect(() => {
    if (!isPreparing) return
    const timer = setInterval(() => void get('version').catch(() => undefined), ASK_EVERY_MS)
    return () => {
      clearInterval(timer)
      void client.invalidateQueries()
    }
  }, [isPreparing, client])
  return preparing
}

const onConnection = (listener: () => void): (() => void) => {
  for (const event of ['online', 'offline']) window.addEventListener(event, listener)
  return () => {
    for (const event of ['online', 'offline']) window.removeEventListener(event, listener)
  }
}

/** That the device has no connection: what is being loaded waits for it, and would seem slow. */
export const OfflineNote = () => {
  const isOnline = useSyncExternalStore(onConnection, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Alert color="yellow" radius={0} py="xs" role="status">
      {t('page.offlineNote')}
    </Alert>
  )
}

/** What is told about connection and server at the top of each page. */
const Live = () => (
  <>
    <OfflineNote />
    <Server />
  </>
)

/** Listens to the server, and notifies developers when the descriptors on disk cannot be applied. */
const Server = () => {
  useEffect(startLive, [])
  useUpdates()
  useLostCode()
  const problems = useAtomValue(problemsAtom)
  const session = useSession()
  const preparing = usePreparation()
  if (preparing)
    return (
      <Alert radius={0} py="xs" role="status" title={t('preparing.title')}>
        <Progress value={preparing.percent} aria-label={t('preparing.title')} transitionDuration={0} mb={4} />
        {t('preparing.note', { note: preparing.note })}
      </Alert>
    )
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
