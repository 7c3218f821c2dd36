import type { ComponentType } from 'react'
import { withinTime } from './chunk.ts'
import { later } from './later.tsx'
import { RouteError } from './RouteError.tsx'

export type Loader = () => Promise<{ default: ComponentType }>

const component = async (load: Loader) => (await withinTime(load)()).default

/**
 * A route whose code comes when it is first opened. The router draws nothing at all for a route whose `lazy` failed, for
 * good: so it never fails, but answers a component that asks again, each time it is drawn, and throws what keeps it away.
 */
export const lazily = (load: Loader) => ({
  lazy: async () => ({ Component: await component(load).catch(() => later(() => component(load))) }),
  errorElement: <RouteError />,
})
