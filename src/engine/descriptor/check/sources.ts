/** Sources (create-from) and calculations: modules, child tables, counters and fields that the mapping names. */

import type { Field, Lines, Module, Source, SourceLines } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { isNumeric, isReference } from '../../runtime/fields/types.ts'
import { step } from '../schema/structure.ts'
import { findModule } from './names.ts'
import { checkCall } from './params.ts'
import type { Subject } from './subject.ts'

export function checkSources(subject: Subject): void {
  for (const source of subject.module.sources) checkSource(subject, source)
  checkTaking(subject)
  checkCalculations(subject)
}

/**
 * A document that takes rows from others must check the open quantities and count what it takes, when it is posted:
 * without the guard more can be taken than is open, without the effect the served quantity is not recorded.
 */
function checkTaking({ module, registries, report }: Subject): void {
  const taking = module.sources.flatMap((source) => Object.values(source.lines)).filter(({ open }) => open !== undefined)
  if (taking.length === 0 || !module.workflow) return
  const posted = (state: string): boolean => module.workflow?.states[state]?.flags.includes('is_posted') === true
  for (const [name, transition] of Object.entries(module.workflow.transitions)) {
    if (!posted(transition.to) || transition.from.some(posted)) continue
    const need = (kind: 'guards' | 'effects', call: string, why: string): void => {
      if (registries.unchecked.has(kind) || !registries[kind][call] || transition[kind].some((candidate) => candidate.name === call)) return
      report.add(`/workflow/transitions${step(name)}/${kind}`, `"${name}" ${why}.`, `Add "${call}" to its ${kind}.`)
    }
    need('guards', 'sources.withinOpen', 'takes from its sources more than they have open')
    if (taking.some((lines) => lines.serves)) need('effects', 'sources.serve', 'does not count what it takes from its sources')
  }
}

function checkSource(subject: Subject, source: Source): void {
  const { module, report } = subject
  const pointer = `/sources${step(source.module)}`
  const other = findModule(subject, source.module, pointer)
  if (source.field) {
    const field = module.field[source.field]
    if (!field) report.add(`${pointer}/field`, `There is no field "${source.field}".`, didYouMean(source.field, Object.keys(module.field)))
    else if (!isReference(field.type) || field.to !== source.module)
      report.add(`${pointer}/field`, `"${source.field}" is not a reference to ${source.module}.`)
  }
  const theirs = subject.world.shapes.get(source.module)?.raw.sources ?? {}
  for (const name of source.offeredOn ?? [])
    if (other && !theirs[name])
      report.add(`${pointer}/offeredOn`, `${source.module} is not made from "${name}".`, didYouMean(name, Object.keys(theirs)))
  for (const target of Object.keys(source.copy))
    if (!module.field[target])
      report.add(`${pointer}/copy`, `There is no field "${target}".`, didYouMean(target, Object.keys(module.field)))
  for (const target of Object.keys(source.per))
    if (!module.field[target]) report.add(`${pointer}/per`, `There is no field "${target}".`, didYouMean(target, Object.keys(module.field)))
  for (const [target, expr] of Object.entries(source.copy))
    checkCopied(report, expr, { target: module.field[target], from: other?.field[expr], pointer: `${pointer}/copy${step(target)}` })
  for (const [table, lines] of Object.entries(source.lines)) {
    const linesOfModule = module.lines.find((entry) => entry.name === table)
    if (!linesOfModule)
      report.add(
        `${pointer}/lines${step(table)}`,
        `There is no child table "${table}".`,
        didYouMean(
          table,
          module.lines.map((entry) => entry.name),
        ),
      )
    else checkLines(subject, source, { lines, taking: linesOfModule, other, pointer: `${pointer}/lines${step(table)}` })
  }
}

/** A copied field, the one it is copied from, and its place. */
interface CopiedField {
  readonly target: Field | undefined
  readonly from: Field | undefined
  readonly pointer: string
}

/** A plain copied reference must refer to the same module; for all else the type of the expression is checked. */
function checkCopied(report: Subject['report'], expr: string, { target, from, pointer }: CopiedField): void {
  if (target?.to && from?.to && target.to !== from.to)
    report.add(pointer, `"${expr}" points to ${from.to}, "${target.name}" to ${target.to}.`)
}

/** The lines of a source, with the lines that take from them. */
interface SourcePlace {
  readonly lines: SourceLines
  readonly taking: Lines
  readonly pointer: string
}

/** Rows that take a quantity know where from. */
function checkTaken({ report }: Subject, source: Source, { lines, taking, pointer }: SourcePlace): void {
  const quantity = taking.field[lines.quantity]
  if (!quantity)
    report.add(`${pointer}/quantity`, `The rows have no field "${lines.quantity}".`, didYouMean(lines.quantity, Object.keys(taking.field)))
  else if (!isNumeric(quantity.type)) report.add(`${pointer}/quantity`, `"${lines.quantity}" is ${quantity.type}, not a number.`)
  const link = taking.field[lines.link]
  if (!link) report.add(`${pointer}/link`, `The rows have no field "${lines.link}".`, didYouMean(lines.link, Object.keys(taking.field)))
  else if (lines.link !== 'source_line_id' && link.to !== source.module)
    report.add(`${pointer}/link`, `"${lines.link}" is not a reference to ${source.module}.`)
}

/** What is noted of the source is written by the system alone, and only where rows of a child table take a quantity. */
function checkParts({ report }: Subject, { lines, taking, pointer }: SourcePlace): void {
  if (!lines.parts) return
  const { quantity, amounts } = lines.parts
  const place = `${pointer}/parts`
  if (lines.open === undefined || !lines.from) report.add(place, 'Only rows that take an open quantity have parts.', 'Add "open".')
  const numeric = (name: string, spot: string, noted: boolean): void => {
    const field = taking.field[name]
    if (!field) report.add(spot, `The rows have no field "${name}".`, didYouMean(name, Object.keys(taking.field)))
    else if (!isNumeric(field.type)) report.add(spot, `"${name}" is ${field.type}, not a number.`)
    else if (noted && (field.readonly !== true || field.computed !== undefined))
      report.add(spot, `"${name}" notes what is left at the source.`, 'Make it "readonly", without "computed".')
  }
  numeric(quantity, `${place}/quantity`, true)
  for (const [target, { taken }] of Object.entries(amounts)) {
    numeric(target, `${place}/amounts${step(target)}`, true)
    numeric(taken, `${place}/amounts${step(target)}/taken`, false)
  }
}

/** Lists whose entries are taken once are copied as they are, by rows that take an open quantity of rows. */
function checkOnce({ report }: Subject, { lines, taking, other, pointer }: SourcePlace & { readonly other: Module | undefined }): void {
  for (const [index, name] of (lines.once ?? []).entries()) {
    const place = `${pointer}/once/${index}`
    const theirs = other?.lines.find((entry) => entry.name === lines.from)
    if (lines.open === undefined || !lines.from) report.add(place, 'Only rows that take an open quantity take entries once.', 'Add "open".')
    else if (!lines.copy[name]) report.add(place, `"${name}" is not copied.`, didYouMean(name, Object.keys(lines.copy)))
    else if (taking.field[name] && taking.field[name].widget !== 'list') report.add(place, `"${name}" is not a list.`)
    else if (theirs && !theirs.field[lines.copy[name]]) report.add(place, `"${name}" is not copied as it is.`)
  }
}

function checkLines(
  subject: Subject,
  source: Source,
  { lines, taking, other, pointer }: SourcePlace & { readonly other: Module | undefined },
): void {
  const { report } = subject
  if (lines.open !== undefined) checkTaken(subject, source, { lines, taking, pointer })
  for (const target of Object.keys(lines.copy))
    if (!taking.field[target])
      report.add(`${pointer}/copy`, `The rows have no field "${target}".`, didYouMean(target, Object.keys(taking.field)))
  for (const name of lines.editable ?? [])
    if (!lines.copy[name]) report.add(`${pointer}/editable`, `"${name}" is not copied.`, didYouMean(name, Object.keys(lines.copy)))
  checkParts(subject, { lines, taking, pointer })
  checkOnce(subject, { lines, taking, other, pointer })
  if (!other) return
  const table = lines.from ? other.lines.find((entry) => entry.name === lines.from) : undefined
  if (lines.from && !table)
    return report.add(
      `${pointer}/from`,
      `"${source.module}" has no child table "${lines.from}".`,
      didYouMean(
        lines.from,
        other.lines.map((entry) => entry.name),
      ),
    )
  for (const [target, expr] of Object.entries(lines.copy)) {
    const from = expr.startsWith('parent.') ? other.field[expr.slice('parent.'.length)] : (table ?? other).field[expr]
    checkCopied(report, expr, { target: taking.field[target], from, pointer: `${pointer}/copy${step(target)}` })
  }
  if (lines.open !== undefined && !lines.from && lines.link === 'source_line_id')
    report.add(
      pointer,
      `"${source.module}" has no child table to take rows from.`,
      'Name it with "from", or link rows to the record with "link".',
    )
  if (lines.serves) {
    const fields = table ? table.field : other.field
    const counter = fields[lines.serves]
    if (!counter)
      report.add(
        `${pointer}/serves`,
        `"${source.module}${table ? `.${table.name}` : ''}" has no field "${lines.serves}".`,
        didYouMean(lines.serves, Object.keys(fields)),
      )
    else if (!isNumeric(counter.type)) report.add(`${pointer}/serves`, `"${lines.serves}" is ${counter.type}; a counter is a number.`)
    else if (counter.computed !== undefined) report.add(`${pointer}/serves`, `"${lines.serves}" is computed and cannot count.`)
  }
}

/** Parameters of calculations; their inputs and outputs must exist, and each output is written once. */
function checkCalculations(subject: Subject): void {
  const { shape, module, registries, report } = subject
  const writers = new Map<string, string>()
  for (const calculation of shape.calculations) {
    const known = registries.calculations[calculation.call]
    if (!known) continue
    const position = (shape.raw.calculations ?? []).findIndex(
      (entry) => entry.call === calculation.call && entry.lines === calculation.lines,
    )
    const pointer = position < 0 ? `/fields${step(calculation.lines ?? '')}/lines` : `/calculations/${position}`
    checkCall(subject, known.params, calculation.params, { pointer: `${pointer}/with` })
    const table = calculation.lines ? module.lines.find((lines) => lines.name === calculation.lines) : undefined
    if (calculation.lines && !table) {
      report.add(
        `${pointer}/lines`,
        `There is no child table "${calculation.lines}".`,
        didYouMean(
          calculation.lines,
          module.lines.map((lines) => lines.name),
        ),
      )
      continue
    }
    const exists = (path: string): boolean => {
      const parts = path.split('.')
      const rows = table && parts[0] === table.name
      const fields = rows ? table.fields : module.fields
      const name = rows ? parts[1] : parts[0]
      return fields.some((field) => field.name === name || field.refAs === name)
    }
    for (const path of calculation.reads)
      if (!exists(path))
        report.add(
          pointer,
          `The calculation "${calculation.call}" reads "${path}", which does not exist.`,
          didYouMean(path, Object.keys(module.field)),
        )
    for (const path of calculation.writes) {
      const rows = table && path.startsWith(`${table.name}.`) ? table.field[path.slice(table.name.length + 1)] : module.field[path]
      if (!rows)
        report.add(
          pointer,
          `The calculation "${calculation.call}" writes "${path}", which does not exist.`,
          didYouMean(path, Object.keys(module.field)),
        )
      else if (rows.computed !== undefined) report.add(pointer, `"${path}" is computed and also written by "${calculation.call}".`)
      const before = writers.get(path)
      if (before) report.add(pointer, `"${path}" is written by "${before}" and by "${calculation.call}".`)
      writers.set(path, calculation.call)
    }
  }
}
