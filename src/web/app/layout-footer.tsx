import type { NavApplication } from '../api/types.ts'
import { label, t } from '../i18n/index.ts'
import styles from './layout-footer.module.css'

const SYSTEM_VERSION = '2.0.0'
/** Of the package; a test holds them together, so that the package's list of dependencies is not sent along. */
export const CLIENT_VERSION = '2.38.0'

/** The line below the screens of an application: its name and version, and the versions of client and system. */
export const LayoutFooter = ({ application, inMenu }: { application: NavApplication; inMenu?: boolean }) => (
  <footer className={styles.footer} data-in-menu={inMenu || undefined}>
    <span>{[label(application.title), application.version].filter(Boolean).join(' ')}</span>
    <span>{t('footer.client', { version: CLIENT_VERSION })}</span>
    <span>{t('footer.system', { version: SYSTEM_VERSION })}</span>
  </footer>
)
