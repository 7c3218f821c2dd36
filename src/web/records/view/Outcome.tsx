import { Alert, Anchor, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { Module } from '../../../engine/model/module.ts'
import type { RecordRow } from '../../api/types.ts'
import { label, t } from '../../fields/text.ts'
import { t as say } from '../../i18n/index.ts'
import { words } from '../../i18n/words.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { usePathOf } from '../index/use-records.ts'
import { type LinkRow, type Links, linksPart } from '../panels/links.ts'
import { usePart } from '../panels/parts.tsx'

const keyOf = ({ module, id }: LinkRow): string => `${module}-${id}`
/** More records of one module than this are counted, not listed. */
const LISTED = 3

interface Said {
  readonly said: string
  /** The records linked before: only new ones were made by this action. */
  readonly before: ReadonlySet<string>
}

/** The last action on this view, or in the form that led to it. */
export function useOutcome(module: Module, id: number) {
  const client = useQueryClient()
  const handed = (useLocation().state as { said?: string } | null)?.said
  const [outcome, setOutcome] = useState<Said | undefined>(handed ? { said: handed, before: new Set() } : undefined)
  const tell = useCallback(
    (text: string) => {
      const known = client.getQueryData<Links>(['rail', module.name, id, linksPart])
      setOutcome({ said: text, before: new Set([...(known?.downstream ?? []), ...(known?.upstream ?? [])].map(keyOf)) })
    },
    [client, module.name, id],
  )
  return [outcome, tell] as const
}

/** The last action, and links to the records that it made; stays until it is closed or the user leaves the record. */
export function Outcome({ said, before, module, record }: Said & { module: Module; record: RecordRow }) {
  const [open, setOpen] = useState<string | undefined>(said)
  const [shown, setShown] = useState(said)
  if (shown !== said) {
    setShown(said)
    setOpen(said)
  }
  const links = usePart<Links>(module.name, record.id, linksPart, `${module.name}/${record.id}/links`)
  const pathOf = usePathOf(useModuleRoute().application)
  const made = (links.data?.downstream ?? []).filter((row) => !before.has(keyOf(row)))
  if (open === undefined || made.length === 0) return null
  const groups = [...Map.groupBy(made, (row) => row.module)]
  return (
    <Alert
      color="green"
      mb="md"
      role="status"
      py="xs"
      title={said}
      withCloseButton
      closeButtonLabel={say('toast.close')}
      onClose={() => setOpen(undefined)}
    >
      <Group gap="xs">
        {t('view.made')}
        {groups.flatMap(([name, rows]) => {
          const title = label(rows[0]!.title ?? words(name))
          if (rows.length <= LISTED)
            return rows.map((row) => (
              <Made key={keyOf(row)} to={pathOf(name, row.id)} text={`${title} ${row.label ?? row.name ?? `#${row.id}`}`} />
            ))
          const list = pathOf(name, rows[0]!.id)?.replace(/\/view\/\d+$/, '')
          return [<Made key={name} to={list} text={t('view.madeMany', { count: rows.length, title })} />]
        })}
      </Group>
    </Alert>
  )
}

const Made = ({ to, text }: { to: string | undefined; text: string }) =>
  to ? (
    <Anchor component={Link} to={to} size="sm">
      {text}
    </Anchor>
  ) : (
    <span>{text}</span>
  )
