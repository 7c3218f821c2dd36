import { Anchor, Group, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Field } from '../../engine/model/module.ts'
import { later } from '../ui/later.tsx'
import { displayText } from './display.ts'
import classes from './fields.module.css'
import { useLinkOf } from './links.ts'
import { isNumeric, isWide } from './registry.tsx'
import { ToneBadge } from './ToneBadge.tsx'
import { label, t } from './text.ts'
import { isRef, refLabel } from './types.ts'
import { zoneNote } from './zoneNote.ts'

const RareValue = later(async () => (await import('./ComplexValue.tsx')).RareValue)

/** A field that is only read: same place and height as its input, so that nothing jumps between view and edit. */
export function ReadField({ field, value, resolved, to }: { field: Field; value: unknown; resolved?: unknown; to?: string | undefined }) {
  return (
    <dl className={`${classes.cell} read-field`} data-wide={isWide(field.type) || undefined}>
      <dt className={classes.readLabel}>{label(field.title)}</dt>
      <dd className={classes.readValue} style={{ margin: 0 }}>
        <FieldValue {...{ field, value, resolved, to }} />
      </dd>
    </dl>
  )
}

const NOTHING = (
  <Text span size="sm" c="dimmed" aria-label={t('fields.none')}>
    —
  </Text>
)

export function FieldValue({ field, value, resolved, to }: Parameters<typeof ReadField>[0]) {
  const linkOf = useLinkOf(field)
  // A value that was never ticked counts as not ticked: there is no third state.
  const text = displayText(field, field.type === 'boolean' ? value === true : value, resolved)
  if (text === '') return NOTHING
  if (isNumeric(field.type)) {
    const amount = <span className={classes.amount}>{text}</span>
    return to === undefined ? (
      amount
    ) : (
      <Anchor component={Link} to={to} size="sm">
        {amount}
      </Anchor>
    )
  }
  const tone = field.options?.find((option) => option.value === value)?.tone
  if (tone) return <ToneBadge tone={tone} text={text} />
  switch (field.type) {
    case 'reference':
    case 'references':
    case 'user':
    case 'employee': {
      const refs = [resolved].flat().filter(isRef)
      if (refs.length === 0) return text
      return (
        <Group gap={6}>
          {refs.map((ref) => {
            const url = linkOf(ref)
            return url ? (
              <Anchor key={ref.id} component={Link} to={url} size="sm">
                {refLabel(ref)}
              </Anchor>
            ) : (
              <span key={ref.id}>{refLabel(ref)}</span>
            )
          })}
        </Group>
      )
    }
    case 'email':
      return (
        <Anchor size="sm" href={`mailto:${text}`}>
          {text}
        </Anchor>
      )
    case 'phone':
      return (
        <Anchor size="sm" href={`tel:${text}`}>
          {text}
        </Anchor>
      )
    case 'url':
      return /^https?:\/\//i.test(text) ? (
        <Anchor size="sm" href={text} target="_blank" rel="noreferrer">
          {text}
        </Anchor>
      ) : (
        text
      )
    case 'multiselect':
    case 'color':
    case 'attachment':
    case 'attachments':
    case 'image':
    case 'richtext':
    case 'json':
      return <RareValue {...{ field, value, resolved, text }} />
    case 'longtext':
      return (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {text}
        </Text>
      )
    case 'date':
    case 'time':
    case 'month':
    case 'daterange':
      return <span className="tabular">{text}</span>
    case 'datetime':
      return (
        <span className="tabular" title={zoneNote()}>
          {text}
        </span>
      )
    default:
      // Figures of one width are wider hyphens, too: "Full-time" is a word.
      return text
  }
}
