import { Button } from '@mantine/core'
import { openUpdatePassword } from '../session/passwordDialogs.tsx'
import styles from './account.module.css'
import { Card, Head } from './parts.tsx'
import { DevicesCard, LoginsCard } from './tables.tsx'
import { t } from './text.ts'

/** Password, the devices on which the user is signed in, and recent sign-ins. */
const Security = () => (
  <>
    <Head title={t('account.security')} text={t('account.securityText')} />
    <Card title={t('security.password')}>
      <div className={styles.row}>
        <span>{t('security.passwordText')}</span>
        <Button variant="default" onClick={openUpdatePassword} style={{ flex: 'none' }}>
          {t('security.update')}
        </Button>
      </div>
    </Card>
    <DevicesCard brief />
    <LoginsCard brief />
  </>
)

export default Security
