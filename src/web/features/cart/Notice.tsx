import type { ReactNode } from 'react'
import styles from './cart.module.css'

/** Shown where there is no data, with the possible actions. */
export const Notice = ({ title, text, alert, children }: { title: string; text: string; alert?: boolean; children?: ReactNode }) => (
  <div className={styles.notice} {...(alert && { role: 'alert' })}>
    <p className={styles.noticeTitle}>{title}</p>
    <p className={styles.noticeText}>{text}</p>
    {children}
  </div>
)
