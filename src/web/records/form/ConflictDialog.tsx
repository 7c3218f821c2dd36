import { Button, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { sameValue } from '../../../engine/compute/index.ts'
import type { Field, Module, Row } from '../../../engine/module.ts'
import { displayText } from '../../fields/display.ts'
import { label, t } from '../../fields/text.ts'
import { dialogs } from '../../shell/dialogs/index.ts'
import classes from './form.module.css'

interface Difference {
  readonly name: string
  readonly title: string
  readonly mine: string
  readonly theirs: string
}

/** The version that the server holds, wherever the answer carries it. */
function serverVersion(details: unknown): Row | null {
  const { current, theirs, server } = (details ?? {}) as { current?: Row; theirs?: Row; server?: Row }
  return current ?? theirs ?? server ?? null
}

export function differences(module: Pick<Module, 'fields' | 'lines'>, mine: Row, theirs: Row): Difference[] {
  const text = (field: Field, row: Row) => displayText(field, row[field.name], field.refAs ? row[field.refAs] : undefined)
  const fields = module.fields
    .filter((field) => field.name in mine && !sameValue(mine[field.name] ?? null, theirs[field.name] ?? null))
    .map((field) => ({ name: field.name, title: field.title, mine: text(field, mine), theirs: text(field, theirs) }))
  const lines = module.lines
    .filter(({ name, fields: columns }) => name in mine && !sameLines(columns, mine[name], theirs[name]))
    .map(({ name, title }) => ({
      name,
      title,
      mine: t('grid.lines', { count: (mine[name] as Row[]).length }),
      theirs: t('grid.lines', { count: Array.isArray(theirs[name]) ? (theirs[name] as Row[]).length : 0 }),
    }))
  return [...fields, ...lines]
}

function sameLines(fields: readonly Field[], mine: unknown, theirs: unknown): boolean {
  if (!Array.isArray(mine) || !Array.isArray(theirs) || mine.length !== theirs.length) return false
  const columns = fields.filter((field) => field.writable)
  return mine.every(
    (row: Row, index) =>
      row.id === (theirs[index] as Row).id &&
      columns.every(({ name }) => sameValue(row[name] ?? null, (theirs[index] as Row)[name] ?? null)),
  )
}

/** Asks which version of each differing field to keep; null when the person decides not to save. */
export async function resolveConflict(module: Module, mine: Row, details: unknown): Promise<Row | null> {
  const theirs = serverVersion(details)
  if (!theirs) return null
  const differing = differences(module, mine, theirs)
  const answer = await dialogs.modal<Row>({ title: t('form.conflictTitle') }, (close) => (
    <Conflict
      differing={differing}
      onCancel={() => close()}
      onDone={(chosen) => {
        const settled: Row = { ...mine, version: theirs.version }
        for (const { name } of differing) if (chosen[name] === 'theirs') settled[name] = theirs[name]
        close(settled)
      }}
    />
  ))
  return answer ?? null
}

type Choice = Readonly<Record<string, 'mine' | 'theirs'>>

function Conflict({
  differing,
  onCancel,
  onDone,
}: {
  differing: readonly Difference[]
  onCancel: () => void
  onDone: (chosen: Choice) => void
}) {
  const [chosen, setChosen] = useState<Choice>({})
  return (
    <Stack>
      <Text size="sm">{t('form.conflictMessage')}</Text>
      <table className={classes.conflict}>
        <thead>
          <tr>
            <th scope="col">{t('form.field')}</th>
            <th scope="col">{t('form.yours')}</th>
            <th scope="col">{t('form.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(({ name, title, mine, theirs }) => (
            <tr key={name}>
              <th scope="row">{label(title)}</th>
              {(
                [
                  ['mine', mine],
                  ['theirs', theirs],
                ] as const
              ).map(([side, text]) => (
                <td key={side}>
                  <Radio
                    name={`conflict-${name}`}
                    label={text || t('fields.none')}
                    checked={(chosen[name] ?? 'mine') === side}
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
