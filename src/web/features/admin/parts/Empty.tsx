import type { ReactNode } from 'react'
import classes from './parts.module.css'

/** Said where a list has nothing. */
export const Empty = ({ children }: { children: ReactNode }) => <p className={classes.empty}>{children}</p>
