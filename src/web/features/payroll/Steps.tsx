import { IconCheck } from '@tabler/icons-react'
import classes from './payroll.module.css'
import { t } from './text.ts'

const STEPS = ['create', 'precompute', 'examine', 'process', 'approve', 'post'] as const
/** How many steps are done in each state. */
const DONE: Readonly<Record<string, number>> = { draft: 1, declined: 1, precomputed: 2, processed: 4, approved: 5, posted: 6 }

/** The steps of a payroll from its creation to its posting, and its present one. A voided payroll has none. */
export function Steps({ status }: { status: string }) {
  const done = DONE[status]
  if (done === undefined) return null
  return (
    <ol className={classes.steps} aria-label={t('payroll.steps')}>
      {STEPS.map((step, index) => {
        const state = index < done ? 'done' : index === done ? 'now' : 'later'
        return (
          <li key={step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={classes.stepMark} aria-hidden>
              {state === 'done' ? <IconCheck size={13} stroke={2.4} /> : index + 1}
            </span>
            <span>{t(`payroll.step.${step}`)}</span>
            <span className={classes.hidden}>{t(`payroll.step.${state}`)}</span>
          </li>
        )
      })}
    </ol>
  )
}
