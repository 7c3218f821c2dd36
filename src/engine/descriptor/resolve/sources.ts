/** The sources of a document: the descriptor's mapping with its conventions filled in. */

import type { Source as RawSource } from '../../model/descriptor.generated.ts'
import type { Lines, Module, Source, SourceLines, SourceParts } from '../../model/module.ts'
import { compact } from './fields.ts'

/** A list copies under the same name. */
const copyOf = (raw: RawSource['copy']): Record<string, string> | undefined =>
  raw === undefined ? undefined : Array.isArray(raw) ? Object.fromEntries(raw.map((name) => [name, name])) : (raw as Record<string, string>)

/** Row fields that both sides have under one name and that may be written here. */
function sameNamed(lines: Lines, theirs: Lines | Module, except: readonly string[]): Record<string, string> {
  const taken = new Set(except)
  const names = lines.fields.filter(
    (field) => field.writable && field.origin !== 'system' && !taken.has(field.name) && theirs.field[field.name]?.type === field.type,
  )
  return Object.fromEntries(names.map((field) => [field.name, field.name]))
}

function sourceLines(
  table: string,
  raw: NonNullable<RawSource['lines']>[string],
  lines: Lines | undefined,
  other: Module | undefined,
): SourceLines {
  const from =
    raw.from ??
    (raw.link && raw.link !== 'source_line_id'
      ? undefined
      : other?.lines.some((lines) => lines.name === table)
        ? table
        : other?.entity.items)
  const theirs = from ? other?.lines.find((lines) => lines.name === from) : other
  const quantity = raw.quantity ?? 'qty'
  const link = raw.link ?? 'source_line_id'
  return compact<SourceLines>({
    from,
    link,
    open: raw.open,
    quantity,
    serves: raw.serves,
    rule: raw.rule ?? 'E_OVER_SERVE',
    ...(raw.tolerance === 'unlimited'
      ? { unlimited: true as const }
      : { tolerance: raw.tolerance === undefined ? undefined : String(raw.tolerance) }),
    copy: copyOf(raw.copy) ?? (lines && theirs && from ? sameNamed(lines, theirs, raw.open === undefined ? [] : [quantity, link]) : {}),
    editable: raw.editable,
    parts: raw.parts as SourceParts | undefined,
    once: raw.once,
  })
}

export function resolveSources(
  raws: Readonly<Record<string, RawSource>>,
  module: Module,
  find: (name: string) => Module | undefined,
): Source[] {
  return Object.entries(raws).map(([name, raw]) => {
    const other = find(name)
    // A reference that the system fills in says where a record came from, not what it can be made from.
    const field = raw.field ?? module.fields.find((entry) => entry.to === name && entry.writable)?.name
    return compact<Source>({
      module: name,
      field,
      title: raw.title,
      exception: raw.exception ?? false,
      offeredOn: raw.offeredOn,
      many: module.fields.find((entry) => entry.name === field)?.type === 'references',
      copy: copyOf(raw.copy) ?? {},
      per: (raw.per as Record<string, string> | undefined) ?? {},
      lines: Object.fromEntries(
        Object.entries(raw.lines ?? {}).map(([table, lines]) => [
          table,
          sourceLines(
            table,
            lines,
            module.lines.find((entry) => entry.name === table),
            other,
          ),
        ]),
      ),
    })
  })
}

/** Counters of a module that other modules raise: `items.qty_received`, or `amount_paid` of the header. */
export function servedBy(sources: readonly Source[], name: string): string[] {
  return sources
    .filter((source) => source.module === name)
    .flatMap((source) =>
      Object.values(source.lines).flatMap((lines) => (lines.serves ? [lines.from ? `${lines.from}.${lines.serves}` : lines.serves] : [])),
    )
}
