import type { ReactNode } from 'react'
import type { Field, Module, Row, Transition } from '../../../engine/model/module.ts'
import type { FieldState } from '../../../engine/runtime/compute/index.ts'
import type { EvalEnv } from '../../../engine/runtime/expressions/index.ts'

/** The form shown before an action runs. */
export interface Asked<T> {
  readonly title: string
  /** Text above the form: the question, and its subject. */
  readonly message?: string | undefined
  readonly note?: ReactNode
  /** What speaks against it with the values entered so far; asked again when they change. */
  readonly advise?: ((input: Row) => Promise<ReactNode | undefined>) | undefined
  /**
   * The module of the request, and its name: `transition post`, `call POST {id}/recompute`. The server compiled its
   * schema under that name.
   */
  readonly module: Pick<Module, 'hash'>
  readonly request: string
  readonly input: readonly Field[]
  /** Which fields are shown and required with these values; without it, as the fields themselves say. */
  readonly states?: ((values: Row, env: EvalEnv) => Readonly<Record<string, FieldState>>) | undefined
  /** The record acted on: defaults may be of it. */
  readonly record?: Row | undefined
  /** Values that fields begin with instead of their defaults. */
  readonly given?: Row | undefined
  readonly tone?: Transition['tone']
  readonly send: (input: Row) => Promise<T>
}
