import { Badge, Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../fields/text.ts'
import type { RecordStore } from './store.ts'
import { useErrorsIn } from './useStore.ts'

interface Panel {
  readonly key: string
  readonly title: string
  /** Fields and child tables on the tab. */
  readonly fields: readonly string[]
  readonly body: ReactNode
}

/** All tabs stay mounted: an error may be on a tab that is not shown. The tab says how many it has. */
const FormTabs = ({ panels, opening, store }: { panels: readonly Panel[]; opening: Panel; store: RecordStore }) => (
  <Tabs defaultValue={opening.key} keepMounted>
    <Tabs.List mb="md">
      {panels.map(({ key, title, fields }) => (
        <Tabs.Tab key={key} value={key} rightSection={<TabErrors store={store} fields={fields} />}>
          {title}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {panels.map(({ key, body }) => (
      <Tabs.Panel key={key} value={key}>
        {body}
      </Tabs.Panel>
    ))}
  </Tabs>
)

function TabErrors({ store, fields }: { store: RecordStore; fields: readonly string[] }) {
  const count = useErrorsIn(store, fields)
  if (count === 0) return null
  return (
    <Badge color="red" size="xs" circle role="img" aria-label={t('form.errors', { count })}>
      {count}
    </Badge>
  )
}

export default FormTabs
