import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { makeField } from '../../../engine/model/make-field.ts'
import type { Field, Source } from '../../../engine/model/module.ts'
import { ReferencesField } from '../../fields/inputs/ReferencesField.tsx'
import type { Ref } from '../../fields/ref.ts'
import { label, t } from '../../fields/text.ts'
import { isRef } from '../../fields/types.ts'
import { words } from '../../i18n/words.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import type { RecordStore } from './store.ts'

/** Records picked, by id and as references. */
interface Picked {
  readonly ids: readonly number[]
  readonly refs: readonly Ref[]
}

/** The field that names the source: of the document or, where only its lines do, of these. */
function namingField(source: Source, { shape }: Pick<RecordStore, 'shape'>): Field | undefined {
  if (source.field) return shape.field[source.field]
  for (const lines of shape.lines) {
    const link = lines.field[source.lines[lines.name]?.link ?? '']
    if (link?.to === source.module) return link
  }
  return undefined
}

/** Asks for the source records of a new document; the field that names the source brings its filter and its value. */
export async function pickSource(source: Source, store: RecordStore): Promise<Picked | undefined> {
  const linked = namingField(source, store)
  const field = makeField('source', 'references', t('form.createFrom'), {
    required: true,
    to: source.module,
    ...(linked?.filter && { filter: linked.filter }),
    ...(linked?.offered && { offered: linked.offered }),
    ...(linked?.picker && { picker: linked.picker }),
  })
  return dialogs.modal<Picked>({ title: t('form.pickFrom', { name: label(words(source.module)).toLowerCase() }), width: 560 }, (close) => (
    <Picker field={field} store={store} source={source} close={close} />
  ))
}

function Picker({ field, store, source, close }: { field: Field; store: RecordStore; source: Source; close: (picked?: Picked) => void }) {
  const many = source.many || !source.field
  const linked = source.field ? store.shape.field[source.field] : undefined
  const held = linked ? [store.resolved(linked)].flat().filter(isRef) : []
  const [refs, setRefs] = useState<readonly Ref[]>(held)
  const [ids, setIds] = useState<readonly number[]>(held.map((ref) => ref.id))
  return (
    <Stack>
      <ReferencesField
        id="source-picker"
        field={field}
        value={ids}
        resolved={refs}
        required
        around={{ value: (name) => store.value(name.replace(/^parent\./, '')) }}
        onChange={(value, ref) => {
          const chosen = (value as number[]).slice(many ? 0 : -1)
          setIds(chosen)
          setRefs(
            [ref]
              .flat()
              .filter(isRef)
              .slice(many ? 0 : -1),
          )
        }}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => close()}>
          {t('form.cancel')}
        </Button>
        <Button disabled={ids.length === 0} onClick={() => close({ ids, refs })}>
          {t('form.use')}
        </Button>
      </Group>
    </Stack>
  )
}
