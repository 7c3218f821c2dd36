import { Button, Menu } from '@mantine/core'
import { IconBookmarks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { viewsQuery } from '../../api/queries.ts'
import { t } from '../../i18n/index.ts'
import type { ViewsProps } from './ViewsItems.tsx'

const load = () => import('./ViewsItems.tsx')
const ViewsItems = lazy(load)

/** Saved views: named filters, sort and columns; own ones and those others share. */
export const ViewsMenu = (props: ViewsProps) => {
  const { data: views = [] } = useQuery({ ...viewsQuery(props.module.name), retry: false })
  const current = views.find(({ id }) => id === props.state.view)
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconBookmarks size={16} />}
          // Whoever points at it is about to open it.
          onPointerEnter={load}
          onFocus={load}
        >
          {current?.name ?? t('view.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <ViewsItems {...props} views={views} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  )
}
