import type { Link } from './tools.ts'

export interface Answer {
  readonly text: string
  readonly links: readonly Link[]
  /** Nothing was found. */
  readonly empty?: true
}
