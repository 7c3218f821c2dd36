import { Button } from '@mantine/core'
import { IconBookmarks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { viewsQuery } from '../../api/queries.ts'
import { t } from '../../i18n/index.ts'
import { Late } from '../../ui/Late.tsx'
import { useOpeningView } from './opening-view.ts'
import type { ViewsProps } from './ViewsItems.tsx'

const ViewsItems = lazy(() => import('./ViewsItems.tsx'))

/** Saved views: named filters, sort and columns; own ones and those others share. */
export const ViewsMenu = (props: ViewsProps) => {
  const { data } = useQuery({ ...viewsQuery(props.module.name), retry: false })
  const views = data ?? []
  useOpeningView(props.module.name, { ...props, views: data })
  const current = views.find(({ id }) => id === props.state.view)
  return (
    <Late
      kind="menu"
      width={240}
      button={
        <Button variant="default" size="sm" leftSection={<IconBookmarks size={16} />}>
          {current?.name ?? t('view.label')}
        </Button>
      }
    >
      <ViewsItems {...props} views={views} />
    </Late>
  )
}
