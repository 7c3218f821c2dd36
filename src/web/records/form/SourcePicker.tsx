import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { bareField } from '../../../engine/bare-field.ts'
import type { Field, Source } from '../../../engine/module.ts'
import { ReferencesField } from '../../fields/inputs/ReferencesField.tsx'
import { t } from '../../fields/text.ts'
import { dialogs } from '../../shell/dialogs/index.ts'
import type { RecordStore } from './store.ts'

/** Asks which records a new document is created from; the field that names the source brings its filter. */
export async function pickSource(source: Source, store: RecordStore): Promise<readonly number[] | undefined> {
  const linked = source.field ? store.shape.field[source.field] : undefined
  const field = bareField('source', 'references', t('form.createFrom'), {
    required: true,
    to: source.module,
    ...(linked?.filter && { filter: linked.filter }),
  })
  return dialogs.modal<readonly number[]>({ title: t('form.pick'), width: 560 }, (close) => (
    <Picker field={field} store={store} many={source.many} close={close} />
  ))
}

function Picker({
  field,
  store,
  many,
  close,
}: {
  field: Field
  store: RecordStore
  many: boolean
  close: (ids?: readonly number[]) => void
}) {
  const [ids, setIds] = useState<readonly number[]>([])
  const [refs, setRefs] = useState<unknown>([])
  return (
    <Stack>
      <ReferencesField
        id="source-picker"
        field={field}
        value={ids}
        resolved={refs}
        required
        around={{ value: (name) => store.value(name) }}
        onChange={(value, ref) => {
          const chosen = (value as number[]).slice(many ? 0 : -1)
          setIds(chosen)
          setRefs(Array.isArray(ref) ? ref.slice(many ? 0 : -1) : [])
        }}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => close()}>
          {t('form.cancel')}
        </Button>
        <Button disabled={ids.length === 0} onClick={() => close(ids)}>
          {t('form.use')}
        </Button>
      </Group>
    </Stack>
  )
}
