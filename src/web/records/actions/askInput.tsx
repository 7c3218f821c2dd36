import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Field, Module, Row, Transition } from '../../../engine/model/module.ts'
import { t } from '../../i18n/index.ts'
import { dialogs } from '../../ui/dialogs/index.ts'

/** Inputs of every type are a quarter of the application: they are loaded with the first form. */
const InputForm = lazy(() => import('./InputForm.tsx')) as typeof import('./InputForm.tsx').default

/** The form shown before an action runs. */
export interface Asked<T> {
  readonly title: string
  /** Text above the form: the question, and its subject. */
  readonly message?: string | undefined
  readonly note?: ReactNode
  /**
   * The module of the request, and its name: `transition post`, `call POST {id}/recompute`. The server compiled its
   * schema under that name.
   */
  readonly module: Pick<Module, 'hash'>
  readonly request: string
  readonly input: readonly Field[]
  /** Values that fields begin with instead of their defaults. */
  readonly given?: Row | undefined
  readonly tone?: Transition['tone']
  readonly send: (input: Row) => Promise<T>
}

/** Asks for the input of something that runs, and runs it; refusals stay in the form. Null when it was called off. */
export const askInput = <T,>(heading: string, asked: Asked<T>): Promise<T | null> =>
  dialogs
    .modal<T>({ title: heading, width: 520 }, (close) => (
      <Suspense fallback={<Skeleton height={140} role="status" aria-busy aria-label={t('await.loading')} />}>
        <InputForm {...asked} onCancel={() => close()} onDone={close} />
      </Suspense>
    ))
    .then((answer) => answer ?? null)
