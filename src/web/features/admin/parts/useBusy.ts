import { useState } from 'react'
import { toast, toastError } from '../../../ui/toast.ts'

/** Runs one task at a time: tells which one is running, and shows a message when it is done or refused. */
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
