import { useEffect } from 'react'
import type { Field, Module, Row, RowProposal } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { post } from '../../api/client.ts'
import { isRef } from '../../fields/types.ts'
import type { RecordStore } from './store.ts'

const PAUSE_MS = 200

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** The inputs of a proposal in a row; undefined while a required one is empty. */
const basisOf = ({ on, also = [] }: RowProposal, row: Row): string | undefined =>
  on.some((name) => isEmpty(row[name])) ? undefined : JSON.stringify([...on, ...also].map((name) => row[name] ?? null))

/** The value that the picked reference itself set in the field, which was not typed. */
function broughtBy(field: Field, fields: readonly Field[], row: Row): unknown {
  const refAs = fields.find(({ name }) => name === field.fetch?.from)?.refAs
  const picked = refAs ? row[refAs] : undefined
  return field.fetch && isRef(picked) ? (picked as unknown as Row)[field.fetch.path] : undefined
}

/** The values requested for one field of several rows; `null` for rows without one. */
export type AskProposals = (proposal: RowProposal, rows: readonly Row[]) => Promise<readonly unknown[]>

/**
 * Fills fields of rows with the server's proposals when the fields that they depend on change. A value is replaced only
 * while it is empty, or still is the value of the picked reference or an earlier proposal: an entered one never is, nor a
 * value agreed in a source document. A stored value counts as proposed when it is the server's proposal for the row as it
 * was stored. Returns the function that stops it.
 */
export function watchProposals(store: RecordStore, proposals: readonly RowProposal[], ask: AskProposals): () => void {
  const bases = new Map<string, string | undefined>()
  /** Rows as stored, until an input of a proposal in one of them has changed. */
  const stored = new Map<string, Row>()
  const proposed = new Map<string, unknown>()
  const due = new Map<RowProposal, Set<string>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const isOpen = ({ lines, field: name }: RowProposal, id: string, row: Row): boolean => {
    const fields = store.shape.lines.find((line) => line.name === lines)?.fields ?? []
    const field = fields.find((candidate) => candidate.name === name)
    const value = row[name]
    if (!field) return false
    return isEmpty(value) || sameValue(value, proposed.get(id)) || sameValue(value, broughtBy(field, fields, row))
  }
  const scan = () => {
    for (const proposal of proposals)
      for (const key of store.keys(proposal.lines)) {
        const id = `${proposal.lines} ${proposal.field} ${key}`
        const row = store.row(proposal.lines, key)
        const basis = basisOf(proposal, row)
        const isNew = !bases.has(id)
        if (!isNew && bases.get(id) === basis) continue
        bases.set(id, basis)
        if (isNew && basis !== undefined && !isEmpty(row[proposal.field]) && isEmpty(row.source_line_id)) stored.set(id, row)
        const wanted = basis !== undefined && (isNew ? isEmpty(row[proposal.field]) : stored.has(id) || isOpen(proposal, id, row))
        if (wanted) due.set(proposal, (due.get(proposal) ?? new Set()).add(key))
      }
    if (due.size === 0) return
    clearTimeout(timer)
    timer = setTimeout(send, PAUSE_MS)
  }
  const send = () => {
    const all = [...due]
    due.clear()
    for (const [proposal, wanted] of all) {
      const asked = [...wanted].map((key) => ({
        key,
        id: `${proposal.lines} ${proposal.field} ${key}`,
        row: store.row(proposal.lines, key),
      }))
      const before = asked.flatMap(({ id }) => {
        const row = stored.get(id)
        stored.delete(id)
        return row ? [{ id, row }] : []
      })
      ask(
        proposal,
        [...asked, ...before].map(({ row }) => row),
      ).then(
        (values) => {
          if (stopped) return
          for (const [n, { id, row }] of before.entries()) {
            const value = values[asked.length + n]
            if (!isEmpty(value) && sameValue(row[proposal.field], value)) proposed.set(id, value)
          }
          fill(proposal, asked, values)
        },
        // Without a proposal the form works as well.
        () => undefined,
      )
    }
  }
  const fill = (proposal: RowProposal, asked: readonly { key: string; id: string; row: Row }[], values: readonly unknown[]) => {
    const cells = asked.flatMap(({ key, id, row: sent }, index) => {
      const row = store.row(proposal.lines, key)
      const value = values[index]
      if (isEmpty(value) || basisOf(proposal, row) !== basisOf(proposal, sent) || !isOpen(proposal, id, row)) return []
      proposed.set(id, value)
      return sameValue(row[proposal.field], value) ? [] : [{ key, field: proposal.field, value }]
    })
    if (cells.length) store.setCells(proposal.lines, cells)
  }
  scan()
  const leave = store.subscribe('any', scan)
  return () => {
    stopped = true
    clearTimeout(timer)
    leave()
  }
}

/** Makes the form fill in its module's proposals for rows. */
export function useProposals(module: Module, store: RecordStore): void {
  useEffect(() => {
    const { propose } = module.form
    if (!propose?.length) return
    return watchProposals(store, propose, ({ lines, field }, rows) => {
      const { [lines]: _rows, ...record } = store.snapshot()
      const names =
        module.lines
          .find(({ name }) => name === lines)
          ?.fields.filter(({ writable }) => writable)
          .map(({ name }) => name) ?? []
      const sent = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])))
      return post<unknown[]>(`${module.name}/propose`, { field: `${lines}.${field}`, record, rows: sent })
    })
  }, [module, store])
}
