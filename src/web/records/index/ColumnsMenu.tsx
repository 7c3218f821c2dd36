import { ActionIcon, Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { t } from '../../i18n/index.ts'
import type { ColumnsProps } from './ColumnsPanel.tsx'

const ColumnsPanel = lazy(() => import('./ColumnsPanel.tsx'))

/** Which columns show, in what order, and which stay in sight; how tall rows are. Remembered per module. */
export const ColumnsMenu = (props: ColumnsProps) => (
  <Popover position="bottom-end" width={320} withinPortal trapFocus returnFocus>
    <Popover.Target>
      <ActionIcon variant="default" size={36} aria-label={t('columns.label')} title={t('columns.label')}>
        <IconColumns3 size={18} />
      </ActionIcon>
    </Popover.Target>
    <Popover.Dropdown>
      <Suspense>
        <ColumnsPanel {...props} />
      </Suspense>
    </Popover.Dropdown>
  </Popover>
)
