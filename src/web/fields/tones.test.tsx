import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Field } from '../../engine/model/module.ts'
import { loadWorld } from '../../engine/testing.ts'
import { statusOf } from '../records/index/StatusBadge.tsx'
import { FieldValue } from './FieldValue.tsx'
import { offered } from './inputs/ChoiceFields.tsx'
import { fieldOf } from './testing.ts'

// proves: fields.*.options[].tone
it('shows a choice with its tone, and one without as plain text', () => {
  const options = [{ value: 'due', label: 'Due soon', tone: 'amber' as const }, 'paid']
  const { modules, problems } = loadWorld({
    'base/permit': { fields: { name: { type: 'text' }, state: { type: 'select', options }, status: { type: 'select', options } } },
  })
  expect(problems).toEqual([])
  const permit = modules.get('permit')!
  const shown = (value: string) =>
    renderToStaticMarkup(
      <MantineProvider env="test">
        <FieldValue field={permit.field.state!} value={value} />
      </MantineProvider>,
    )
  expect(shown('due')).toMatch(/data-tone="amber"[^>]*>Due soon</)
  expect(shown('paid')).not.toContain('data-tone')
  expect(statusOf(permit, { status: 'due' })).toEqual({ title: 'Due soon', tone: 'amber' })
})

// proves: fields.*.options[].offered
it('does not offer a choice that only the server sets, but shows it where it is set', () => {
  const options = [
    { value: 'hire', label: 'Hire', offered: false },
    { value: 'move', label: 'Move' },
  ]
  const field = fieldOf('kind', 'select', { options })
  const values = (value: unknown) => offered({ field, value })?.map((option) => option.value)
  expect([values(null), values('hire')]).toEqual([['move'], ['hire', 'move']])
})

it('offers a choice that its list no longer has where the record has it', () => {
  const field = {
    ...fieldOf('role', 'select', {
      options: [
        { value: 'cash', label: 'Cash' },
        { value: 'stock', label: 'Stock' },
      ],
    }),
    optionsOf: 'accountRoles' as const,
  }
  const values = (value: unknown) => offered({ field, value })?.map((option) => option.value)
  expect([values('stock'), values('fuel')]).toEqual([
    ['cash', 'stock'],
    ['cash', 'stock', 'fuel'],
  ])
})

it('an unticked box reads No, and only an empty value a dash', () => {
  const shown = (field: Field, value: unknown) =>
    renderToStaticMarkup(
      <MantineProvider env="test">
        <FieldValue field={field} value={value} />
      </MantineProvider>,
    )
  const flag = fieldOf('is_active', 'boolean')
  expect([true, false, null, undefined].map((value) => /[>}](Yes|No)$/.exec(shown(flag, value))?.[1])).toEqual(['Yes', 'No', 'No', 'No'])
  expect(shown(fieldOf('remarks', 'text'), null)).toContain('—')
})
