import { act, Component, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'
import { later } from './later.tsx'

class Boundary extends Component<{ children: ReactNode }> {
  override state = { said: '' }
  static getDerivedStateFromError = (error: Error) => ({ said: error.message })
  override render() {
    return this.state.said || this.props.children
  }
}

let page: HTMLElement
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  page = document.body.appendChild(document.createElement('div'))
})
const draw = (content: ReactNode) => act(() => createRoot(page).render(<Boundary>{content}</Boundary>))

test('a part is rendered once its code is loaded, and immediately afterwards', async () => {
  let come = (_part: () => ReactNode) => {}
  const load = vi.fn(() => new Promise<() => ReactNode>((resolve) => (come = resolve)))
  const Part = later(load, 'waiting')
  draw(<Part />)
  expect(page.textContent).toBe('waiting')
  await act(async () => come(() => 'here'))
  expect(page.textContent).toBe('here')
  page = document.createElement('div')
  draw(<Part />)
  expect(page.textContent).toBe('here')
  expect(load).toHaveBeenCalledOnce()
})

test('a part whose code fails to load shows its error in place', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Part = later(() => Promise.reject(new Error('gone')))
  await act(async () => draw(<Part />))
  expect(page.textContent).toBe('gone')
})
