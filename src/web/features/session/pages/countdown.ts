import { useEffect, useEffectEvent, useState } from 'react'

/** How long a one-time code holds. */
const OTP_SECONDS = 300

/** `4:05`. */
export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/**
 * Whole seconds until the code expires, from a deadline and not by counting ticks: a tab in the background
 * ticks late. `onEnd` is called once when it reaches zero.
 */
export const useCountdown = (onEnd: () => void): { left: number; restart: () => void } => {
  const [deadline, setDeadline] = useState(() => Date.now() + OTP_SECONDS * 1000)
  const [left, setLeft] = useState(OTP_SECONDS)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const tick = () => {
      const now = Math.max(0, Math.ceil((deadline - Date.now()) / 1000))
      setLeft(now)
      if (now > 0) return
      clearInterval(timer)
      end()
    }
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [deadline])
  const restart = () => {
    setLeft(OTP_SECONDS)
    setDeadline(Date.now() + OTP_SECONDS * 1000)
  }
  return { left, restart }
}
