import type { Row } from '../../engine/model/module.ts'

/** A referenced record in responses and pickers, with further columns of the target. */
export interface Ref extends Row {
  readonly id: number
  readonly name: string
  readonly label?: string
}
