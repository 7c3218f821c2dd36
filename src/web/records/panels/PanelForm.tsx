import { Alert, Button, Group } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import type { Module, Panel, Row } from '../../../engine/model/module.ts'
import { defaults } from '../../../engine/runtime/compute/index.ts'
import { post, put } from '../../api/client.ts'
import { ApiError, errorDetail } from '../../api/errors.ts'
import { settled } from '../../fields/lookups.ts'
import { t } from '../../fields/text.ts'
import { toastError } from '../../ui/toast.ts'
import { calculatorFor } from '../form/calculator.ts'
import { RecordForm } from '../form/RecordForm.tsx'
import { RecordStore } from '../form/store.ts'
import { useEnv } from '../form/useEnv.ts'
import { checkRecord } from '../form/useSave.ts'

/** The child's form without what ties it to its owner: that is given, not asked. */
export const withoutOwner = (module: Module, panel: Panel): Module =>
  placed(module, (name) => !(name in panel.where) && name !== panel.default)

/** The module with a form of the chosen fields only. */
function placed(module: Module, chosen: (name: string) => boolean): Module {
  return {
    ...module,
    form: {
      ...module.form,
      tabs: module.form.tabs.map((tab) => ({
        ...tab,
        sections: tab.sections
          .map((section) => ({ ...section, fields: section.fields.filter(chosen) }))
          .filter((section) => section.fields.length > 0),
      })),
    },
  }
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A child record to read: everything that it says, also what the table has no column for. */
export function PanelRecord({ module, row }: { module: Module; row: Row }) {
  const [store] = useState(() => new RecordStore(module, row))
  const idPrefix = `${useId()}-`
  const context = useMemo(() => ({ store, mode: 'view' as const, editable: [], idPrefix }), [store, idPrefix])
  const shown = useMemo(() => placed(module, (name) => !isEmpty(row[name])), [module, row])
  return <RecordForm module={shown} context={context} />
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
  // Fields that the system sets on saving are not shown before.
  const asked = useMemo(
    () => (row ? module : placed(module, (name) => module.field[name]?.writable !== false || !!module.field[name].computed)),
    [module, row],
  )
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const context = useMemo(
    () => ({ store, mode: row ? ('edit' as const) : ('new' as const), editable: '*' as const, idPrefix }),
    [store, row, idPrefix],
  )

  const save = async () => {
    await settled()
    const messages = await checkRecord(module, store)
    store.setErrors(messages)
    setRefusal(undefined)
    if (Object.keys({ ...messages, ...store.entries.unresolved() }).length) return
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
      <RecordForm module={asked} context={context} />
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
