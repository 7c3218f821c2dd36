import { Alert, Button, Drawer, Group, Loader, Stack } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import type { Field, Module } from '../../engine/model/module.ts'
import { ApiError, errorDetail } from '../api/errors.ts'
import type { FieldClient } from './client.ts'
import { inputFor } from './registry.tsx'
import { label, t } from './text.ts'
import type { Ref } from './types.ts'
import { useInputs } from './useInputs.ts'

/** The fewest fields that make a record: what is required, and what a picker shows. */
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
  const [module, setModule] = useState<Module | null>()
  const { values, set, entryOf, ready } = useInputs(() => ({}))
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({})
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    client.creatable(name).then(
      (found) => {
        setModule(found)
        if (found && typed) set(found.entity.name, typed)
      },
      (error: unknown) => {
        setModule(null)
        setFailure(errorDetail(error))
      },
    )
  }, [client, name, typed, set])
  const fields = useMemo(() => (module ? asked(module) : []), [module])
  const around = useMemo(() => ({ value: (field: string) => values[field] }), [values])

  const save = async () => {
    const { values: sent, unresolved } = await ready()
    const missing = fields.filter((field) => field.required && (sent[field.name] ?? '') === '')
    const wrong = { ...Object.fromEntries(missing.map((field) => [field.name, [t('fields.required')]])), ...unresolved }
    if (Object.keys(wrong).length) return setErrors(wrong)
    setBusy(true)
    try {
      onCreated(await client.create(name, sent))
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
          {fields.map((field) => {
            const Input = inputFor(field.type)
            return (
              <Input
                key={field.name}
                id={`quick-${name}-${field.name}`}
                field={field}
                value={values[field.name]}
                required={field.required}
                error={errors[field.name]?.[0]}
                around={around}
                entry={entryOf(field.name)}
                onChange={(value) => {
                  set(field.name, value)
                  setErrors((before) => ({ ...before, [field.name]: [] }))
                }}
              />
            )
          })}
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
