import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError, errorDetail } from '../../api/errors.ts'
import { inputFor } from '../../fields/registry.tsx'
import { t } from '../../fields/text.ts'
import { useInputs } from '../../fields/useInputs.ts'
import type { Asked } from './askInput.tsx'

/** The form asked before something runs: a reason, a date. Refusals stay in it. */
export default function InputForm<T>({
  title,
  message,
  note,
  input,
  tone,
  send,
  onCancel,
  onDone,
}: Asked<T> & { onCancel: () => void; onDone: (answer: T) => void }) {
  const { values, set, entryOf, ready } = useInputs(() =>
    Object.fromEntries(input.flatMap((field) => (field.default && 'value' in field.default ? [[field.name, field.default.value]] : []))),
  )
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const { values: sent, unresolved } = await ready()
    const wrong: Record<string, string[]> = Object.fromEntries(
      input.flatMap((field) => {
        const value = sent[field.name]
        const empty = value === null || value === undefined || value === ''
        const short = typeof field.schema.minLength === 'number' && String(value ?? '').length < field.schema.minLength
        if (field.required && empty) return [[field.name, [t('fields.required')]]]
        return !empty && short ? [[field.name, [t('fields.tooShort', { count: Number(field.schema.minLength) })]]] : []
      }),
    )
    // Over "required": the text that stands there is what is wrong.
    Object.assign(wrong, unresolved)
    setErrors(wrong)
    if (Object.keys(wrong).length) return
    setBusy(true)
    try {
      onDone(await send(sent))
    } catch (error) {
      const named = error instanceof ApiError ? error.errors : {}
      const first = input[0]!.name
      setErrors(Object.keys(named).length ? named : { [first]: [errorDetail(error)] })
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack>
        {message && <Text>{message}</Text>}
        {note && (
          <Text component="div" size="sm" c="dimmed" className="tabular">
            {note}
          </Text>
        )}
        {input.map((field, index) => {
          const Input = inputFor(field.type)
          return (
            <Input
              key={field.name}
              id={`transition-${field.name}`}
              field={field}
              value={values[field.name]}
              required={field.required}
              error={errors[field.name]?.[0]}
              autoFocus={index === 0}
              entry={entryOf(field.name)}
              onChange={(value) => set(field.name, value)}
            />
          )
        })}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" loading={busy} color={tone === 'danger' ? 'red' : undefined}>
            {title}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
