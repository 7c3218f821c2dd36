import { Text } from '@mantine/core'
import type { Field } from '../../../engine/model/module.ts'
import { label, t } from '../../fields/text.ts'
import type { RecordStore } from './store.ts'
import { useProposal } from './useStore.ts'

/** Tells that a field's value was proposed, and what it is, until the value is changed. */
export function ProposalNote({ store, field }: { readonly store: RecordStore; readonly field: Field }) {
  const why = useProposal(store, field.name)
  if (why === undefined || !store.value(field.name)) return null
  return (
    <Text size="xs" c="dimmed" mt={4} data-proposed={field.name} aria-live="polite">
      {why ? t('form.proposed', { what: label(why) }) : t('form.proposedPlain')}
    </Text>
  )
}
