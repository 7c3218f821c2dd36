import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import classes from './dashboard.module.css'

/** One figure with its name; where it has a list behind it, the way there: `#id` for a part of the same page. */
export function Tile({ title, value, note, to }: { title: string; value: ReactNode; note?: ReactNode; to?: string | undefined }) {
  const inner = (
    <>
      <span className={classes.tileTitle}>{title}</span>
      <span className={classes.tileValue}>{value}</span>
      {note && <span className={classes.tileNote}>{note}</span>}
    </>
  )
  if (to?.startsWith('#'))
    return (
      <a href={to} className={classes.tile}>
        {inner}
      </a>
    )
  return to ? (
    <Link to={to} className={classes.tile}>
      {inner}
    </Link>
  ) : (
    <div className={classes.tile}>{inner}</div>
  )
}
