import { createContext, useContext, useEffect } from 'react'

/** Whether Escape leaves the dialog around it open; given by the host to the content. */
export const DialogHold = createContext<(held: boolean) => void>(() => undefined)

/** While `held`, Escape does not close the dialog around this content: what was typed would be lost. Its buttons still do. */
export function useDialogHold(held: boolean): void {
  const hold = useContext(DialogHold)
  useEffect(() => {
    hold(held)
    return () => hold(false)
  }, [hold, held])
}
