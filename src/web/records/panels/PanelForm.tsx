import { Alert, Button, Group } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { defaults } from '../../../engine/compute/index.ts'
import type { Module, Panel, Row } from '../../../engine/module.ts'
import { post, put } from '../../api/client.ts'
import { ApiError, errorDetail } from '../../api/errors.ts'
import { settled } from '../../fields/lookups.ts'
import { t } from '../../fields/text.ts'
import { toastError } from '../../shell/toast.ts'
import { calculatorFor } from '../form/calculator.ts'
import { RecordForm } from '../form/RecordForm.tsx'
import { RecordStore } from '../form/store.ts'
import { useEnv } from '../form/useEnv.ts'
import { loadValidator, validateRecord } from '../form/validator.ts'

/** The child's form without what ties it to its owner: that is given, not asked. */
export function withoutOwner(module: Module, panel: Panel): Module {
  const asked = (name: string) => !(name in panel.where) && name !== panel.default
  return {
    ...module,
    form: {
      ...module.form,
      tabs: module.form.tabs.map((tab) => ({
        ...tab,
        sections: tab.sections
          .map((section) => ({ ...section, fields: section.fields.filter(asked) }))
          .filter((section) => section.fields.length > 0),
      })),
    },
  }
}

/** A child record being added or changed through its owner. `path`: `supplier/7/address`. */
export function PanelForm({
  path,
  module,
  owner,
  row,
  close,
}: {
  path: string
  module: Module
  owner: Row
  row?: Row
  close: (saved?: Row) => void
}) {
  const env = useEnv(module.lookups)
  const idPrefix = `${useId()}-`
  const [store] = useState(() => {
    const created = new RecordStore(module, row ?? {}, calculatorFor(module, env))
    if (!row) created.load({ ...defaults(module, env), ...owner }, { compute: true })
    return created
  })
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const context = useMemo(
    () => ({ store, mode: row ? ('edit' as const) : ('new' as const), editable: '*' as const, idPrefix }),
    [store, row, idPrefix],
  )

  const save = async () => {
    if (!(await settled())) return
    const messages = validateRecord(module, store, await loadValidator(module.hash))
    store.setErrors(messages)
    setRefusal(undefined)
    if (Object.keys(messages).length) return
    setBusy(true)
    try {
      const values = store.snapshot()
      close(row ? await put<Row>(`${path}/${String(row.id)}`, { ...values, version: row.version }) : await post<Row>(path, values))
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length) store.setErrors(error.errors)
      if (error instanceof ApiError && error.status < 500) setRefusal(errorDetail(error))
      else toastError(error)
      setBusy(false)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {refusal && (
        <Alert color="red" mb="md" role="alert">
          {refusal}
        </Alert>
      )}
      <RecordForm module={module} context={context} />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={() => close()}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t('form.save')}
        </Button>
      </Group>
    </form>
  )
}
