/** The keys of the line grid, as data: what is pressed, when it holds, what it does. The help on keys is drawn from it. */
import { t } from '../../fields/text.ts'
import type { Command } from '../../routing/commands.ts'
import type { GridCommand } from './commands.ts'

/** What of a key press is looked at. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** `cell`: a cell is active; `editing`: it is written in; `active`: either; `none`: no cell is active; `no lines`: there is none. */
type When = 'cell' | 'editing' | 'active' | 'none' | 'no lines'

interface GridKey {
  readonly key: string
  /** Ctrl, or Cmd on a Mac. Each modifier must be as it is said; where nothing is said it does not matter. */
  readonly mod?: boolean
  readonly alt?: boolean
  readonly shift?: boolean
  readonly when: When
  /** Only where lines can be changed. */
  readonly writable?: true
  readonly command: GridCommand
  /** Its name in the help, `gridKeys.<help>`; keys of one name stand together there. */
  readonly help?: 'edit' | 'next' | 'clear' | 'add' | 'fill' | 'copy' | 'select' | 'undo' | 'redo' | 'remove' | 'moveUp' | 'moveDown'
}

/** In order: the first key that fits and whose command does something counts. */
const GRID_KEYS: readonly GridKey[] = [
  { key: 'enter', mod: false, when: 'no lines', command: 'addFirst' },
  { key: 'enter', mod: true, shift: true, when: 'no lines', command: 'addFirst' },
  { key: 'enter', shift: false, mod: false, when: 'cell', command: 'followLink' },
  { key: 'enter', shift: false, mod: false, when: 'cell', command: 'edit', help: 'edit' },
  { key: 'f2', when: 'cell', command: 'edit', help: 'edit' },
  { key: 'f2', when: 'active', command: 'nothing' },
  { key: 'tab', shift: false, when: 'active', command: 'next', help: 'next' },
  { key: 'tab', shift: true, when: 'active', command: 'previous' },
  { key: 'delete', mod: false, when: 'cell', command: 'clear', help: 'clear' },
  { key: 'backspace', mod: false, when: 'cell', command: 'clear' },
  // Ctrl+Enter alone saves and posts the document, in a grid as anywhere else.
  { key: 'enter', mod: true, shift: true, when: 'active', command: 'addBelow', help: 'add' },
  { key: 'd', mod: true, shift: false, when: 'cell', writable: true, command: 'fillDown', help: 'fill' },
  { key: 'd', mod: true, shift: true, when: 'cell', writable: true, command: 'duplicate', help: 'copy' },
  { key: 'arrowup', alt: true, when: 'cell', command: 'moveLineUp', help: 'moveUp' },
  { key: 'arrowdown', alt: true, when: 'cell', command: 'moveLineDown', help: 'moveDown' },
  { key: 'arrowup', mod: true, when: 'cell', command: 'firstRow' },
  { key: 'arrowdown', mod: true, when: 'cell', command: 'lastRow' },
  { key: 'arrowdown', shift: true, when: 'cell', command: 'down', help: 'select' },
  { key: 'arrowdown', when: 'cell', command: 'down' },
  { key: 'arrowup', when: 'cell', command: 'up' },
  { key: 'arrowleft', mod: true, when: 'cell', command: 'rowStart' },
  { key: 'arrowleft', when: 'cell', command: 'left' },
  { key: 'arrowright', mod: true, when: 'cell', command: 'rowEnd' },
  { key: 'arrowright', when: 'cell', command: 'right' },
  { key: 'home', mod: true, when: 'cell', command: 'gridStart' },
  { key: 'home', when: 'cell', command: 'rowStart' },
  { key: 'end', mod: true, when: 'cell', command: 'gridEnd' },
  { key: 'end', when: 'cell', command: 'rowEnd' },
  { key: 'pagedown', when: 'cell', command: 'pageDown' },
  { key: 'pageup', when: 'cell', command: 'pageUp' },
  { key: 'z', mod: true, alt: false, shift: false, when: 'none', writable: true, command: 'undo' },
  { key: 'z', mod: true, alt: false, shift: true, when: 'none', writable: true, command: 'redo' },
  { key: 'y', mod: true, alt: false, when: 'none', writable: true, command: 'redo' },
  { key: 'z', mod: true, alt: false, shift: false, when: 'cell', writable: true, command: 'undo', help: 'undo' },
  { key: 'z', mod: true, alt: false, shift: true, when: 'cell', writable: true, command: 'redo', help: 'redo' },
  { key: 'y', mod: true, alt: false, when: 'cell', writable: true, command: 'redo', help: 'redo' },
  { key: 'a', mod: true, when: 'cell', command: 'selectAll' },
  { key: 'delete', mod: true, when: 'cell', command: 'removeLine', help: 'remove' },
  { key: 'backspace', mod: true, when: 'cell', command: 'removeLine' },
  { key: 'escape', when: 'editing', command: 'takeBack' },
  { key: 'escape', when: 'cell', command: 'selectOne' },
  { key: 'escape', when: 'cell', command: 'leave' },
  { key: 'enter', shift: false, mod: false, when: 'editing', command: 'addAfterLast' },
  { key: 'enter', shift: true, mod: false, when: 'active', command: 'rowAbove' },
  { key: 'enter', mod: false, when: 'active', command: 'rowBelow' },
  { key: ' ', when: 'cell', command: 'toggle' },
]

/** What the conditions of keys are about. */
export interface GridKeyState {
  readonly active: boolean
  readonly editing: boolean
  readonly empty: boolean
  readonly readOnly: boolean
}

const holds = (when: When, { active, editing, empty }: GridKeyState): boolean => {
  switch (when) {
    case 'no lines':
      return empty
    case 'none':
      return empty || !active
    case 'active':
      return active && !empty
    default:
      return active && !empty && editing === (when === 'editing')
  }
}

const fits = (wanted: boolean | undefined, held: boolean): boolean => wanted === undefined || wanted === held

/** The commands of a key press, the first that does something counts. */
export const commandsOf = (event: KeyPress, state: GridKeyState): GridCommand[] =>
  GRID_KEYS.filter(
    ({ key, mod, alt, shift, when, writable }) =>
      key === event.key.toLowerCase() &&
      fits(mod, event.ctrlKey || event.metaKey) &&
      fits(alt, event.altKey) &&
      fits(shift, event.shiftKey) &&
      !(writable && state.readOnly) &&
      holds(when, state),
  ).map(({ command }) => command)

/** The character that a key press types into a cell. */
export const typedOf = (event: KeyPress, { active, editing, empty }: GridKeyState): string | undefined =>
  active && !empty && !editing && !event.ctrlKey && !event.metaKey && !event.altKey && event.key.length === 1 ? event.key : undefined

const spelled = ({ key, mod, alt, shift }: GridKey): string => `${mod ? 'mod+' : ''}${alt ? 'alt+' : ''}${shift ? 'shift+' : ''}${key}`

const NO_HELP: readonly Command[] = []
const nothing = () => undefined
let made: readonly Command[] | undefined

/** The keys of the grid for the help: the grid itself hears them. There are none for lines that cannot be changed. */
export const gridHelp = (readOnly: boolean): readonly Command[] => {
  if (readOnly) return NO_HELP
  made ??= [...Map.groupBy(GRID_KEYS, ({ help }) => help)].flatMap(([help, keys]) =>
    help === undefined
      ? []
      : [
          {
            id: `grid.${help}`,
            title: t(`gridKeys.${help}`),
            group: t('gridKeys.title'),
            keys: keys.map(spelled),
            run: nothing,
            hidden: true,
            elsewhere: true,
          },
        ],
  )
  return made
}
