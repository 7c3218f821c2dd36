import { Alert, Button, Drawer, Group, Loader, Stack } from '@mantine/core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Field, Module } from '../../engine/model/module.ts'
import { ApiError, errorDetail } from '../api/errors.ts'
import { sendOnCtrlEnter, useReturnFocus } from '../ui/focus.ts'
import type { FieldClient } from './client.ts'
import type { Messages } from './form/compiled.ts'
import { InputFields, type InputFieldsHandle } from './form/InputFields.tsx'
import type { Ref } from './ref.ts'
import { label, t } from './text.ts'
import { useInputs } from './useInputs.ts'

const NONE: Messages = {}

/** The fewest fields that make a record: required ones, and those that a picker shows. */
const asked = (module: Module): Field[] =>
  module.fields.filter(
    (field) => field.writable && (field.required || field.name === module.entity.name || field.name === 'code') && !field.default,
  )

/** Creates the record a picker did not have, in a drawer, and hands it back. */
export default function QuickCreate({
  client,
  module: name,
  typed,
  onClose,
  onCreated,
}: {
  client: FieldClient
  module: string
  typed: string
  onClose: () => void
  onCreated: (ref: Ref) => void
}) {
  useReturnFocus()
  const [module, setModule] = useState<Module | null>()
  const form = useRef<InputFieldsHandle>(null)
  const inputs = useInputs(() => ({}))
  const { set } = inputs
  const [errors, setErrors] = useState(NONE)
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    client.creatable(name).then(
      (module) => {
        setModule(module)
        if (module && typed) set(module.entity.name, typed)
      },
      (error: unknown) => {
        setModule(null)
        setFailure(errorDetail(error))
      },
    )
  }, [client, name, typed, set])
  const fields = useMemo(() => (module ? asked(module) : []), [module])
  const clear = useCallback((field: string) => setErrors(({ [field]: _, ...others }) => others), [])

  const save = async () => {
    setErrors(NONE)
    const { values, messages } = await form.current!.ready()
    if (Object.keys(messages).length) return setErrors(messages)
    setBusy(true)
    try {
      onCreated(await client.create(name, values))
      onClose()
    } catch (error) {
      setErrors(error instanceof ApiError ? error.errors : {})
      setFailure(errorDetail(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={module ? t('fields.newRecord', { name: label(module.singular) }) : t('fields.create')}
      closeButtonProps={{ 'aria-label': t('fields.close') }}
    >
      <form
        noValidate
        onKeyDown={sendOnCtrlEnter}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void save()
        }}
      >
        <Stack gap="sm">
          {module === undefined && <Loader size="sm" />}
          {module === null && <Alert color="yellow">{failure ?? t('fields.mayNotCreate')}</Alert>}
          {module && failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          {module && (
            <InputFields
              ref={form}
              module={module}
              name="record"
              schema={module.schema}
              fields={fields}
              inputs={inputs}
              errors={errors}
              onChange={clear}
              idPrefix={`quick-${name}-`}
              autoFocus
            />
          )}
          {module && (
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {t('fields.cancel')}
              </Button>
              <Button type="submit" loading={busy}>
                {t('fields.create')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Drawer>
  )
}
