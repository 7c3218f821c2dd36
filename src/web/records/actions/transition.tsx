import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Field, Module, Row, Transition } from '../../../engine/module.ts'
import { post } from '../../api/client.ts'
import { ApiError, errorDetail } from '../../api/errors.ts'
import type { RecordRow } from '../../api/types.ts'
import { inputFor } from '../../fields/registry.tsx'
import { label, t } from '../../fields/text.ts'
import { dialogs } from '../../shell/dialogs/index.ts'

/**
 * Runs a transition: asks for its input or its confirmation first, then calls the server. Null when the
 * person thought better of it; throws what the server refused outside the input form.
 */
export async function runTransition(module: Module, transition: Transition, id: number): Promise<RecordRow | null> {
  const send = (input: Row) => post<RecordRow>(`${module.name}/${id}/${transition.name}`, input)
  if (transition.input.length) {
    return (
      (await dialogs.modal<RecordRow>({ title: `${label(transition.title)} ${label(module.singular)}`, width: 520 }, (close) => (
        <InputForm {...transition} title={label(transition.title)} send={send} onCancel={() => close()} onDone={close} />
      ))) ?? null
    )
  }
  const { confirm } = transition
  if (
    confirm &&
    !(await dialogs[confirm.kind]({
      title: label(transition.title),
      confirm: label(transition.title),
      ...(confirm.message && { message: label(confirm.message) }),
    }))
  )
    return null
  return send({})
}

/** The form asked before something runs: a reason, a date. Refusals stay in it. */
export function InputForm<T>({
  title,
  input,
  tone,
  send,
  onCancel,
  onDone,
}: {
  title: string
  input: readonly Field[]
  tone?: Transition['tone']
  send: (input: Row) => Promise<T>
  onCancel: () => void
  onDone: (answer: T) => void
}) {
  const [values, setValues] = useState<Row>(() =>
    Object.fromEntries(input.flatMap((field) => (field.default && 'value' in field.default ? [[field.name, field.default.value]] : []))),
  )
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const wrong = Object.fromEntries(
      input.flatMap((field) => {
        const value = values[field.name]
        const empty = value === null || value === undefined || value === ''
        const short = typeof field.schema.minLength === 'number' && String(value ?? '').length < field.schema.minLength
        if (field.required && empty) return [[field.name, [t('fields.required')]]]
        return !empty && short ? [[field.name, [t('fields.tooShort', { count: Number(field.schema.minLength) })]]] : []
      }),
    )
    setErrors(wrong)
    if (Object.keys(wrong).length) return
    setBusy(true)
    try {
      onDone(await send(values))
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
              onChange={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
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
