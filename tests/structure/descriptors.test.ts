import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { descriptorReference } from '../../scripts/descriptor-reference.ts'
import { productModules, productRegistries } from '../../scripts/descriptors.ts'
import {
  CALLS_FILE,
  callsText,
  descriptorTypes,
  ICONS_FILE,
  iconNames,
  RECORDS_FILE,
  recordTypes,
  TYPES_FILE,
} from '../../scripts/generate-types.ts'
import { checkStructure, createRegistries, descriptorSchema } from '../../src/engine/index.ts'
import type { JsonSchema } from '../../src/engine/model/module.ts'
import { FUNCTIONS } from '../../src/engine/runtime/expressions/index.ts'

describe('descriptors of the product', () => {
  it('are sound', async () => {
    const { modules, problems } = await productModules()
    for (const module of modules.values()) {
      if (!module.rows) continue
      const rows: unknown = JSON.parse(readFileSync(new URL(`../../modules/${module.application}/${module.rows}`, import.meta.url), 'utf8'))
      expect(Array.isArray(rows) && rows.length, module.rows).toBeTruthy()
    }
    expect(problems.map((problem) => `${problem.file}:${problem.line} ${problem.message}`)).toEqual([])
    // The specification lists `view_all` among their actions, though they have no owner.
    for (const name of ['user', 'audit_trail', 'payroll_adjustment', 'sales_quotation', 'sales_order'])
      expect([name, modules.get(name)?.actions.view_all?.code]).toEqual([name, 'view_all'])
  })
})

// Issue 13: what the findings missed in single modules.
describe('modules', () => {
  it('invent no birth date, process what is filed, and declare whose records they are', async () => {
    const { modules } = await productModules()
    expect(modules.get('employee')!.field.birth_at!.default).toBeUndefined()
    for (const name of ['restday_filing', 'cto_filing', 'service_invoice_filing'])
      expect([name, modules.get(name)?.workflow?.transitions.process?.to]).toEqual([name, 'processed'])
    for (const name of ['seller', 'feeling_today']) expect([name, modules.get(name)?.field.employee_id?.type]).toEqual([name, 'employee'])
  })
})

describe('menus', () => {
  it('list each module for the people who work with it, in the terms of the agencies', async () => {
    const { modules } = await productModules()
    const module = (name: string) => modules.get(name)!
    // The warehouse finds the orders to receive in its own application.
    expect(module('purchase_order').alsoIn.map(({ application }) => application)).toContain('resource')
    for (const name of ['personal_movement', 'encoder', 'employment_status_log', 'position_status_log', 'monthly_status_log'])
      expect([name, module(name).application, module(name).group]).toEqual([name, 'talent', 'Employee Management'])
    expect(module('employee').field.employee_no).toMatchObject({ propose: { next: [] } })
    expect(module('employee_id').field.id_type!.options!.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['PhilHealth', 'Pag-IBIG']),
    )
    expect(module('employee_id').field.date_expiry!.title).toBe('Expiry date')
    // What people look for in a list is found by the name of the employee, too.
    for (const name of [
      'daily_time_record',
      'time_sheet',
      'leave_filing',
      'overtime_filing',
      'official_business_filing',
      'raw_time_log',
      'shift_schedule',
    ])
      expect([name, module(name).search.some((path) => path.startsWith('employee.'))]).toEqual([name, true])
  })
})

describe('document forms', () => {
  it('require above the lines what must be entered, except what another field fills in', async () => {
    const { modules } = await productModules()
    const below = [...modules.values()].flatMap(({ name, kind, form, lines, field }) => {
      const grids = new Set(lines.map((line) => line.name))
      return form.tabs.flatMap(({ sections }) => {
        const first = sections.findIndex(({ fields }) => fields.some((path) => grids.has(path)))
        if (kind !== 'document' || first < 0) return []
        return sections
          .slice(first)
          .flatMap(({ fields }) => fields)
          .filter((path) => !grids.has(path) && field[path]?.required && !field[path].readonly && !field[path].fetch)
          .map((path) => `${name}.${path}`)
      })
    })
    expect(below).toEqual([])
  })
})

describe('generated files are up to date', () => {
  it('types of descriptors (npm run module -- types)', async () => expect(readFileSync(TYPES_FILE, 'utf8')).toBe(await descriptorTypes()))
  it('types of records', async () => expect(readFileSync(RECORDS_FILE, 'utf8')).toBe(recordTypes(await productRegistries())))
  it('icon names', () => expect(JSON.parse(readFileSync(ICONS_FILE, 'utf8'))).toEqual(JSON.parse(iconNames())))
  it('completion of effects and guards', async () =>
    expect(JSON.parse(readFileSync(CALLS_FILE, 'utf8'))).toEqual(JSON.parse(callsText(await productRegistries()))))
  it('descriptor reference (npm run module -- docs)', async () => {
    expect(readFileSync(new URL('../../docs/descriptor-reference.md', import.meta.url), 'utf8')).toBe(
      descriptorReference(await productRegistries()),
    )
  })
})

describe('everything that descriptors may name is described', () => {
  type Node = Readonly<Record<string, unknown>>
  /** Paths of parameters without a word on what they are for, those inside of others included. */
  const silent = (schema: Node, path: string): string[] =>
    Object.entries((schema.properties ?? {}) as Record<string, Node>).flatMap(([key, child]) => [
      ...(child.description ? [] : [`${path}.${key}`]),
      ...silent(child, `${path}.${key}`),
      ...silent((child.items ?? {}) as Node, `${path}.${key}[]`),
    ])

  it('every effect, guard and calculation, with every parameter', async () => {
    const { effects, guards, calculations } = await productRegistries()
    const described = Object.entries(calculations).map(
      ([name, entry]) => [name, { ...entry.params, description: (entry as { description?: string }).description }] as const,
    )
    const all: readonly (readonly [string, JsonSchema | Node])[] = [...Object.entries(effects), ...Object.entries(guards), ...described]
    expect(all.flatMap(([name, schema]) => [...((schema as Node).description ? [] : [name]), ...silent(schema as Node, name)])).toEqual([])
  })

  it('every function of expressions', () => {
    expect(Object.values(FUNCTIONS).filter(({ help }) => !help.includes(': '))).toEqual([])
  })

  it('the advice that the reference gives as an example', async () => {
    const { handlers } = await productRegistries()
    const { form, transition } = (descriptorSchema as { $defs: Record<string, { properties: Record<string, { examples: string[][] }> }> })
      .$defs
    for (const { examples } of [form!.properties.advice!, transition!.properties.advice!])
      expect(examples.flat().filter((name) => !(name in handlers))).toEqual([])
  })
})

describe('settings', () => {
  const root = new URL('../../', import.meta.url)
  const sources = ['src', 'modules', 'schemas/workflow-templates.json'].flatMap((part) => {
    const uRL = new URL(part, root)
    if (part.endsWith('.json')) return [readFileSync(uRL, 'utf8')]
    return readdirSync(uRL, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|tsx|json)$/.test(file) && !file.includes('.test.'))
      .map((file) => readFileSync(new URL(`${part}/${file}`, root), 'utf8'))
  })
  it.each([...createRegistries().settings.keys()])('%s is obeyed somewhere', (key) => {
    const name = key.replace('<module>.', '')
    expect(sources.some((text) => text.includes(name))).toBe(true)
  })
})

describe('templates', () => {
  const { lineTemplates, workflowTemplates } = createRegistries()
  const definitions = (descriptorSchema as { $defs: Record<string, Record<string, unknown>> }).$defs
  it.each(Object.entries(lineTemplates))('lines of %s are what the schema allows', (_, template) => {
    expect(checkStructure(definitions.lineTemplate!, template, descriptorSchema)).toEqual([])
  })
  it.each(Object.entries(workflowTemplates))('the workflow %s is what the schema allows', (_, template) => {
    expect(checkStructure(definitions.workflowTemplate!, template, descriptorSchema)).toEqual([])
  })

  it('has distinct column headings in each child table', async () => {
    const { modules } = await productModules()
    const alike = [...modules.values()].flatMap((module) =>
      module.lines.flatMap((lines) => {
        const titles = lines.fields.filter(({ widget }) => widget !== 'hidden').map(({ title }) => title)
        return titles.filter((title, index) => titles.indexOf(title) !== index).map((title) => `${module.name}.${lines.name}: ${title}`)
      }),
    )
    expect(alike).toEqual([])
  })
})
