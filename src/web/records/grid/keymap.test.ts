import { expect, test } from 'vitest'
import { commandsOf, type GridKeyState, gridHelp, type KeyPress, typedOf } from './keymap.ts'

const CELL: GridKeyState = { active: true, editing: false, empty: false, readOnly: false }
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})
const first = (key: string, held: Partial<KeyPress> = {}, state: GridKeyState = CELL) => commandsOf(press(key, held), state)[0]

test('a key runs its command with its modifiers, where it applies', () => {
  expect(first('d', { ctrlKey: true })).toBe('fillDown')
  expect(first('D', { metaKey: true, shiftKey: true })).toBe('duplicate')
  expect(first('ArrowUp', { altKey: true, ctrlKey: true })).toBe('moveLineUp')
  expect(first('ArrowUp', { ctrlKey: true })).toBe('firstRow')
  expect(first('Enter', { ctrlKey: true, shiftKey: true }, { ...CELL, editing: true })).toBe('addBelow')
  // Ctrl+Enter is left to the form, which saves and posts, with and without lines.
  for (const state of [CELL, { ...CELL, editing: true }, { ...CELL, empty: true, active: false }])
    expect(first('Enter', { ctrlKey: true }, state)).toBeUndefined()
  expect(first('Enter', { shiftKey: true })).toBe('rowAbove')
  expect(commandsOf(press('Enter'), CELL)).toEqual(['followLink', 'edit', 'rowBelow'])
  expect(commandsOf(press('Enter'), { ...CELL, editing: true })).toEqual(['addAfterLast', 'rowBelow'])
  expect(first('Enter', {}, { ...CELL, active: false, empty: true })).toBe('addFirst')
  // An input keeps its own arrows and its own undo; lines that cannot be changed have none.
  expect(first('ArrowLeft', {}, { ...CELL, editing: true })).toBeUndefined()
  expect(first('z', { ctrlKey: true }, { ...CELL, editing: true })).toBeUndefined()
  expect(first('z', { ctrlKey: true }, { ...CELL, active: false })).toBe('undo')
  expect(first('z', { ctrlKey: true }, { ...CELL, readOnly: true })).toBeUndefined()
})

test('a character is typed into the active cell, a key with Ctrl or a named key is not', () => {
  expect(typedOf(press('A', { shiftKey: true }), CELL)).toBe('A')
  expect(typedOf(press('a', { ctrlKey: true }), CELL)).toBeUndefined()
  expect(typedOf(press('F5'), CELL)).toBeUndefined()
  expect(typedOf(press('a'), { ...CELL, editing: true })).toBeUndefined()
})

test('the help lists the keys of the table', () => {
  const help = Object.fromEntries(gridHelp(false).map(({ id, keys }) => [id, keys]))
  expect(help).toMatchObject({
    'grid.edit': ['enter', 'f2'],
    'grid.copy': ['mod+shift+d'],
    'grid.redo': ['mod+shift+z', 'mod+y'],
    'grid.select': ['shift+arrowdown'],
    'grid.moveUp': ['alt+arrowup'],
  })
  expect(gridHelp(true)).toEqual([])
})
