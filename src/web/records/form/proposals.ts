import { useEffect } from 'react'
import type { Field, FormProposal, Module, Row } from '../../../engine/model/module.ts'
import { sameValue, usualInputs } from '../../../engine/runtime/compute/index.ts'
import { post } from '../../api/client.ts'
import type { Ref } from '../../fields/ref.ts'
import { isRef } from '../../fields/types.ts'
import { lookedUp } from './looked-up.ts'
import { pickWritable } from './rows.ts'
import type { RecordStore } from './store.ts'

const PAUSE_MS = 200
/** Stands for the key of a row where a proposal is for the record itself. */
const RECORD = ''

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** A proposal as a form watches it. */
export interface WatchedProposal extends FormProposal {
  /** The usual record of a reference: for a new record and when its inputs change, and never in place of what was fetched. */
  readonly isUsual?: boolean
}

/** The inputs of a proposal beside it; undefined while a required one is empty. */
const basisOf = ({ on, also = [] }: FormProposal, row: Row): string | undefined =>
  on.some((name) => isEmpty(row[name])) ? undefined : JSON.stringify([...on, ...also].map((name) => row[name] ?? null))

/** The value that the picked reference itself set in the field, which was not typed. */
function broughtBy(field: Field, fields: readonly Field[], row: Row): unknown {
  for (const { from, path } of field.fetch ?? []) {
    const refAs = fields.find(({ name }) => name === from)?.refAs
    const picked = refAs ? row[refAs] : undefined
    if (isRef(picked)) return (picked as unknown as Row)[path]
  }
  return undefined
}

/** The values requested for one field of the record or of several rows; `null` for rows without one. */
export type AskProposals = (proposal: FormProposal, rows: readonly Row[]) => Promise<readonly unknown[]>

/** A proposed value with what it is and, of a reference, the record. */
interface Reasoned {
  readonly value: unknown
  readonly why: string
  readonly choice?: Ref
}

/** A response as a value with what it is; a plain value says nothing about itself. */
function reasoned(response: unknown): Reasoned {
  const hasReason = typeof response === 'object' && response !== null && 'value' in response
  return hasReason ? (response as Reasoned) : { value: response, why: '' }
}

const keysOf = (store: RecordStore, { lines }: FormProposal): readonly string[] => (lines === undefined ? [RECORD] : store.keys(lines))
const rowOf = (store: RecordStore, { lines }: FormProposal, key: string): Row =>
  lines === undefined ? store.current : store.row(lines, key)
const idOf = ({ lines = '', field }: FormProposal, key: string): string => `${lines} ${field} ${key}`

/**
 * Fills fields of the record and of its rows with the server's proposals when the fields that they depend on change. A
 * value is replaced only while it is empty, or still is the value of the picked reference or an earlier proposal: an
 * entered one never is, nor a value agreed in a source document. A stored value counts as proposed when it is the server's
 * proposal for the record or row as it was stored; in a new record, a default that nobody has entered counts, too. A field
 * of the record loses an earlier proposal when there is none any more. Returns the function that stops it.
 */
export function watchProposals(
  store: RecordStore,
  proposals: readonly WatchedProposal[],
  ask: AskProposals,
  { isNew: isNewRecord = false }: { readonly isNew?: boolean } = {},
): () => void {
  const bases = new Map<string, string | undefined>()
  /** Records and rows as stored, until an input of a proposal in one of them has changed. */
  const stored = new Map<string, Row>()
  const proposed = new Map<string, unknown>()
  const due = new Map<FormProposal, Set<string>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const isUnchosen = ({ lines, field: name }: FormProposal, field: Field): boolean => {
    const usual = field.default && 'value' in field.default ? field.default.value : undefined
    return lines === undefined && isNewRecord && usual !== undefined && !store.isEntered(name) && sameValue(store.value(name), usual)
  }
  const isOpen = (proposal: WatchedProposal, id: string, row: Row): boolean => {
    const { lines, field: name, isUsual } = proposal
    const fields = lines === undefined ? store.shape.fields : (store.shape.lines.find((line) => line.name === lines)?.fields ?? [])
    const field = fields.find((candidate) => candidate.name === name)
    const value = row[name]
    if (!field) return false
    // No one enters what is looked up.
    if (field.lookup) return true
    if (lines === undefined && store.entries.stateAt(name).step !== 'settled') return false
    if (isEmpty(value) || sameValue(value, proposed.get(id))) return true
    return !isUsual && (sameValue(value, broughtBy(field, fields, row)) || isUnchosen(proposal, field))
  }
  const scan = () => {
    for (const proposal of proposals)
      for (const key of keysOf(store, proposal)) {
        const id = idOf(proposal, key)
        const row = rowOf(store, proposal, key)
        const basis = basisOf(proposal, row)
        const isNew = !bases.has(id)
        if (!isNew && bases.get(id) === basis) continue
        bases.set(id, basis)
        if (basis === undefined && proposal.isUsual && !isEmpty(proposed.get(id))) withdraw(proposal, id)
        const isFilled = !isEmpty(row[proposal.field])
        if (isNew && basis !== undefined && isFilled && isEmpty(row.source_line_id)) stored.set(id, row)
        const begins = !isFilled && (isNewRecord || !proposal.isUsual)
        const wanted = basis !== undefined && (isNew ? begins : stored.has(id) || isOpen(proposal, id, row))
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
      const asked = [...wanted].map((key) => ({ key, id: idOf(proposal, key), row: rowOf(store, proposal, key) }))
      const before = asked.flatMap(({ id }) => {
        const row = stored.get(id)
        stored.delete(id)
        return row ? [{ id, row }] : []
      })
      ask(
        proposal,
        [...asked, ...before].map(({ row }) => row),
      ).then(
        (responses) => {
          if (stopped) return
          const values = responses.map(reasoned)
          for (const [n, { id, row }] of before.entries()) {
            const value = values[asked.length + n]?.value
            if (!isEmpty(value) && sameValue(row[proposal.field], value)) proposed.set(id, value)
          }
          if (proposal.lines === undefined) fillRecord(proposal, asked[0]!.row, values[0] ?? reasoned(null))
          else fillRows(proposal, proposal.lines, asked, values)
        },
        // Without a proposal the form works as well.
        () => undefined,
      )
    }
  }
  /** Whether a response is still wanted: nothing was entered since, and it is about the present inputs. */
  const isWelcome = (proposal: FormProposal, key: string, sent: Row): boolean => {
    const row = rowOf(store, proposal, key)
    return basisOf(proposal, row) === basisOf(proposal, sent) && isOpen(proposal, idOf(proposal, key), row)
  }
  const fillRecord = (proposal: FormProposal, sent: Row, { value, why, choice }: Reasoned) => {
    if (!isWelcome(proposal, RECORD, sent)) return
    const id = idOf(proposal, RECORD)
    const current = store.value(proposal.field)
    // A default or the value of a picked reference stays where nothing is proposed.
    if (isEmpty(value) && (isEmpty(current) || !sameValue(current, proposed.get(id)))) return
    proposed.set(id, value)
    store.propose(proposal.field, value ?? null, why, choice)
  }
  /** Takes a usual record out that nobody has changed, since what it depends on was emptied. */
  const withdraw = ({ field }: FormProposal, id: string) => {
    if (sameValue(store.value(field), proposed.get(id))) store.propose(field, null, '')
    proposed.delete(id)
  }
  const fillRows = (
    proposal: FormProposal,
    lines: string,
    asked: readonly { key: string; id: string; row: Row }[],
    values: readonly { value: unknown }[],
  ) => {
    const cells = asked.flatMap(({ key, id, row: sent }, index) => {
      const value = values[index]?.value
      if (isEmpty(value) || !isWelcome(proposal, key, sent)) return []
      proposed.set(id, value)
      return sameValue(store.row(lines, key)[proposal.field], value) ? [] : [{ key, field: proposal.field, value }]
    })
    if (cells.length) store.setCells(lines, cells)
  }
  scan()
  const leave = store.subscribe('any', scan)
  return () => {
    stopped = true
    clearTimeout(timer)
    leave()
  }
}

/** Next numbers of series within other fields, such as check numbers of a bank account: another account has another series. */
export const numbered = ({ fields }: Pick<Module, 'fields'>): readonly FormProposal[] =>
  fields.flatMap(({ name, propose, writable }) =>
    writable && propose && 'next' in propose && propose.next.length
      ? [{ field: name, on: propose.next, handler: { name: 'next', params: null } }]
      : [],
  )

/** Usual records of references that depend on other fields, such as the address of the customer. */
export const usualOf = ({ fields }: Pick<Module, 'fields'>): readonly WatchedProposal[] =>
  fields.flatMap((field) => {
    const on = usualInputs(field)
    return field.writable && on.length ? [{ field: field.name, on, handler: { name: 'usual', params: null }, isUsual: true }] : []
  })

/** Makes the form fill in its module's proposals. */
export function useProposals(module: Module, store: RecordStore, isNew: boolean): void {
  useEffect(() => {
    const proposals = [...(module.form.propose ?? []), ...lookedUp(module), ...usualOf(module), ...(isNew ? numbered(module) : [])]
    if (!proposals.length) return
    return watchProposals(store, proposals, (proposal, rows) => ask(module, store, proposal, rows), { isNew })
  }, [module, store, isNew])
}

function ask(module: Module, store: RecordStore, { lines, field }: FormProposal, rows: readonly Row[]): Promise<unknown[]> {
  if (lines === undefined) {
    const versions = rows.map((record) => pickWritable(module.fields, record))
    return post<unknown[]>(`${module.name}/propose`, { field, record: versions[0], rows: versions })
  }
  const { [lines]: _rows, ...record } = store.snapshot()
  const names =
    module.lines
      .find(({ name }) => name === lines)
      ?.fields.filter(({ writable }) => writable)
      .map(({ name }) => name) ?? []
  const sent = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? null])))
  return post<unknown[]>(`${module.name}/propose`, { field: `${lines}.${field}`, record, rows: sent })
}
