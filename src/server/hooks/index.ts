/** Code that descriptors name to run when a record was saved (`saved`). */
import type { SaveHook } from '../context.ts'

export const saveHooks: readonly SaveHook[] = []
