import { useState } from 'react'
import { toast, toastError } from '../../../ui/toast.ts'

/** Runs one piece of work at a time: which one is at work, and a word when it is done or refused. */
export function useBusy() {
  const [busy, setBusy] = useState<string | null>(null)
  const run = async (name: string, work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setBusy(name)
    try {
      await work()
      if (done) toast('success', done)
      return true
    } catch (error) {
      toastError(error)
      return false
    } finally {
      setBusy(null)
    }
  }
  return { busy, run }
}
