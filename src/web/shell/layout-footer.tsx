import type { NavApplication } from '../api/types.ts'
import { label, t } from '../i18n/index.ts'
import styles from './layout-footer.module.css'

const SYSTEM_VERSION = '2.0.0'

/** The line below the screens of an application: which version of what one is looking at. */
export const LayoutFooter = ({ application }: { application: NavApplication }) => (
  <footer className={styles.footer}>
    <span>{[label(application.title), application.version].filter(Boolean).join(' ')}</span>
    <span>{t('footer.system', { version: SYSTEM_VERSION })}</span>
  </footer>
)
