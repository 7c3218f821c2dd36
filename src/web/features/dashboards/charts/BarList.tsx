import { Link } from 'react-router-dom'
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx'
import { t } from '../text.ts'
import classes from './charts.module.css'

export interface BarRow {
  readonly key: string | number
  readonly label: string
  readonly value: number
  /** The value in words, where the number alone does not tell. */
  readonly text?: string
  readonly to?: string | undefined
}

/** Named values with bars as long as they are large; a name leads to the list behind it. */
export function BarList({ rows, most }: { rows: readonly BarRow[]; most?: number }) {
  if (!rows.length) return <p className={classes.nothing}>{t('dashboard.nothing')}</p>
  const largest = most ?? Math.max(1, ...rows.map(({ value }) => value))
  const list = (
    <ul className={classes.bars}>
      {rows.map((row) => (
        <li key={row.key}>
          {row.to ? <Link to={row.to}>{row.label}</Link> : <span>{row.label}</span>}
          <span className="tabular">{row.text ?? row.value.toLocaleString('en-US')}</span>
          {row.value > 0 && (
            <span className={classes.bar} style={{ inlineSize: `${Math.min(100, (100 * row.value) / largest)}%` }} aria-hidden />
          )}
        </li>
      ))}
    </ul>
  )
  // Links scroll a list as the focus goes through them; without any the list itself takes it.
  return rows.some(({ to }) => to) ? (
    <div className={classes.scroll}>{list}</div>
  ) : (
    <ScrollRegion label={t('dashboard.values')} className={classes.scroll}>
      {list}
    </ScrollRegion>
  )
}
