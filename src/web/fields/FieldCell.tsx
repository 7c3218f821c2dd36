import { ActionIcon, Popover, Text } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Field } from '../../engine/model/module.ts'
import classes from './fields.module.css'
import { isWide } from './registry.tsx'
import { label, t } from './text.ts'

/** The place of a field's input in a form, with its help and a note below it. */
export const FieldCell = ({ field, note, children }: { field: Field; note?: ReactNode; children: ReactNode }) => (
  <div
    className={classes.cell}
    data-wide={isWide(field.type) || undefined}
    data-switch={field.type === 'boolean' || undefined}
    data-field={field.name}
  >
    {field.help && <Help text={label(field.help)} title={label(field.title)} />}
    {children}
    {note}
  </div>
)

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
