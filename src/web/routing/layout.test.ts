import { expect, test } from 'vitest'
import type { LayoutFlags, NavApplication } from '../api/types.ts'
import { layoutOf } from './layout.ts'

const application = (name: string, flags: Partial<LayoutFlags>): NavApplication => ({
  name,
  title: name,
  icon: 'apps',
  color: 'indigo',
  groups: [],
  layout: { header: true, top_bar: true, footer: true, left_menu: true, left_menu_overlay: false, menu_hidden: false, ...flags },
})

// S142
test('header, top bar, footer and left menu are settings of each application', () => {
  expect(layoutOf(application('resource', { header: false, top_bar: false, footer: false }))).toEqual({
    menu: 'shown',
    header: false,
    topBar: false,
    footer: false,
  })
  expect(layoutOf(undefined).menu).toBe('none')
})

// S143
test('the menu of Workforce is shown by default', () => {
  expect(layoutOf(application('talent', {})).menu).toBe('shown')
})

// S144
test('the menu of the Employee Portal is hidden by default and overlays the content', () => {
  expect(layoutOf(application('employee_portal', { left_menu: false, left_menu_overlay: true })).menu).toBe('overlay')
  expect(layoutOf(application('any', { left_menu: false })).menu).toBe('overlay')
})

test('an application may have no menu at all', () => {
  expect(layoutOf(application('media', { menu_hidden: true })).menu).toBe('none')
})
