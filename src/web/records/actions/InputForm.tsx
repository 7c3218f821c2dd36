import { Button, Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Field, Row } from '../../../engine/model/module.ts'
import type { EvalEnv } from '../../../engine/runtime/expressions/index.ts'
import { inputSchema } from '../../../engine/runtime/validation/input-schema.ts'
import { ApiError, errorDetail } from '../../api/errors.ts'
import type { Messages } from '../../fields/form/compiled.ts'
import { InputFields, type InputFieldsHandle } from '../../fields/form/InputFields.tsx'
import { t } from '../../fields/text.ts'
import { useInputs } from '../../fields/useInputs.ts'
import { useDialogHold } from '../../ui/dialogs/hold.ts'
import { sendOnCtrlEnter } from '../../ui/focus.ts'
import { prepareToasts } from '../../ui/toast.ts'
import { useEnv } from '../form/useEnv.ts'
import { defaultOf } from '../index/report-defaults.ts'
import type { Asked } from './asked.ts'

const NONE: Messages = {}

/** The value that a field begins with; nothing where it cannot be read here: the server fills it in. */
const initial = (field: Field, env: EvalEnv, record: Row | undefined): unknown => {
  try {
    return defaultOf(field, env, record)
  } catch {
    return null
  }
}

/** Whether a text was entered that would be missed: not one that the form began with. */
const isTyped = (input: readonly Field[], begun: Row, values: Row): boolean =>
  input.some(({ name }) => {
    const value = values[name]
    return typeof value === 'string' && value.trim() !== '' && value !== begun[name]
  })

type States = ReturnType<NonNullable<Asked<unknown>['states']>>

/** The states of the fields; none where a condition cannot be read here: the server has the last word. */
function conditionsOf(statesOf: Asked<unknown>['states'], values: Row, env: EvalEnv): States | undefined {
  try {
    return statesOf?.(values, env)
  } catch {
    return undefined
  }
}

/** Milliseconds without a change before the server is asked again. */
const SETTLE_MS = 300

/** What speaks against the action with these values; the last answer counts, and a failed one says nothing. */
function useAdvice(advise: Asked<unknown>['advise'], values: Row): ReactNode {
  const [advice, setAdvice] = useState<ReactNode>(null)
  // Compared by content: the values are a new object with every change of the form.
  const state = JSON.stringify(values)
  useEffect(() => {
    if (!advise) return
    let isCurrent = true
    const timer = setTimeout(() => {
      advise(JSON.parse(state) as Row).then(
        (answer) => isCurrent && setAdvice(answer ?? null),
        () => isCurrent && setAdvice(null),
      )
    }, SETTLE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [advise, state])
  return advice
}

/** The form shown before an action runs: a reason, a date. It stays open with the messages of a refusal. */
export default function InputForm<T>({
  title,
  message,
  note,
  advise,
  module,
  request,
  input,
  states: statesOf,
  record,
  given,
  tone,
  send,
  onCancel,
  onDone,
}: Asked<T> & { onCancel: () => void; onDone: (answer: T) => void }) {
  const fields = useRef<InputFieldsHandle>(null)
  useEffect(prepareToasts, [])
  const env = useEnv()
  const inputs = useInputs(() => ({
    ...Object.fromEntries(input.flatMap((field) => (field.default ? [[field.name, initial(field, env, record)]] : []))),
    ...given,
  }))
  const [begun] = useState(inputs.values)
  useDialogHold(isTyped(input, begun, inputs.values))
  const schema = useMemo(() => inputSchema(input), [input])
  const states = useMemo(() => conditionsOf(statesOf, inputs.values, env), [statesOf, inputs.values, env])
  const advice = useAdvice(advise, inputs.values)
  const [errors, setErrors] = useState(NONE)
  const [busy, setBusy] = useState(false)
  const clear = useCallback((name: string) => setErrors(({ [name]: _, ...others }) => others), [])
  const submit = async () => {
    setErrors(NONE)
    const { values, messages } = await fields.current!.ready()
    if (Object.keys(messages).length) return setErrors(messages)
    setBusy(true)
    try {
      // A value that was entered before its field was hidden is none.
      const hidden = conditionsOf(statesOf, values, env)
      onDone(await send(Object.fromEntries(Object.entries(values).filter(([name]) => hidden?.[name]?.visible !== false))))
    } catch (error) {
      const named = error instanceof ApiError ? error.errors : {}
      const first = input[0]!.name
      setErrors(Object.keys(named).length ? named : { [first]: [errorDetail(error)] })
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onKeyDown={sendOnCtrlEnter}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack>
        {message && <Text>{message}</Text>}
        {note && (
          <Text component="div" size="sm" c="dimmed">
            {note}
          </Text>
        )}
        {advice}
        <InputFields
          ref={fields}
          module={module}
          name={request}
          schema={schema}
          fields={input}
          states={states}
          inputs={inputs}
          errors={errors}
          onChange={clear}
          idPrefix="transition-"
          autoFocus
        />
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
