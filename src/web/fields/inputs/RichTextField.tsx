import { ActionIcon, Group, Input } from '@mantine/core'
import { IconBold, IconItalic, IconList, IconListNumbers, IconUnderline } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import classes from '../fields.module.css'
import { sanitizeHtml } from '../sanitize.ts'
import type { InputProps } from '../types.ts'
import { t, textOf, wrapperProps } from './common.tsx'

const COMMANDS = [
  { command: 'bold', icon: IconBold, key: 'fields.bold' },
  { command: 'italic', icon: IconItalic, key: 'fields.italic' },
  { command: 'underline', icon: IconUnderline, key: 'fields.underline' },
  { command: 'insertUnorderedList', icon: IconList, key: 'fields.bullets' },
  { command: 'insertOrderedList', icon: IconListNumbers, key: 'fields.numbers' },
] as const

/** Text with bold, italics, underline and lists. What is pasted or loaded passes the same allow-list of tags. */
export function RichTextField(props: InputProps) {
  const box = useRef<HTMLDivElement>(null)
  const html = textOf(props.value)
  useEffect(() => {
    const element = box.current
    if (element && document.activeElement !== element && element.innerHTML !== html) element.innerHTML = sanitizeHtml(html)
  }, [html])
  const locked = Boolean(props.readOnly || props.disabled)
  const { id, label, description, error, withAsterisk } = wrapperProps(props)
  return (
    <Input.Wrapper {...{ label, description, error, withAsterisk }} labelElement="div">
      <div className={classes.rich} data-error={Boolean(error) || undefined} data-disabled={props.disabled || undefined}>
        {!locked && (
          <Group gap={2} className={classes.richBar} role="toolbar" aria-label={t('fields.format')}>
            {COMMANDS.map(({ command, icon: Icon, key }) => (
              <ActionIcon
                key={command}
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={t(key)}
                onMouseDown={(event) => {
                  event.preventDefault()
                  box.current?.focus()
                  document.execCommand(command)
                }}
              >
                <Icon size={15} stroke={1.8} />
              </ActionIcon>
            ))}
          </Group>
        )}
        <div
          id={id}
          ref={box}
          role="textbox"
          tabIndex={0}
          aria-multiline
          aria-label={textOf(label)}
          aria-readonly={locked}
          contentEditable={!locked}
          suppressContentEditableWarning
          className={classes.richText}
          onInput={(event) => {
            const text = sanitizeHtml(event.currentTarget.innerHTML)
            props.onChange(event.currentTarget.textContent?.trim() ? text : null)
          }}
          onPaste={(event) => {
            event.preventDefault()
            document.execCommand('insertText', false, event.clipboardData.getData('text/plain'))
          }}
          onBlur={props.onBlur}
        />
      </div>
    </Input.Wrapper>
  )
}
