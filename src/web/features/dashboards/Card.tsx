import { type ReactNode, useId } from 'react'
import classes from './dashboard.module.css'

/** A part of a dashboard under its heading. */
export function Card({ title, aside, id, children }: { title: string; aside?: ReactNode; id?: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className={classes.card} id={id} aria-labelledby={heading}>
      <div className={classes.cardHead}>
        <h2 id={heading}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
