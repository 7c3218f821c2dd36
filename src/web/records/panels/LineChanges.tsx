import type { ReactNode } from 'react'
import { type LineChange, lineChanges, subjectOf } from '../../../engine/model/line-changes.ts'
import type { Field, Lines, Row } from '../../../engine/model/module.ts'
import { label, t } from '../../fields/text.ts'

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : [])

/**
 * Changes in a table of lines: "Line 2 · Hammer: Quantity 100 → 150". `show` draws a value as its field shows it, with the
 * name of its reference.
 */
export function LineChangesList({
  lines,
  before,
  after,
  show,
  className,
}: {
  lines: Lines
  before: unknown
  after: unknown
  show: (field: Field, value: unknown) => ReactNode
  className?: string | undefined
}) {
  const subject = subjectOf(lines)
  const changes = lineChanges(lines, rowsOf(before), rowsOf(after))
  if (!changes.length) return <>{t('changes.order')}</>
  return (
    <ul className={className} style={{ margin: 0, paddingInlineStart: 16 }}>
      {changes.map((change) => (
        <li key={`${change.kind}-${change.position}`}>
          {t('changes.line', { number: String(change.position) })}
          {subject && change.row[subject.name] !== null && change.row[subject.name] !== undefined && (
            <> · {show(subject, change.row[subject.name])}</>
          )}
          {': '}
          <What change={change} show={show} />
        </li>
      ))}
    </ul>
  )
}

function What({ change, show }: { change: LineChange; show: (field: Field, value: unknown) => ReactNode }) {
  if (change.kind !== 'changed') return <>{t(change.kind === 'added' ? 'changes.added' : 'changes.removed')}</>
  return change.fields.map(({ field, before, after }, index) => (
    <span key={field.name}>
      {index > 0 && ', '}
      {label(field.title)} {show(field, before)} → {show(field, after)}
    </span>
  ))
}
