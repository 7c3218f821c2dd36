import { Link } from 'react-router-dom'
import { Shortened } from '../Shortened.tsx'
import { t } from '../text.ts'
import classes from './charts.module.css'

/** More names than these are shown on request. */
const FIRST = 6

interface BarRow {
  readonly key: string | number
  readonly label: string
  readonly value: number
  /** The value in words, where the number does not suffice. */
  readonly text?: string
  /** Said below the name: the other figures of the row. */
  readonly note?: string
  readonly to?: string | undefined
}

/** Named values with bars in proportion; a name links to the list behind it. */
export function BarList({ rows, most }: { rows: readonly BarRow[]; most?: number }) {
  if (!rows.length) return <p className={classes.nothing}>{t('dashboard.nothing')}</p>
  const largest = most ?? Math.max(1, ...rows.map(({ value }) => value))
  return (
    <Shortened items={rows} first={FIRST}>
      {(shown) => (
        <ul className={classes.bars}>
          {shown.map((row) => (
            <li key={row.key}>
              <span>
                {row.to ? <Link to={row.to}>{row.label}</Link> : row.label}
                {row.note && <span className={classes.note}>{row.note}</span>}
              </span>
              <span className="tabular">{row.text ?? row.value.toLocaleString('en-US')}</span>
              {row.value > 0 && (
                <span className={classes.bar} style={{ inlineSize: `${Math.min(100, (100 * row.value) / largest)}%` }} aria-hidden />
              )}
            </li>
          ))}
        </ul>
      )}
    </Shortened>
  )
}
