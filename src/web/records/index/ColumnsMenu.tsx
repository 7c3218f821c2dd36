import { ActionIcon } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy } from 'react'
import { t } from '../../i18n/index.ts'
import { Late } from '../../ui/Late.tsx'
import type { ColumnsProps } from './ColumnsPanel.tsx'

const ColumnsPanel = lazy(() => import('./ColumnsPanel.tsx'))

/** The shown columns, their order and pins; the row height. Remembered per module. */
export const ColumnsMenu = (props: ColumnsProps) => (
  <Late
    kind="popover"
    width={320}
    button={
      <ActionIcon variant="default" size={36} aria-label={t('columns.label')} title={t('columns.label')}>
        <IconColumns3 size={18} />
      </ActionIcon>
    }
  >
    <ColumnsPanel {...props} />
  </Late>
)
