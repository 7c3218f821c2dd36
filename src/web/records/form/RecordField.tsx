import { ActionIcon, Popover, Text } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { Field } from '../../../engine/model/module.ts'
import { ReadField } from '../../fields/FieldValue.tsx'
import classes from '../../fields/fields.module.css'
import { inputFor, isWide } from '../../fields/registry.tsx'
import { label, t } from '../../fields/text.ts'
import type { RecordStore } from './store.ts'
import { useErrors, useFieldState, useValue } from './useStore.ts'

/** What the form hands to its RJSF fields. */
export interface RecordContext {
  readonly store: RecordStore
  readonly mode: 'new' | 'edit' | 'view'
  /** Fields that the record's state lets the user change; `*` for all. */
  readonly editable: '*' | readonly string[]
  readonly idPrefix: string
  /** Only this tab of the form is drawn; its title stands elsewhere. */
  readonly tab?: number
  /** Saves one tab by its own call, where the module's tabs are saved by themselves. */
  readonly saveTab?: ((section: string) => void) | undefined
  readonly busy?: boolean
}

/** A header field: draws itself from the store, so that RJSF's tree is not rendered while the user types. */
export function RecordField({ field, context }: { field: Field; context: RecordContext }) {
  const { store, mode, editable, idPrefix } = context
  const value = useValue(store, field.name)
  const state = useFieldState(store, field)
  const errors = useErrors(store, field.name)
  const around = useMemo(() => ({ value: (name: string) => store.value(name.replace(/^parent\./, '')) }), [store])
  // A password is set, and never read.
  if (!state.visible || (mode === 'view' && field.type === 'password')) return null
  const resolved = store.resolved(field)
  // What this state of the record closes for good is read, not asked; what another field closes may open again.
  const closed = editable !== '*' && !editable.includes(field.name)
  if (mode === 'view' || closed || field.computed || !field.writable) {
    return <ReadField field={field} value={value} resolved={resolved} />
  }
  const Input = inputFor(field.type)
  return (
    <div
      className={classes.cell}
      data-wide={isWide(field.type) || undefined}
      data-switch={field.type === 'boolean' || undefined}
      data-field={field.name}
    >
      {field.help && <Help text={label(field.help)} title={label(field.title)} />}
      <Input
        id={`${idPrefix}${field.name}`}
        field={field}
        value={value}
        resolved={resolved}
        required={state.required && !state.readonly}
        readOnly={state.readonly}
        error={errors[0]}
        around={around}
        onChange={(next, ref) => store.set(field.name, next, ref)}
        entry={store.entries.at(field.name)}
      />
    </div>
  )
}

function Help({ text, title }: { text: string; title: string }) {
  return (
    <Popover width={280} withArrow position="top-end">
      <Popover.Target>
        <ActionIcon
          className={classes.help}
          variant="subtle"
          color="gray"
          size="xs"
          tabIndex={0}
          aria-label={t('fields.helpOn', { name: title })}
        >
          <IconHelpCircle size={14} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm">{text}</Text>
      </Popover.Dropdown>
    </Popover>
  )
}
