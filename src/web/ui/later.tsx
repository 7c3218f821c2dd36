import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { withinTime } from './chunk.ts'

/**
 * A component whose code is loaded with its first render; `placeholder` is shown meanwhile. Once the code is loaded it is drawn at once.
 * `lazy` within `Suspense` shows each part of a page a third of a second after its placeholder at the earliest: that suits pages whose
 * data arrive bit by bit, and is a mere delay here. When the code cannot be loaded it throws, as the component itself would; a later
 * render tries again.
 */
export function later<P extends object>(load: () => Promise<ComponentType<P>>, placeholder: ReactNode = null): ComponentType<P> {
  let Known: ComponentType<P> | undefined
  const bring = withinTime(async () => {
    Known = await load()
  })
  return (props) => {
    const [state, setState] = useState<{ failure?: unknown }>()
    const due = Known === undefined && state === undefined
    useEffect(() => {
      if (!due) return
      let gone = false
      bring().then(
        () => gone || setState({}),
        (failure: unknown) => gone || setState({ failure }),
      )
      return () => {
        gone = true
      }
    }, [due])
    if (state && 'failure' in state) throw state.failure
    return Known ? <Known {...props} /> : placeholder
  }
}
