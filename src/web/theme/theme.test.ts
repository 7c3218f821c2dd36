import { expect, test } from 'vitest'
import { themeFor } from './theme.ts'

// S150
test('layouts change at the widths of the specification', () => {
  const pixels = Object.entries(themeFor('indigo').breakpoints!).map(([name, em]) => [name, Number.parseFloat(em!) * 16])
  expect(Object.fromEntries(pixels)).toEqual({ xs: 400, sm: 600, md: 1024, lg: 1440, xl: 1669, '2xl': 1920 })
})

test('the heading of a dialog or drawer is not a second banner of the page', () => {
  const { Modal, Drawer } = themeFor('indigo').components!
  for (const dialog of [Modal, Drawer]) expect(dialog!.defaultProps.attributes.header).toEqual({ role: 'presentation' })
})
