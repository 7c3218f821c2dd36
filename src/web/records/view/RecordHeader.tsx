import type { Module, Row } from '../../../engine/model/module.ts'
import { API_BASE } from '../../api/client.ts'
import { displayText } from '../../fields/display.ts'
import { FieldValue } from '../../fields/FieldValue.tsx'
import { label } from '../../fields/text.ts'
import { isRef } from '../../fields/types.ts'
import { Portrait } from '../../ui/UserAvatar.tsx'
import { nameOf } from '../title.ts'
import classes from './parts.module.css'

const PORTRAIT = 64

/** The subject of the record, shown above every part of it: picture or initials and a few facts. Its name and status are in the bar. */
export function RecordHeader({ module, record }: { module: Module; record: Row }) {
  const { header } = module.form
  if (!header) return null
  const name = String(record[module.entity.name] ?? nameOf(module, record) ?? '')
  const facts = header.fields.flatMap((entry) => {
    const field = module.field[entry]
    if (!field) return []
    const resolved = field.refAs ? record[field.refAs] : undefined
    return displayText(field, record[entry], resolved) ? [{ field, value: record[entry], resolved }] : []
  })
  return (
    <section className={classes.header} aria-label={name}>
      {header.image && module.field[header.image] && <Portrait name={name} url={pictureOf(record[header.image])} size={PORTRAIT} />}
      <dl className={classes.facts}>
        {facts.map(({ field, value, resolved }) => (
          <div key={field.name}>
            <dt>{label(field.title)}</dt>
            <dd>
              <FieldValue field={field} value={value} resolved={resolved} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** A stored picture is read by its number; responses may contain it as a record. */
function pictureOf(value: unknown): string | undefined {
  const id = isRef(value) || (typeof value === 'object' && value !== null && 'id' in value) ? Number((value as Row)['id']) : Number(value)
  return id > 0 ? `${API_BASE}/files/${id}` : undefined
}
