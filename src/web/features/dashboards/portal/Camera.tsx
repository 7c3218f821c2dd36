import { Alert, Button, Center, FileButton, Group, Loader, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { dialogs } from '../../../ui/dialogs/index.ts'
import { t } from '../text.ts'
import { type CameraFailure, failureOf, openCamera, pictureOf } from './camera.ts'
import classes from './portal.module.css'

/** Asks for a picture; undefined when the person gives it up. */
export const takePicture = (): Promise<File | undefined> =>
  dialogs.modal<File>({ title: t('portal.camera.title'), width: 460 }, (close) => <Camera onPicture={close} />)

type State = 'starting' | 'live' | CameraFailure

/** The camera's picture, live and then still: take it, retake it, use it. Without a camera, the alternatives. */
export function Camera({ onPicture }: { onPicture: (picture: File) => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<State>('starting')
  const [turn, setTurn] = useState(0)
  const [still, setStill] = useState<{ file: File; url: string } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn opens the camera again
  useEffect(() => {
    let stream: MediaStream | undefined
    let gone = false
    setState('starting')
    openCamera().then(
      (opened) => {
        stream = opened
        if (gone) return stop(opened)
        if (video.current) video.current.srcObject = opened
        setState('live')
      },
      (error: unknown) => !gone && setState(failureOf(error)),
    )
    return () => {
      gone = true
      if (stream) stop(stream)
    }
  }, [turn])
  useEffect(() => () => void (still && URL.revokeObjectURL(still.url)), [still])

  const keep = (file: File) => setStill({ file, url: URL.createObjectURL(file) })
  const shoot = async () => {
    const picture = video.current && (await pictureOf(video.current))
    if (picture) keep(picture)
  }
  const failed = state !== 'starting' && state !== 'live'
  return (
    <Stack gap="sm">
      {still && <img src={still.url} alt={t('portal.camera.yours')} className={classes.picture} />}
      {!still && state === 'starting' && (
        <Center h={240}>
          <Loader aria-label={t('portal.camera.starting')} />
        </Center>
      )}
      {!failed && (
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          className={classes.picture}
          hidden={still !== null || state !== 'live'}
          aria-label={t('portal.camera.live')}
        />
      )}
      {!still && failed && (
        <Alert color="yellow" role="alert" title={t(`portal.camera.${state}`)}>
          {t(`portal.camera.${state}Text`)}
        </Alert>
      )}
      {!still && (
        <Text size="sm" c="dimmed">
          {t('portal.camera.why')}
        </Text>
      )}
      <Group justify="flex-end" gap="xs">
        {still && (
          <>
            <Button variant="default" onClick={() => setStill(null)}>
              {t('portal.camera.again')}
            </Button>
            <Button data-autofocus onClick={() => onPicture(still.file)}>
              {t('portal.camera.use')}
            </Button>
          </>
        )}
        {!still && state === 'live' && (
          <Button data-autofocus onClick={() => void shoot()}>
            {t('portal.camera.take')}
          </Button>
        )}
        {!still && failed && (
          <>
            <Button variant="default" onClick={() => setTurn(turn + 1)}>
              {t('portal.camera.retry')}
            </Button>
            <FileButton accept="image/*" capture="user" onChange={(file) => file && keep(file)}>
              {(button) => (
                <Button {...button} className={classes.touchOnly!}>
                  {t('portal.camera.phone')}
                </Button>
              )}
            </FileButton>
          </>
        )}
      </Group>
    </Stack>
  )
}

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}
