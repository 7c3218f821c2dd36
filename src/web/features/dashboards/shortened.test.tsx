import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import { Shortened } from './Shortened.tsx'

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))

async function drawn(count: number): Promise<HTMLElement> {
  const page = document.body.appendChild(document.createElement('div'))
  const names = Array.from({ length: count }, (_, index) => `name ${index}`)
  await act(async () =>
    createRoot(page).render(
      <MantineProvider env="test">
        <Shortened items={names} first={5}>
          {(shown) => shown.map((name) => <p key={name}>{name}</p>)}
        </Shortened>
      </MantineProvider>,
    ),
  )
  return page
}

test('a long list of a card shows its first entries, and all of them on demand', async () => {
  const page = await drawn(15)
  expect(page.querySelectorAll('p')).toHaveLength(5)
  await act(async () => page.querySelector('button')!.click())
  expect(page.querySelectorAll('p')).toHaveLength(15)
  expect(page.querySelector('button')).toBeNull()
})

test('a list with only one more entry is shown in full', async () => {
  const page = await drawn(6)
  expect(page.querySelectorAll('p')).toHaveLength(6)
  expect(page.querySelector('button')).toBeNull()
})
