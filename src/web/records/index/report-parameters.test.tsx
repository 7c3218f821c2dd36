/** A report that is run without what it needs says so at the field; a reference that has an obvious value is filled. */
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Field, Row } from '../../../engine/model/module.ts'
import { FieldClientProvider } from '../../fields/client.ts'
import { STORY_REFS, storyClient } from '../../fields/storyClient.ts'
import { fieldOf } from '../../fields/testing.ts'
import type { Filters } from './url-state.ts'

vi.mock('../form/useEnv.ts', () => ({ useEnv: () => ({ settings: {}, today: () => '2026-11-26', now: () => '2026-11-26T01:00:00Z' }) }))
const { default: ReportParameters } = await import('./ReportParameters.tsx')

let unmount: () => Promise<void>
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }))
afterEach(() => unmount())

const account = (more: Partial<Field> = {}) => fieldOf('account_id', 'reference', { to: 'account', required: true, ...more })

/** The parameters on screen, where the server has `accounts` for a filter. */
async function shown(parameters: readonly Field[], accounts: (filter: Row | undefined) => typeof STORY_REFS, filters: Filters = {}) {
  const page = document.body.appendChild(document.createElement('div'))
  const root = createRoot(page)
  unmount = async () => {
    await act(async () => root.unmount())
    page.remove()
  }
  const onShow = vi.fn()
  const dropdown = async (_module: string, { filter }: { filter?: Row }) => [...accounts(filter)]
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <FieldClientProvider value={{ ...storyClient, dropdown }}>
          <ReportParameters parameters={parameters} filters={filters} onShow={onShow} />
        </FieldClientProvider>
      </MantineProvider>,
    ),
  )
  const run = () => act(async () => page.querySelector<HTMLButtonElement>('button[type=submit]')!.click())
  return { page, run, onShow }
}

test('an empty required parameter gets the message and the focus, and the report does not run', async () => {
  const { page, run, onShow } = await shown([fieldOf('note', 'text'), account()], () => STORY_REFS.slice(0, 2))
  await run()
  await vi.waitFor(() => expect(page.textContent).toContain('Field is required'))
  expect(document.activeElement?.id).toBe('parameter-account_id')
  expect(onShow).not.toHaveBeenCalled()
})

test('the proposed record is filled in, else the only one there is, and the report runs', async () => {
  const proposed = account({ propose: { where: [{ is_default: true }] } })
  const first = await shown([proposed], (filter) => (filter?.is_default ? STORY_REFS.slice(3, 4) : STORY_REFS))
  await vi.waitFor(() => expect(first.onShow).toHaveBeenCalledWith({ account_id: { eq: '4' } }, { replace: true }))
  await unmount()
  const only = await shown([account()], () => STORY_REFS.slice(6, 7))
  await vi.waitFor(() => expect(only.onShow).toHaveBeenCalledWith({ account_id: { eq: '7' } }, { replace: true }))
})

test('a report that still lacks a value waits for it, with the proposal in its field', async () => {
  const { run, onShow } = await shown([account(), fieldOf('note', 'text', { required: true })], () => STORY_REFS.slice(6, 7))
  await run()
  expect(onShow).not.toHaveBeenCalled()
  expect(document.activeElement?.id).toBe('parameter-note')
})

test('a hidden parameter is shown where the address sets it, and can be switched off there', async () => {
  const parameters = [fieldOf('note', 'text'), fieldOf('before_closing', 'boolean', { widget: 'hidden' })]
  const plain = await shown(parameters, () => [])
  expect(plain.page.querySelector('#parameter-before_closing')).toBeNull()
  await unmount()
  const { page, run, onShow } = await shown(parameters, () => [], { before_closing: { eq: 'true' } })
  await act(async () => page.querySelector<HTMLInputElement>('#parameter-before_closing')!.click())
  await run()
  expect(onShow).toHaveBeenCalledWith({ before_closing: { eq: 'false' } })
})
