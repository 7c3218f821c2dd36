/** Code that descriptors name to run when a record was saved (`saved`). */
import type { SaveHook } from '../context.ts'
import { fileRemoved } from '../handlers/media.ts'
import { orderHolds, reservationOpened } from './holds.ts'
import { peopleHooks } from './people.ts'

export const saveHooks: readonly SaveHook[] = [...peopleHooks, fileRemoved, reservationOpened, orderHolds]
