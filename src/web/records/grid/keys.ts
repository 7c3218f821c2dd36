/** The keys of the grid, for the help: the grid itself hears them. */
import { t } from '../../fields/text.ts'
import type { Command } from '../../routing/commands.ts'

export const NO_KEYS: readonly Command[] = []

const KEYS = {
  edit: ['enter', 'f2'],
  next: ['tab'],
  clear: ['delete'],
  add: ['mod+enter'],
  fill: ['mod+d'],
  copy: ['mod+shift+d'],
  select: ['shift+arrowdown'],
  undo: ['mod+z'],
  redo: ['mod+shift+z', 'mod+y'],
  remove: ['mod+delete'],
  moveUp: ['alt+arrowup'],
  moveDown: ['alt+arrowdown'],
} as const

const nothing = () => undefined
let made: readonly Command[] | undefined

/** What the keys of a spreadsheet do here. */
export const gridKeys = (): readonly Command[] =>
  (made ??= Object.entries(KEYS).map(([name, keys]) => ({
    id: `grid.${name}`,
    title: t(`gridKeys.${name as keyof typeof KEYS}`),
    group: t('gridKeys.title'),
    keys,
    run: nothing,
    hidden: true,
    elsewhere: true,
  })))
