import { IconCheck, IconMinus, IconPaperclip } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { Column, Field, Module, Row } from '../../../engine/model/module.ts'
import { ToneBadge } from '../../fields/ToneBadge.tsx'
import { zoneNote } from '../../fields/zoneNote.ts'
import { label, t } from '../../i18n/index.ts'
import { spokenJson, words } from '../../i18n/words.ts'
import styles from './cells.module.css'
import { clockText, dateText, instantText, isNumeric, numberText, relativeText, timeOn } from './format.ts'
import { StatusBadge } from './StatusBadge.tsx'

const BookmarkCell = lazy(() => import('./BookmarkCell.tsx'))
const FileName = lazy(async () => ({ default: (await import('../../fields/inputs/FileFields.tsx')).FileName }))

/** The address of a record of a module for this user; undefined when none of the user's menus has it. */
export type PathOf = (module: string, id: number) => string | undefined
/** The link of a row holds no other link. */
export const nowhere: PathOf = () => undefined

const read = (row: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value !== null && typeof value === 'object' ? (value as Row)[key] : undefined), row)

/** The value under a column's path (`supplier.name`). */
export const rawValue = (row: Row, path: string): unknown => read(row, path.split('.'))

interface Referenced {
  id: number
  name?: string
  label?: string
}
const isReferenced = (value: unknown): value is Referenced => value !== null && typeof value === 'object' && 'id' in value

const fieldOf = (module: Module, column: Column): Field | undefined =>
  module.field[column.via ?? column.path] ?? module.report?.columns.find(({ name }) => name === column.path)

const optionText = (field: Field | undefined, value: unknown): string =>
  label(field?.options?.find((option) => option.value === value)?.label ?? String(value))

/** A choice, with its tone where it has one. */
const Option = ({ field, value }: { field: Field | undefined; value: unknown }) => {
  const tone = field?.options?.find((option) => option.value === value)?.tone
  const text = optionText(field, value)
  return tone ? <ToneBadge tone={tone} text={text} /> : text
}

const ReferenceLink = ({
  to,
  target,
  text,
  pathOf,
}: {
  to: string | undefined
  target: Referenced | undefined
  text: string
  pathOf: PathOf
}) => {
  const path = to && target ? pathOf(to, target.id) : undefined
  if (!path) return text
  return (
    <Link to={path} className={styles.reference} tabIndex={-1}>
      {text}
    </Link>
  )
}

const Reference = ({ module, column, row, pathOf }: { module: Module; column: Column; row: Row; pathOf: PathOf }) => {
  const field = fieldOf(module, column)
  const target = field?.refAs ? row[field.refAs] : undefined
  const referenced = isReferenced(target) ? target : undefined
  const shown = column.path.includes('.')
    ? rawValue(row, column.path)
    : (referenced?.name ?? referenced?.label ?? rawValue(row, column.path))
  if (shown === null || shown === undefined || shown === '') return null
  return <ReferenceLink to={field?.to} target={referenced} text={String(shown)} pathOf={pathOf} />
}

interface TimeProps {
  readonly value: unknown
  readonly text: string
  /** What the text leaves out. */
  readonly full?: string
  readonly zone?: string | undefined
}

const Time = ({ value, text, full, zone }: TimeProps) => (
  <time dateTime={String(value)} title={[full, relativeText(value), zone].filter(Boolean).join(' · ')}>
    {text}
  </time>
)

const listText = (value: readonly unknown[]): string =>
  value.map((entry) => (isReferenced(entry) ? (entry.name ?? entry.label ?? entry.id) : entry)).join(', ')

/** One file by its name, several by their number. */
const Files = ({ ids }: { ids: readonly number[] }) => {
  const [only] = ids
  if (only === undefined) return null
  return (
    <span className={styles.files}>
      <IconPaperclip size={14} aria-label={t('list.files')} />
      {ids.length > 1 ? (
        ids.length
      ) : (
        <Suspense fallback={1}>
          <FileName file={only} />
        </Suspense>
      )}
    </span>
  )
}

/** One value of a row as its column's type reads. */
export const CellValue = ({
  module,
  column,
  row,
  pathOf,
  places,
}: {
  module: Module
  column: Column
  row: Row
  pathOf: PathOf
  /** Decimals of a figure at least, as its column has. */
  places?: number | undefined
}) => {
  if (column.type === 'status') return <StatusBadge module={module} row={row} />
  if ((column.via && column.type !== 'references') || column.type === 'reference' || column.type === 'user' || column.type === 'employee') {
    return <Reference module={module} column={column} row={row} pathOf={pathOf} />
  }
  if (column.type === 'references') {
    const named = row[fieldOf(module, column)?.refAs ?? '']
    return Array.isArray(named) ? <>{listText(named)}</> : null
  }
  const stored = rawValue(row, column.path)
  const opens = module.report?.opens
  if (opens && fieldOf(module, column)?.widget === 'bookmark')
    return stored === null ? null : (
      <Suspense>
        <BookmarkCell application={String(row[opens.application])} module={String(row[opens.module])} />
      </Suspense>
    )
  const value = column.type === 'boolean' ? stored === true : stored
  if (value === null || value === undefined || value === '') return null
  if (isNumeric(column.type)) return <>{numberText(value, column.type, { scale: column.scale, byDigit: column.byDigit, places })}</>
  switch (column.type) {
    case 'boolean':
      return value ? (
        <IconCheck size={16} aria-label={t('list.yes')} className={styles.yes!} />
      ) : (
        <IconMinus size={16} aria-label={t('list.no')} className={styles.no!} />
      )
    case 'date':
      return <Time value={value} text={dateText(value)} />
    case 'datetime':
      return column.day ? (
        <Time value={value} text={timeOn(row[column.day], value)} full={instantText(value)} zone={zoneNote()} />
      ) : (
        <Time value={value} text={instantText(value)} zone={zoneNote()} />
      )
    case 'time':
      return <>{clockText(value)}</>
    case 'month':
      return <>{String(value).slice(0, 7).replace('-', '/')}</>
    case 'select':
    case 'toggle':
      return <Option field={fieldOf(module, column)} value={value} />
    case 'multiselect':
      return (
        <>
          {[value]
            .flat()
            .map((entry) => optionText(fieldOf(module, column), entry))
            .join(', ')}
        </>
      )
    case 'color':
      return <span className={styles.swatch} style={{ backgroundColor: String(value) }} title={String(value)} />
    case 'email':
      return (
        <a href={`mailto:${value}`} className={styles.reference} tabIndex={-1}>
          {String(value)}
        </a>
      )
    case 'attachment':
    case 'attachments':
    case 'image':
      return <Files ids={[value].flat().map(Number)} />
    default:
      if (Array.isArray(value)) return <>{listText(value)}</>
      if (isReferenced(value)) return <>{value.name ?? value.label}</>
      if (typeof value === 'object') return <>{spokenJson(value)}</>
      return <>{fieldOf(module, column)?.widget === 'words' ? label(words(String(value))) : String(value)}</>
  }
}
