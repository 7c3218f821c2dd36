import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { IconCopy, IconDots, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Field, Lines } from '../../../engine/model/module.ts'
import { displayText } from '../../fields/display.ts'
import { label, t } from '../../fields/text.ts'
import { isRef, refLabel } from '../../fields/types.ts'
import { cellPath } from '../form/errors.ts'
import type { RecordStore } from '../form/store.ts'
import { useErrorCount, useErrors, useKeys, useRow } from '../form/useStore.ts'
import classes from './cards.module.css'
import { calledBy, gridFields, repeats } from './columns.ts'
import { isEditable } from './editable.ts'
import { RowField } from './RowField.tsx'

const RowDrawer = lazy(() => import('./RowDrawer.tsx'))

/** The lines on a phone: a card each, with the subject of the row above its figures; a tap opens all of its fields. */
export default function LineCards({ store, lines, readOnly = false }: { store: RecordStore; lines: Lines; readOnly?: boolean }) {
  const keys = useKeys(store, lines.name)
  const errors = useErrors(store, lines.name)
  const [open, setOpen] = useState<string | null>(null)
  const id = store.value('id')
  const fields = gridFields(lines, id === undefined || id === null, store.rows(lines.name))
  const { fixed } = store.linesState(lines.name)
  const add = () => {
    const [key] = store.insert(lines.name, keys.length, [{}])
    if (key) setOpen(key)
  }
  return (
    <div className={classes.frame} data-lines={lines.name}>
      {keys.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.empty!}>
          {t(readOnly ? 'grid.emptyReadOnly' : 'grid.emptyTouch')}
        </Text>
      )}
      <ol className={classes.list} aria-label={label(lines.title)}>
        {keys.map((key, index) => (
          <LineCard
            key={key}
            {...{ store, lines, fields, readOnly, fixed, index }}
            rowKey={key}
            onOpen={() => setOpen(key)}
            onCopy={() => void store.duplicate(lines.name, key)}
            onRemove={() => store.remove(lines.name, new Set([key]))}
          />
        ))}
      </ol>
      {errors.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errors[0]}
        </Text>
      )}
      <Group justify="space-between">
        {!readOnly && !fixed ? (
          <Button variant="light" leftSection={<IconPlus size={16} />} disabled={keys.length >= lines.maxItems} onClick={add}>
            {t('grid.addLine')}
          </Button>
        ) : (
          <span />
        )}
        <Text size="xs" c="dimmed" className="tabular">
          {t('grid.lines', { count: keys.length })}
        </Text>
      </Group>
      {open && store.indexOf(lines.name, open) >= 0 && (
        <Suspense fallback={null}>
          <RowDrawer store={store} lines={lines} rowKey={open} readOnly={readOnly} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </div>
  )
}

function LineCard({
  store,
  lines,
  fields,
  rowKey,
  index,
  readOnly,
  fixed,
  onOpen,
  onCopy,
  onRemove,
}: {
  store: RecordStore
  lines: Lines
  fields: readonly Field[]
  rowKey: string
  index: number
  readOnly: boolean
  fixed: boolean
  onOpen: () => void
  onCopy: () => void
  onRemove: () => void
}) {
  const row = useRow(store, lines.name, rowKey)
  useErrorCount(store)
  const path = cellPath(lines.name, rowKey)
  const wrong = store.errorPaths.filter((other) => other === path || other.startsWith(`${path}/`))
  const states = store.cellStates(lines.name, rowKey)
  const text = (field: Field): string =>
    states[field.name]?.visible === false ? '' : displayText(field, row[field.name], field.refAs ? row[field.refAs] : undefined)
  const subject = calledBy(fields, (field) => text(field) !== '')
  const about = subject?.refAs && isRef(row[subject.refAs]) ? refLabel(row[subject.refAs]) : subject ? text(subject) : ''
  // Values already in the title, and optional zero figures, only make the card longer.
  const says = (field: Field): boolean => {
    const said = text(field)
    return said !== '' && !repeats(field, said, about) && (field.required || Number(row[field.name]) !== 0)
  }
  const typed = readOnly ? [] : fields.filter((field) => field.widget === 'card' && isEditable(field, states[field.name]))
  const others = fields.filter((field) => field !== subject && !typed.includes(field) && says(field))
  return (
    <li className={classes.card} data-error={wrong.length > 0 || undefined}>
      <div className={classes.body}>
        <button type="button" className={classes.open} onClick={onOpen}>
          <span className={classes.title}>
            <span className="tabular">{index + 1}.</span> {about || t('grid.line', { number: index + 1 })}
          </span>
          <span className={classes.pairs}>
            {others.map((field) => (
              <span key={field.name} className={classes.pair}>
                <span className={classes.name}>{label(field.title)}</span>
                <span className="tabular">{text(field)}</span>
              </span>
            ))}
          </span>
          {wrong.map((other) => (
            <span key={other} className={classes.error}>
              {store.errorsAt(other)[0]}
            </span>
          ))}
        </button>
        {typed.length > 0 && (
          <div className={classes.typed}>
            {typed.map((field) => (
              <RowField key={field.name} {...{ store, lines, rowKey, field, readOnly }} />
            ))}
          </div>
        )}
      </div>
      {!readOnly && !fixed && (
        <Menu position="bottom-end" withinPortal keepMounted={false} withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('grid.rowMenu', { number: index + 1 })}>
              <IconDots size={18} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopy size={14} />} onClick={onCopy}>
              {t('grid.duplicate')}
            </Menu.Item>
            <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={onRemove}>
              {t('grid.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  )
}
