import { ActionIcon } from '@mantine/core'
import {
  type Icon,
  IconCalendarDue,
  IconCalendarMonth,
  IconCalendarUser,
  IconChartBar,
  IconGridDots,
  IconLayoutKanban,
  IconListDetails,
  IconListTree,
  IconSitemap,
  IconStack2,
  IconTable,
} from '@tabler/icons-react'
import { Late } from '../../ui/Late.tsx'
import { t } from '../figures/text.ts'
import type { Layout } from '../index/url-state.ts'

const ICONS: Readonly<Record<Layout, Icon>> = {
  list: IconListDetails,
  grouped: IconStack2,
  pivot: IconTable,
  chart: IconChartBar,
  board: IconLayoutKanban,
  periods: IconCalendarDue,
  calendar: IconCalendarMonth,
  heatmap: IconGridDots,
  planner: IconCalendarUser,
  tree: IconListTree,
  diagram: IconSitemap,
}

interface Props {
  layouts: readonly Layout[]
  shown: Layout
  onShow: (layout: Layout) => void
}

/** Chooses the layout in which the records of a list are shown. */
const LayoutMenu = ({ layouts, shown, onShow }: Props) => {
  const Shown = ICONS[shown]
  const words = `${t('layout.label')}: ${t(`layout.${shown}`)}`
  return (
    <Late
      kind="menu"
      items={layouts.map((layout) => {
        const Each = ICONS[layout]
        return { title: t(`layout.${layout}`), icon: <Each size={16} stroke={1.6} />, run: () => onShow(layout) }
      })}
      button={
        <ActionIcon variant="default" size={36} aria-label={words} title={words}>
          <Shown size={18} stroke={1.6} />
        </ActionIcon>
      }
    />
  )
}

export default LayoutMenu
