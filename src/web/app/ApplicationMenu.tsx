import { ActionIcon } from '@mantine/core'
import { IconGridDots } from '@tabler/icons-react'
import { lazy } from 'react'
import { t } from '../i18n/index.ts'
import { Late } from '../ui/Late.tsx'

const ApplicationItems = lazy(() => import('./ApplicationItems.tsx'))

/** Switches between the applications that the user's role holds. */
export const ApplicationMenu = () => (
  <Late
    kind="menu"
    width={260}
    button={
      <ActionIcon title={t('header.applications')} variant="subtle" color="gray" size="lg" aria-label={t('header.applications')}>
        <IconGridDots size={18} />
      </ActionIcon>
    }
  >
    <ApplicationItems />
  </Late>
)
