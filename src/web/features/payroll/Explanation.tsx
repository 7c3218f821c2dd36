import { Alert, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { formatDate } from '../../fields/dates.ts'
import classes from './explanation.module.css'
import { money, quantity } from './money.ts'
import { dated, spoken, t, word } from './text.ts'
import type { Explained, PayLine, Rule, Trace } from './types.ts'

const GROUPS = ['earning', 'contribution', 'tax', 'deduction'] as const

/** All figures of a payslip; each opens to show its origin. */
export function Explanation({ slip, level = 3 }: { slip: Explained; level?: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={classes.all}>
      {GROUPS.map((group) => {
        const lines = slip.lines.filter((line) => line.group === group)
        if (!lines.length) return null
        return (
          <section key={group}>
            <Heading className={classes.heading}>{t(`payroll.group.${group}`)}</Heading>
            <ul className={classes.lines}>
              {lines.map((line, index) => (
                <Figure key={`${line.code}-${index}`} name={line.name} note={noteOf(line)} amount={line.amount} trace={line.trace} />
              ))}
            </ul>
          </section>
        )
      })}
      {slip.shortfalls.map((shortfall) => (
        <Alert key={shortfall.code} color="yellow">
          {t('payroll.shortfall', {
            name: shortfall.name,
            taken: money(shortfall.taken),
            scheduled: money(shortfall.scheduled),
            carried: money(shortfall.carried),
          })}
        </Alert>
      ))}
      <section>
        <Heading className={classes.heading}>{t('payroll.taxBase')}</Heading>
        <ul className={classes.lines}>
          <Figure
            name={t('payroll.taxWithheld')}
            note={word('payroll.method', slip.tax_base.method)}
            amount={slip.tax_base.withheld}
            trace={slip.tax_base.trace}
          />
        </ul>
        <dl className={classes.pairs}>
          <Pair name={t('payroll.taxRegular')} value={money(slip.tax_base.regular)} />
          <Pair name={t('payroll.taxSupplementary')} value={money(slip.tax_base.supplementary)} />
          <Pair name={t('payroll.taxExempt')} value={money(slip.tax_base.exempt)} />
        </dl>
      </section>
      {slip.employer_shares.length > 0 && (
        <section>
          <Heading className={classes.heading}>{t('payroll.employer')}</Heading>
          <ul className={classes.lines}>
            {slip.employer_shares.map((share) => (
              <Figure key={share.code} name={share.name} amount={share.amount} trace={share.trace} />
            ))}
          </ul>
        </section>
      )}
      <section>
        <Heading className={classes.heading}>{t('payroll.year')}</Heading>
        <dl className={classes.pairs}>
          <Pair name={t('payroll.gross')} value={money(slip.year_to_date.gross)} />
          <Pair name={t('payroll.basic')} value={money(slip.year_to_date.basic)} />
          <Pair name={t('payroll.taxWithheld')} value={money(slip.year_to_date.withheld)} />
        </dl>
      </section>
    </div>
  )
}

/** A choice among words, as the arithmetic names it: `semi_monthly`. */
const WORD = /^[a-z]+(_[a-z]+)*$/

const noteOf = (line: PayLine): string | undefined => {
  const units =
    line.unit === 'hour' || line.unit === 'day'
      ? t(line.unit === 'hour' ? 'payroll.hours' : 'payroll.days', { count: Number(line.quantity), total: quantity(line.quantity) })
      : undefined
  const tax = line.group !== 'earning' || line.taxable !== 0 ? undefined : line.taxability === 'none' ? undefined : t('payroll.free')
  return [units, tax].filter(Boolean).join(' · ') || undefined
}

export const Pair = ({ name, value, note }: { name: string; value: string; note?: string | undefined }) => (
  <div>
    <dt>{name}</dt>
    <dd className="tabular">{value}</dd>
    {note && (
      <Text component="dd" size="xs" c="dimmed">
        {note}
      </Text>
    )}
  </div>
)

/** One figure that opens to its explanation. */
export function Figure({ name, note, amount, trace }: { name: string; note?: string | undefined; amount: number; trace: Trace }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li>
      <UnstyledButton className={classes.line} aria-expanded={open} aria-controls={open ? id : undefined} onClick={() => setOpen(!open)}>
        <IconChevronDown size={15} stroke={1.8} className={classes.chevron} aria-hidden />
        <span className={classes.name}>
          {name}
          {note && <span className={classes.note}>{note}</span>}
        </span>
        <span className="tabular">{money(amount)}</span>
      </UnstyledButton>
      {open && (
        <div id={id} className={classes.trace}>
          <Why trace={trace} />
        </div>
      )}
    </li>
  )
}

/** The reason in words, the calculation with its numbers, its inputs, and the tables behind it. */
function Why({ trace }: { trace: Trace }) {
  const inputs = Object.entries(trace.inputs)
  return (
    <>
      <p>{dated(trace.words)}</p>
      {trace.formula && (
        <>
          <p className={classes.term}>{t('payroll.formula')}</p>
          <p className={classes.formula}>{dated(trace.formula)}</p>
        </>
      )}
      {inputs.length > 0 && (
        <>
          <p className={classes.term}>{t('payroll.inputs')}</p>
          <dl className={classes.pairs}>
            {inputs.map(([name, value]) => (
              <Pair key={name} name={dated(spoken(name.replaceAll('.', ' · ')))} value={WORD.test(value) ? spoken(value) : dated(value)} />
            ))}
          </dl>
        </>
      )}
      {trace.rules.length > 0 && (
        <>
          <p className={classes.term}>{t('payroll.rules')}</p>
          <ul className={classes.rules}>
            {trace.rules.map((rule) => (
              <RuleText key={`${rule.table}-${rule.row ?? ''}`} rule={rule} />
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const RuleText = ({ rule }: { rule: Rule }) => (
  <li>
    <strong>{rule.table}</strong>
    {rule.row && <>: {rule.row}</>}
    <span className={classes.source}>{t('payroll.since', { date: formatDate(rule.effective_from), source: rule.source })}</span>
  </li>
)
