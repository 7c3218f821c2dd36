import { useEffect, useRef } from 'react'

/** Called a little before the end is visible, so that users do not wait there. */
const AHEAD = '160px'

/** Calls `more` when the element that the answer is attached to comes into sight, while `wanted`. */
export function useEndReached(wanted: boolean, more: () => void) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(more)
  latest.current = more
  useEffect(() => {
    if (!wanted || !end.current) return
    // A new observer per page reports at once whether the end is still in sight after the page was added.
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), { rootMargin: AHEAD })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [wanted])
  return end
}
