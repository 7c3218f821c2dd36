/**
 * A list whose page has many rows, as the product draws it. `list.json` is served beside it: the resolved module and the
 * rows that every page has. `measure` is what the benchmark calls.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import type { Module, Row } from '../../../src/engine/model/module.ts'
import IndexPage from '../../../src/web/records/index/IndexPage.tsx'
import { ModuleRouteProvider } from '../../../src/web/routing/module-route.tsx'
import { installMockApi } from '../../../src/web/testing/api.ts'
import { Theme } from '../../../src/web/theme/Theme.tsx'

declare global {
  /** What the benchmark asks for, each in milliseconds. */
  var measure: {
    /** From nothing until the rows are drawn; the server answers at once. */
    open(): Promise<number>
    /** From the click on a row's box until the frame is drawn. */
    select(index: number): Promise<number>
    /** From the scrolling until the frame is drawn. */
    scroll(top: number): Promise<number>
  }
}

const { module, rows } = (await (await fetch('list.json')).json()) as { module: Module; rows: Row[] }

installMockApi(({ path }) => {
  if (path.endsWith('/paginate'))
    return { status: 200, body: { success: true, data: rows, pagination: { page: 1, per_page: rows.length, total: rows.length } } }
  return path.startsWith(module.name) ? { status: 200, body: { success: true, data: [] } } : undefined
})

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
let show: (shown: boolean) => void

function Bench() {
  const [shown, setShown] = useState(false)
  show = setShown
  return (
    <div style={{ display: 'flex', height: 760 }}>
      {shown && (
        <ModuleRouteProvider value={{ application: module.application, module, base: `/x/${module.name}`, can: () => true }}>
          <IndexPage />
        </ModuleRouteProvider>
      )}
    </div>
  )
}

const drawn = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      // A message posted while a frame is prepared arrives after it has been drawn.
      const channel = new MessageChannel()
      channel.port1.onmessage = () => resolve()
      channel.port2.postMessage(null)
    })
  })
const boxes = () => document.querySelectorAll<HTMLInputElement>('tbody input[type="checkbox"]')
const until = async (done: () => boolean): Promise<void> => {
  while (!done()) await drawn()
}
const timed = async (work: () => void, done: () => boolean = () => true): Promise<number> => {
  const started = performance.now()
  work()
  await drawn()
  await until(done)
  return performance.now() - started
}

globalThis.measure = {
  async open() {
    flushSync(() => show(false))
    client.clear()
    await drawn()
    return timed(
      () => show(true),
      () => boxes().length > 0,
    )
  },
  select: (index) => {
    const box = boxes()[index]!
    const before = box.checked
    return timed(
      () => box.click(),
      () => box.checked !== before && box.closest('tr')!.hasAttribute('data-selected') !== before,
    )
  },
  scroll: (top) => {
    const scroller = document.querySelector('table')!.parentElement!
    return timed(() => scroller.scrollTo({ top }))
  },
}

createRoot(document.getElementById('root')!).render(
  <Theme>
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <Bench />
      </MemoryRouter>
    </QueryClientProvider>
  </Theme>,
)
