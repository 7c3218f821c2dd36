/** Values that a chosen source document brings into a form. */
import { useEffect, useRef } from 'react'
import type { Module, Row, Source, SourceLines } from '../../../engine/model/module.ts'
import { isEmpty } from '../../../engine/runtime/expressions/index.ts'
import { get } from '../../api/client.ts'
import { label, t } from '../../fields/text.ts'
import { toast, toastError } from '../../ui/toast.ts'
import type { RecordStore } from './store.ts'

/** Ids in a reference field, of one record or of several. */
const idsOf = (value: unknown): readonly number[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is number => typeof id === 'number')

/**
 * Merges a draft made from source documents into the form. Header fields that a user entered stay as they are, and their
 * names are returned where the source has another value; rows typed by hand stay, rows of the source are added once, and
 * unsaved rows of source documents that are no longer chosen in the source's field are removed. A source without a field
 * is chosen anew each time, so that what it brought before stays.
 */
export function bringSource(store: RecordStore, module: Module, source: Source, draft: Row): string[] {
  const header: Row = {}
  const differ: string[] = []
  const numbers = new Set(module.entity.numbers.map((number) => number.field))
  for (const field of module.fields) {
    const { name } = field
    const value = draft[name]
    if (name === source.field || isEmpty(value)) continue
    const copied = name in source.copy || name in source.per
    if (!numbers.has(name)) {
      if (!field.writable || field.storage === 'none') continue
      const now = store.value(name)
      const held = store.isEntered(name) && !isEmpty(now)
      if (held || (!copied && !isEmpty(now))) {
        if (held && copied && JSON.stringify(now) !== JSON.stringify(value)) differ.push(label(field.title))
        continue
      }
    }
    header[name] = value
    if (field.refAs) header[field.refAs] = draft[field.refAs] ?? null
  }
  const tables = Object.entries(source.lines).map(
    ([table, spec]) => [table, rowsWith(store, module, { source, table, spec, draft })] as const,
  )
  store.bring(header, Object.fromEntries(tables))
  return differ
}

interface SourceTable {
  readonly source: Source
  readonly table: string
  readonly spec: SourceLines
  readonly draft: Row
}

function rowsWith(store: RecordStore, module: Module, { source, table, spec, draft }: SourceTable): Row[] {
  const brought = (draft[table] as Row[] | undefined) ?? []
  const lines = module.lines.find((line) => line.name === table)!
  const tracked = lines.field.source_module !== undefined
  const linked = (row: Row): boolean => Boolean(row[spec.link]) && (!spec.from || !tracked || row.source_module === source.module)
  const wanted = new Set(brought.map((row) => Number(row[spec.link])))
  const isChosen = (row: Row): boolean => source.field === undefined || row.id !== undefined || wanted.has(Number(row[spec.link]))
  const stays = store.rows(table).filter((row) => (linked(row) ? isChosen(row) : !store.isBlank(row, lines)))
  const there = new Set(stays.filter(linked).map((row) => Number(row[spec.link])))
  return [...stays, ...brought.filter((row) => !there.has(Number(row[spec.link])))]
}

/** Fills the form when a source is chosen in its field, and returns a function that takes over sources chosen elsewhere. */
export function useSources(
  module: Module,
  store: RecordStore,
  allowed: boolean,
): (source: Source, ids: readonly number[]) => Promise<void> {
  // Of several choices in a row the last one counts.
  const turn = useRef(0)
  const take = useRef(async (source: Source, ids: readonly number[]) => {
    const mine = ++turn.current
    try {
      const per = Object.fromEntries(Object.keys(source.per).map((name) => [name, store.value(name)]))
      const values = Object.keys(per).length ? { values: JSON.stringify(per) } : {}
      const draft = ids.length ? await get<Row>(`${module.name}/defaults`, { source: source.module, ids: ids.join(','), ...values }) : {}
      if (mine !== turn.current) return
      const differ = bringSource(store, module, source, draft)
      if (differ.length) toast('info', t('form.enteredStays', { fields: differ.join(', ') }))
    } catch (error) {
      if (mine === turn.current) toastError(error)
    }
  })
  useEffect(() => {
    if (!allowed) return
    store.onEntered = (name) => {
      const source = module.sources.find((candidate) => candidate.field === name)
      if (source) void take.current(source, idsOf(store.value(name)))
    }
    return () => {
      store.onEntered = undefined
    }
  }, [module, store, allowed])
  return take.current
}
