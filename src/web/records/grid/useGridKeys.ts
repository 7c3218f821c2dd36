import type { KeyboardEvent } from 'react'
import { type GridParts, gridCommands } from './commands.ts'
import { commandsOf, typedOf } from './keymap.ts'

/** Hears the keys of a grid: finds in the table (`keymap.ts`) what a key press does, and does it (`commands.ts`). */
export const useGridKeys =
  (parts: GridParts) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented) return
    const { store, lines, readOnly, selection, editing } = parts
    const state = {
      active: selection.active !== null,
      editing: editing.now !== null,
      empty: store.keys(lines.name).length === 0,
      readOnly,
    }
    const commands = gridCommands(parts)
    const press = { extend: event.shiftKey, grid: event.currentTarget }
    const done = commandsOf(event, state).some((name) => commands[name](press) !== false)
    const typed = done ? undefined : typedOf(event, state)
    const { active } = selection
    const types = typed !== undefined && active !== null && editing.canEdit(active)
    if (types) editing.edit(active, typed)
    if (!done && !types) return
    event.preventDefault()
    event.stopPropagation()
  }
