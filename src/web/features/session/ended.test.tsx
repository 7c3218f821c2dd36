/** A session that ends while a form is open: the sign-in says so, and that the draft is there only where it is. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { goToSignIn, startSession } from '../../api/session.ts'
import { fieldOf, moduleOf } from '../../fields/testing.ts'
import { calculatorFor } from '../../records/form/calculator.ts'
import { draftKey, useDraft } from '../../records/form/draft.ts'
import { RecordStore } from '../../records/form/store.ts'
import { installMockApi } from '../../testing/api.ts'
import { Theme } from '../../theme/Theme.tsx'
import { SignIn } from './pages/SignIn.tsx'

const module = moduleOf('order', [fieldOf('remarks', 'text')])
const env = { settings: {}, today: () => '2026-11-21', now: () => '2026-11-21T01:00:00Z' }
const Form = ({ store }: { store: RecordStore }) => {
  useDraft(store, draftKey('order', 'new'), { version: null })
  return null
}

beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
let root: ReturnType<typeof createRoot>
const place = document.body.appendChild(document.createElement('div'))
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  history.replaceState(null, '', '/')
})

test('the sign-in page says that the session ended, what is stored, and who was signed in', async () => {
  startSession('secret', 'DEMO', 'Buyer')
  history.replaceState(null, '', '/procurement/order/new')
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const uninstall = installMockApi()
  const store = new RecordStore(module, {}, calculatorFor(module, env))
  root = createRoot(place)
  await act(async () => root.render(<Form store={store} />))
  goToSignIn()
  expect(assign).toHaveBeenLastCalledWith('/login?next=%2Fprocurement%2Forder%2Fnew&ended=session')

  store.set('remarks', 'Call first')
  goToSignIn()
  const address = '/login?next=%2Fprocurement%2Forder%2Fnew&ended=stored'
  expect(assign).toHaveBeenLastCalledWith(address)
  await act(async () => root.unmount())

  history.replaceState(null, '', address)
  root = createRoot(place)
  await act(async () =>
    root.render(
      <Theme>
        <SignIn />
      </Theme>,
    ),
  )
  expect(place.textContent).toContain('Your session ended. Sign in again to go on. What you typed was kept.')
  expect(place.querySelector<HTMLInputElement>('[name=username]')?.value).toBe('buyer')
  expect(document.activeElement?.getAttribute('name')).toBe('password')
  await act(async () => root.unmount())
  uninstall()
})
