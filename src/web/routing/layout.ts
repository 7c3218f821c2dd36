import type { NavApplication } from '../api/types.ts'

/** The left menu of an application: shown, opened over the content on request, or absent. */
type MenuLayout = 'shown' | 'overlay' | 'none'

/** The frame around the screens of an application. */
export interface Layout {
  readonly menu: MenuLayout
  /** Breadcrumbs and bookmark. */
  readonly header: boolean
  /** Search, notifications and the other tools; the links to other applications and to sign out always stay. */
  readonly topBar: boolean
  readonly footer: boolean
}

/** Where no application is open: Home and the user's own pages. */
const OUTSIDE: Layout = { menu: 'none', header: true, topBar: true, footer: false }

/** The layout settings of an application. A menu that is not shown by default opens with the menu button. */
export const layoutOf = (application: NavApplication | undefined): Layout => {
  if (!application) return OUTSIDE
  const { layout } = application
  if (!layout) return { ...OUTSIDE, menu: 'shown' }
  const menu = layout.menu_hidden ? 'none' : layout.left_menu && !layout.left_menu_overlay ? 'shown' : 'overlay'
  return { menu, header: layout.header, topBar: layout.top_bar, footer: layout.footer }
}
