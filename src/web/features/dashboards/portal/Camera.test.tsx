import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Camera } from './Camera.tsx'

let root: Root
let place: HTMLElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

const open = async (getUserMedia: () => Promise<MediaStream>) => {
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  const onPicture = vi.fn()
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <Camera onPicture={onPicture} />
      </MantineProvider>,
    ),
  )
  return onPicture
}
const button = (name: string) => [...place.querySelectorAll('button')].find((element) => element.textContent === name)

test('13.5: a blocked camera is explained, and a picture taken with the phone’s camera app is accepted', async () => {
  const onPicture = await open(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  expect(place.querySelector('[role=alert]')?.textContent).toContain('The camera is not allowed')
  const file = new File(['x'], 'me.jpg', { type: 'image/jpeg' })
  const input = place.querySelector<HTMLInputElement>('input[type=file]')!
  expect([input.accept, input.getAttribute('capture')]).toEqual(['image/*', 'user'])
  Object.defineProperty(input, 'files', { value: [file] })
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
  await act(async () => button('Use and punch')!.click())
  expect(onPicture).toHaveBeenCalledExactlyOnceWith(file)
})

test('13.5: the camera runs until its dialog is closed', async () => {
  const stop = vi.fn()
  const stream = Object.assign(new MediaStream(), { getTracks: () => [{ stop } as unknown as MediaStreamTrack] })
  await open(() => Promise.resolve(stream))
  expect(button('Take picture')).toBeTruthy()
  await act(async () => root.render(null))
  expect(stop).toHaveBeenCalledOnce()
})
