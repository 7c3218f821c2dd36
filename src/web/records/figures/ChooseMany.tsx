import { MultiSelect, Pill } from '@mantine/core'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Exchange } from './exchange.ts'
import type { Section } from './fields.ts'
import styles from './figures.module.css'
import { t } from './text.ts'

interface Props {
  label: string
  sections: readonly Section[]
  value: readonly string[]
  most: number
  onChange: (value: string[]) => void
  exchange?: Exchange
}

/** Several groupings or figures, in an order that dragging and Alt with the arrow keys change. */
export const ChooseMany = ({ label, sections, value, most, onChange, exchange }: Props) => {
  const [isOver, setOver] = useState(false)
  const moved = useRef<{ readonly order: string; readonly pill: string; readonly list: Element | null }>(undefined)
  useEffect(() => {
    if (moved.current?.order !== value.join()) return
    moved.current.list?.querySelector<HTMLElement>(`[data-choice="${CSS.escape(moved.current.pill)}"]`)?.focus()
    moved.current = undefined
  })
  const dropping = exchange && {
    onDragOver: (event: DragEvent) => {
      if (!exchange.isOpen) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false),
    onDropCapture: (event: DragEvent) => {
      setOver(false)
      if (!exchange.isOpen) return
      event.preventDefault()
      event.stopPropagation()
      exchange.onDrop()
    },
    'data-over': (isOver && exchange.isOpen) || undefined,
  }
  const keysOf =
    (name: string, reorder: ((event: KeyboardEvent<HTMLElement>) => void) | undefined) => (event: KeyboardEvent<HTMLElement>) => {
      const remaining = value.filter((other) => other !== name)
      const place = value.indexOf(name)
      if (event.target !== event.currentTarget) return
      if (event.key === 'Delete' || event.key === 'Backspace') {
        event.preventDefault()
        onChange(remaining)
      } else if (event.altKey && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
        const forward = event.key === 'ArrowRight'
        const next = forward ? place + 1 : place - 1
        if (next < 0 || next > remaining.length) exchange?.onLeave(name, forward)
        else {
          const order = remaining.toSpliced(next, 0, name)
          moved.current = { order: order.join(), pill: name, list: event.currentTarget.parentElement }
          onChange(order)
        }
      } else return reorder?.(event)
      // Alt with the left arrow is the way back of the browser.
      event.preventDefault()
      event.stopPropagation()
    }
  return (
    <MultiSelect
      className={`${styles.choice} ${styles.several}`}
      label={label}
      data={[...sections]}
      value={[...value]}
      onChange={onChange}
      maxValues={most}
      searchable
      selectFirstOptionOnChange
      withScrollArea={false}
      classNames={{ options: styles.options! }}
      hidePickedOptions
      size="xs"
      comboboxProps={{ width: 280, position: 'bottom-start' }}
      withPillsReorder
      {...(dropping && { wrapperProps: dropping })}
      renderPill={({ option, value: name, onRemove, reorderProps }) => (
        <Pill
          {...reorderProps}
          title={t('figures.movable')}
          data-choice={name}
          withRemoveButton
          {...(onRemove && { onRemove })}
          onDragStart={(event) => {
            reorderProps?.onDragStart?.(event)
            exchange?.onDrag(name)
          }}
          onDragEnd={(event) => {
            reorderProps?.onDragEnd?.(event)
            exchange?.onDrag(undefined)
          }}
          onKeyDown={keysOf(String(name), reorderProps?.onKeyDown)}
        >
          {option.label}
        </Pill>
      )}
    />
  )
}
