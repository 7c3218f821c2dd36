import type { ReactNode } from 'react'
import styles from './cart.module.css'

/** Said where there is nothing to show, with what can be done about it. */
export const Notice = ({ title, text, alert, children }: { title: string; text: string; alert?: boolean; children?: ReactNode }) => (
  <div className={styles.notice} {...(alert && { role: 'alert' })}>
    <p className={styles.noticeTitle}>{title}</p>
    <p className={styles.noticeText}>{text}</p>
    {children}
  </div>
)
