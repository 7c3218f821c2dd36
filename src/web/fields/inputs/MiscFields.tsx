import { ColorInput, Group, Input, NumberInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { InputProps } from '../types.ts'
import { t, textOf, wrapperProps } from './common.tsx'

/** A colour as `#rrggbb`. */
export function ColorField(props: InputProps) {
  return (
    <ColorInput
      {...wrapperProps(props)}
      value={textOf(props.value)}
      format="hex"
      eyeDropperButtonProps={{ 'aria-label': t('fields.pickColor') }}
      onChange={(value) => props.onChange(value || null)}
      onBlur={props.onBlur}
    />
  )
}

/** Anything that JSON can say; checked when the box is left. */
export function JsonField(props: InputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const wrapper = wrapperProps(props)
  return (
    <Textarea
      {...wrapper}
      error={problem ?? wrapper.error}
      value={draft ?? (props.value === null || props.value === undefined ? '' : JSON.stringify(props.value, null, 2))}
      autosize
      minRows={2}
      maxRows={14}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={() => {
        if (draft !== null) {
          try {
            props.onChange(draft.trim() === '' ? null : JSON.parse(draft))
            setDraft(null)
            setProblem(undefined)
          } catch {
            setProblem(t('fields.invalidJson'))
          }
        }
        props.onBlur?.()
      }}
    />
  )
}

interface Point {
  latitude?: number | null
  longitude?: number | null
  radius?: number | null
}

/** A place on the map in decimal degrees; a geofence adds a radius in metres. */
export function GeoField(props: InputProps) {
  const point = (props.value ?? {}) as Point
  const set = (change: Point) => {
    const next = { ...point, ...change }
    props.onChange(Object.values(next).some((part) => typeof part === 'number') ? next : null)
  }
  const { id, label, description, error, withAsterisk } = wrapperProps(props)
  const parts = [
    { key: 'latitude', text: t('fields.latitude'), min: -90, max: 90 },
    { key: 'longitude', text: t('fields.longitude'), min: -180, max: 180 },
    ...(props.field.type === 'geofence' ? [{ key: 'radius', text: t('fields.radius'), min: 1, max: 100_000 } as const] : []),
  ] as const
  return (
    <Input.Wrapper {...{ label, description, error, withAsterisk }} labelElement="div" role="group" aria-label={textOf(label)}>
      <Group grow gap="xs" wrap="nowrap">
        {parts.map(({ key, text, min, max }, index) => (
          <NumberInput
            key={key}
            id={index === 0 ? id : `${id}-${key}`}
            aria-label={text}
            placeholder={text}
            value={point[key] ?? ''}
            min={min}
            max={max}
            decimalScale={6}
            hideControls
            disabled={props.disabled}
            readOnly={props.readOnly}
            classNames={{ input: 'tabular' }}
            onChange={(value) => set({ [key]: value === '' ? null : Number(value) })}
            onBlur={props.onBlur}
          />
        ))}
      </Group>
    </Input.Wrapper>
  )
}
