import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import classes from './payroll.module.css'
import { dated, label, t, word } from './text.ts'
import type { Problem } from './types.ts'

const SHOWN = 500

/** Problems of a payroll, by kind: errors block its processing, warnings should be checked. */
export function Problems({ problems, onOpen }: { problems: readonly Problem[]; onOpen: (employee: number) => void }) {
  if (!problems.length)
    return (
      <p className={classes.nothing}>
        <IconCircleCheck size={20} stroke={1.6} aria-hidden /> {t('payroll.noProblems')}
      </p>
    )
  const kinds = new Map<string, Problem[]>()
  for (const problem of problems) kinds.set(problem.kind, [...(kinds.get(problem.kind) ?? []), problem])
  return (
    <div className={classes.kinds}>
      {[...kinds].map(([kind, list]) => {
        const isError = list.some((problem) => problem.severity === 'error')
        const Icon = isError ? IconAlertCircle : IconAlertTriangle
        return (
          <details key={kind} className={classes.kind} open={kinds.size < 4}>
            <summary>
              <span className={classes.wrong} data-severity={isError ? 'error' : 'warning'}>
                <Icon size={16} stroke={1.8} aria-hidden />
                {t(isError ? 'payroll.error' : 'payroll.warning')}
              </span>
              <strong>{word('payroll.problem', kind)}</strong>
              <span className="tabular">{list.length.toLocaleString('en-US')}</span>
            </summary>
            <ul>
              {list.slice(0, SHOWN).map((problem, index) => (
                <li key={`${problem.employee_id}-${index}`}>
                  {problem.employee && problem.employee_id !== null && (
                    <button type="button" className={classes.opener} onClick={() => onOpen(problem.employee_id!)}>
                      {problem.employee.label}
                    </button>
                  )}
                  <span className={classes.message}>{dated(label(problem.message))}</span>
                </li>
              ))}
              {list.length > SHOWN && <li>{t('payroll.more', { count: list.length - SHOWN })}</li>}
            </ul>
          </details>
        )
      })}
    </div>
  )
}
