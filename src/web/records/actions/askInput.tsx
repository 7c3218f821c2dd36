import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { t } from '../../i18n/index.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import type { Asked } from './asked.ts'

/** Inputs of every type are a quarter of the application: they are loaded with the first form. */
const InputForm = lazy(() => import('./InputForm.tsx')) as typeof import('./InputForm.tsx').default

/** Asks for the input of something that runs, and runs it; refusals stay in the form. Null when it was called off. */
export const askInput = <T,>(heading: string, asked: Asked<T>): Promise<T | null> =>
  dialogs
    .modal<T>({ title: heading, width: 520 }, (close) => (
      <Suspense fallback={<Skeleton height={140} role="status" aria-busy aria-label={t('await.loading')} />}>
        <InputForm {...asked} onCancel={() => close()} onDone={close} />
      </Suspense>
    ))
    .then((answer) => answer ?? null)
