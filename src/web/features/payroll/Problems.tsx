import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import classes from './payroll.module.css'
import { groupedProblems, type SameProblem } from './problem-groups.ts'
import { dated, label, t, word } from './text.ts'
import type { Problem } from './types.ts'

const SHOWN = 500

/** Problems of a payroll, by kind: errors block its processing, warnings should be checked. Equal ones are one with its employees. */
export function Problems({ problems, onOpen }: { problems: readonly Problem[]; onOpen: (employee: number) => void }) {
  if (!problems.length)
    return (
      <p className={classes.nothing}>
        <IconCircleCheck size={20} stroke={1.6} aria-hidden /> {t('payroll.noProblems')}
      </p>
    )
  const kinds = groupedProblems(problems)
  return (
    <div className={classes.kinds}>
      {kinds.map(({ kind, isError, problems: same }) => {
        const Icon = isError ? IconAlertCircle : IconAlertTriangle
        return (
          <details key={kind} className={classes.kind} open={kinds.length < 4}>
            <summary>
              <span className={classes.wrong} data-severity={isError ? 'error' : 'warning'}>
                <Icon size={16} stroke={1.8} aria-hidden />
                {t(isError ? 'payroll.error' : 'payroll.warning')}
              </span>
              <strong>{word('payroll.problem', kind)}</strong>
              <span className="tabular">{concerned(same)}</span>
            </summary>
            <ul>
              {same.slice(0, SHOWN).map((problem) => (
                <Same key={problem.message} problem={problem} onOpen={onOpen} />
              ))}
              {same.length > SHOWN && <li>{t('payroll.more', { count: same.length - SHOWN })}</li>}
            </ul>
          </details>
        )
      })}
    </div>
  )
}

/** How many employees have problems of a kind; of problems of the payroll itself how many there are. */
function concerned(same: readonly SameProblem[]): string {
  const people = new Set(same.flatMap(({ list }) => list.flatMap(({ employee_id }) => employee_id ?? [])))
  return people.size ? t('payroll.employeesWith', { count: people.size }) : same.length.toLocaleString('en-US')
}

/** A problem of one employee as a line; one that several have is said once, with the employees to open. */
function Same({ problem: { message, list }, onOpen }: { problem: SameProblem; onOpen: (employee: number) => void }) {
  const text = <span className={classes.message}>{dated(label(message))}</span>
  const people = list.filter(({ employee, employee_id }) => employee && employee_id !== null)
  const openers = people.slice(0, SHOWN).map(({ employee, employee_id }) => (
    <button key={employee_id} type="button" className={classes.opener} onClick={() => onOpen(employee_id!)}>
      {employee!.label}
    </button>
  ))
  if (people.length < 2)
    return (
      <li>
        {openers}
        {text}
      </li>
    )
  return (
    <li>
      <details className={classes.same}>
        <summary>
          {text}
          <span className="tabular">{t('payroll.employeesWith', { count: people.length })}</span>
        </summary>
        <div className={classes.sameList}>
          {openers}
          {people.length > SHOWN && <span>{t('payroll.more', { count: people.length - SHOWN })}</span>}
        </div>
      </details>
    </li>
  )
}
