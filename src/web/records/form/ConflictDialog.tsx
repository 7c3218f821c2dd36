import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { displayText } from '../../fields/display.ts'
import type { Ref } from '../../fields/ref.ts'
import { isNumeric } from '../../fields/registry.tsx'
import { label, t } from '../../fields/text.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { rowName } from '../grid/GridCell.tsx'
import classes from './form.module.css'
import { mergeLines } from './merge.ts'

interface Difference {
  readonly name: string
  readonly title: string
  readonly mine: readonly string[]
  readonly theirs: readonly string[]
  /** The version chosen by default: the changed one, mine when both were changed. */
  readonly suggested: Side
}
type Side = 'mine' | 'theirs'
type Shape = Pick<Module, 'fields' | 'lines'>

/** Who changed the record, when, and its status where that is another one now. */
export function changeOf(module: Pick<Module, 'workflow'>, base: Row, theirs: Row): string {
  const who = (theirs.updated_by_user as Partial<Ref> | null | undefined)?.label
  const state = theirs.status === base.status ? undefined : module.workflow?.states[String(theirs.status)]
  return [
    who && theirs.updated_at && t('form.conflictBy', { who, when: formatDateTime(theirs.updated_at) }),
    state && t('form.conflictStatus', { status: label(state.title) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The server's version, from any place in the response. */
function serverVersion(details: unknown): Row | null {
  const { current, theirs, server } = (details ?? {}) as { current?: Row; theirs?: Row; server?: Row }
  return current ?? theirs ?? server ?? null
}

const textOf = (field: Field, row: Row) => displayText(field, row[field.name], field.refAs ? row[field.refAs] : undefined)
const same = (field: Field, row: Row, other: Row) => sameValue(row[field.name] ?? null, other[field.name] ?? null)
const rowsOf = (row: Row, name: string): readonly Row[] => (Array.isArray(row[name]) ? (row[name] as Row[]) : [])

/**
 * The differences between two versions of a record. Only writable fields count; `base` is the version both began with:
 * for a field that only the other user changed, that user's value is suggested, so that no work is undone unasked.
 */
export function differences(module: Shape, base: Row, mine: Row, theirs: Row): Difference[] {
  const fields = module.fields
    .filter((field) => field.writable && field.name in mine && !same(field, mine, theirs))
    .map((field): Difference => {
      const suggested = same(field, base, mine) ? 'theirs' : 'mine'
      return { name: field.name, title: field.title, mine: [textOf(field, mine)], theirs: [textOf(field, theirs)], suggested }
    })
  const lines = module.lines
    .filter(({ name, readonly, fields: columns }) => readonly !== true && !sameLines(columns, rowsOf(mine, name), rowsOf(theirs, name)))
    .map(({ name, title, fields: columns }): Difference => {
      const [ownRows, other] = [rowsOf(mine, name), rowsOf(theirs, name)]
      const suggested = sameLines(columns, rowsOf(base, name), ownRows) ? 'theirs' : 'mine'
      return { name, title, mine: lineTexts(columns, ownRows, other), theirs: lineTexts(columns, other, ownRows), suggested }
    })
  return [...fields, ...lines]
}

function sameLines(fields: readonly Field[], mine: readonly Row[], theirs: readonly Row[]): boolean {
  const columns = fields.filter((field) => field.writable)
  return (
    mine.length === theirs.length &&
    mine.every((row, index) => row.id === theirs[index]!.id && columns.every((field) => same(field, row, theirs[index]!)))
  )
}

/** The number of lines of a version, then its lines that are missing or different in the other. */
function lineTexts(fields: readonly Field[], rows: readonly Row[], others: readonly Row[]): string[] {
  const columns = fields.filter((field) => field.writable && field.widget !== 'hidden')
  const byId = new Map(others.filter(({ id }) => id !== undefined).map((row) => [row.id, row]))
  const texts = rows.flatMap((row, index) => {
    const other = row.id === undefined ? undefined : byId.get(row.id)
    const shown = columns.filter((field) => (other ? !same(field, row, other) : textOf(field, row) !== '' && !same(field, row, {})))
    if (other && shown.length === 0) return []
    const name = rowName(fields, row)
    const words = shown
      .filter((field) => other || !(name?.includes(textOf(field, row)) || (isNumeric(field.type) && Number(row[field.name]) === 0)))
      .map((field) => `${label(field.title)}: ${textOf(field, row) || t('fields.none')}`)
    const titled = [t('grid.line', { number: index + 1 }), name].filter(Boolean).join(' · ')
    return [[titled, words.join(', ')].filter(Boolean).join(' — ')]
  })
  return [t('grid.lines', { count: rows.length }), ...texts]
}

/** Their lines in the form of a request, or mine: a line that the other user removed is sent as a new one. */
function settledLines(fields: readonly Field[], side: Side, mine: readonly Row[], theirs: readonly Row[]): Row[] {
  const currentIds = new Set(theirs.map(({ id }) => id))
  if (side === 'mine') return mine.map(({ id, ...row }) => (id !== undefined && currentIds.has(id) ? { id, ...row } : row))
  const names = new Set(['id', ...fields.filter((field) => field.writable).map(({ name }) => name)])
  return theirs.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))))
}

/**
 * Asks which version of each differing field to keep; null when the user decides not to save. `sent` is the unsaved
 * version, `shown` the same with its references resolved, `base` the record before both changes.
 */
export async function resolveConflict(
  module: Module,
  versions: { base: Row; sent: Row; shown: Row },
  details: unknown,
): Promise<Row | null> {
  const { base, sent, shown } = versions
  const theirs = serverVersion(details)
  if (!theirs) return null
  const merged: Row = {}
  for (const { name, fields } of module.lines) {
    const versions = { base: rowsOf(base, name), mine: rowsOf(sent, name), theirs: rowsOf(theirs, name) }
    const lines = name in sent ? mergeLines(fields, versions) : undefined
    if (lines) merged[name] = lines
  }
  const differing = differences(module, base, { ...shown, ...sent, ...linesOf(module, shown) }, theirs).filter(
    ({ name, suggested }) => suggested === 'theirs' || !(name in merged),
  )
  // Users who changed other cells, such as two who count side by side, are not asked about each other's.
  if (!differing.length) return { ...sent, ...merged, version: theirs.version }
  const answer = await dialogs.modal<Row>({ title: t('form.conflictTitle'), width: 720 }, (close) => (
    <Conflict
      differing={differing}
      change={changeOf(module, base, theirs)}
      onCancel={() => close()}
      onDone={(chosen) => {
        const settled: Row = { ...sent, ...merged, version: theirs.version }
        for (const { name, suggested } of differing) {
          const side = chosen[name] ?? suggested
          const lines = module.lines.find((candidate) => candidate.name === name)
          if (lines) settled[name] = settledLines(lines.fields, side, rowsOf(sent, name), rowsOf(theirs, name))
          else if (side === 'theirs') settled[name] = theirs[name]
        }
        close(settled)
      }}
    />
  ))
  return answer ?? null
}

const linesOf = (module: Shape, values: Row): Row => Object.fromEntries(module.lines.map(({ name }) => [name, rowsOf(values, name)]))

type Choice = Readonly<Record<string, Side>>

function Conflict({
  differing,
  change,
  onCancel,
  onDone,
}: {
  differing: readonly Difference[]
  change: string
  onCancel: () => void
  onDone: (chosen: Choice) => void
}) {
  const [chosen, setChosen] = useState<Choice>({})
  return (
    <Stack>
      <Text size="sm">{[change, t('form.conflictMessage')].filter(Boolean).join(' ')}</Text>
      <table className={classes.conflict}>
        <thead>
          <tr>
            <th scope="col">{t('form.field')}</th>
            <th scope="col">{t('form.yours')}</th>
            <th scope="col">{t('form.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ name, title, mine, theirs, suggested }) => (
            <tr key={name}>
              <th scope="row">{label(title)}</th>
              {(
                [
                  ['mine', mine],
                  ['theirs', theirs],
                ] as const
              ).map(([side, texts]) => (
                <td key={side}>
                  <Radio
                    name={`conflict-${name}`}
                    label={texts[0] || t('fields.none')}
                    description={texts.slice(1).map((text) => (
                      <span key={text} className={classes.conflictLine}>
                        {text}
                      </span>
                    ))}
                    checked={(chosen[name] ?? suggested) === side}
                    onChange={() => setChosen({ ...chosen, [name]: side })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button data-autofocus onClick={() => onDone(chosen)}>
          {t('form.continue')}
        </Button>
      </Group>
    </Stack>
  )
}
