import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'

interface Panel {
  readonly key: string
  readonly title: string
  readonly body: ReactNode
}

/** All tabs stay mounted: an error may be on a tab that is not shown. */
const FormTabs = ({ panels }: { panels: readonly Panel[] }) => (
  <Tabs defaultValue="0" keepMounted>
    <Tabs.List mb="md">
      {panels.map(({ key, title }) => (
        <Tabs.Tab key={key} value={key}>
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

export default FormTabs
