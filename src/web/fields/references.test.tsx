// @vitest-environment node
/** Every reference of every child table is typed, chosen and pasted by one mechanism: what is proved of it is proved of all. */
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { productModules } from '../../../scripts/descriptors.ts'
import { REFERENCES } from '../records/grid/paste.ts'
import { ReferenceField } from './inputs/ReferenceField.tsx'
import { inputFor } from './registry.tsx'
import type { InputProps } from './types.ts'

// Descriptors are read from disk, without a browser; the API's address is derived from the page's.
vi.hoisted(() => vi.stubGlobal('location', new URL('http://localhost')))

test('B1: every reference in every grid is a ReferenceField, and pasted as one', async () => {
  const { modules } = await productModules()
  const fields = [...modules.values()].flatMap((module) =>
    module.lines.flatMap((lines) =>
      lines.fields.filter((field) => field.to).map((field) => ({ at: `${module.name}.${lines.name}.${field.name}`, field })),
    ),
  )
  expect(fields.length).toBeGreaterThanOrEqual(80)
  const others = fields.filter(({ field }) => {
    const Input = inputFor(field.type)
    if (Input === ReferenceField) return !REFERENCES.has(field.type)
    // The type whose input depends on the field's widget: drawn as in a cell.
    const drawn = (Input as (props: Partial<InputProps>) => ReactElement)({ field, bare: true })
    return drawn.type !== ReferenceField || !REFERENCES.has(field.type)
  })
  expect(others.map(({ at: messages }) => messages)).toEqual([])
})
