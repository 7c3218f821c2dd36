import { Combobox, Group, Text } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import { type Ref, refLabel } from '../types.ts'
import type { Choices } from '../useChoices.ts'
import { t } from './common.tsx'

/** Options of a picker: label first, what else tells two of them apart beneath it, and `+ New` last. */
export function ChoiceList({
  choices,
  search,
  selected,
  canCreate,
}: {
  choices: Choices
  search: string
  selected: (ref: Ref) => boolean
  canCreate?: boolean
}) {
  return (
    <Combobox.Options aria-label={t('fields.choices')}>
      {choices.items.map((ref) => (
        <Combobox.Option key={ref.id} value={String(ref.id)} data-offer={ref.id} active={selected(ref)}>
          <Group gap="xs" wrap="nowrap">
            <div style={{ minWidth: 0, flex: 1 }}>
              <Text size="sm" truncate>
                {refLabel(ref)}
              </Text>
              {secondLine(ref) && (
                <Text size="xs" c="dimmed" truncate>
                  {secondLine(ref)}
                </Text>
              )}
            </div>
            {selected(ref) && <IconCheck size={14} aria-hidden />}
          </Group>
        </Combobox.Option>
      ))}
      {choices.loading && choices.items.length === 0 && <Combobox.Empty>{t('fields.loading')}</Combobox.Empty>}
      {choices.failed && <Combobox.Empty>{t('fields.choicesFailed')}</Combobox.Empty>}
      {!choices.loading && !choices.failed && choices.items.length === 0 && (
        <Combobox.Empty>{search ? t('fields.nothingFound', { search }) : t('fields.noChoices')}</Combobox.Empty>
      )}
      {/* Not while the answer to the text is under way: it would stand where the first choice is about to appear. */}
      {canCreate && (!search || choices.settled || choices.failed) && (
        <Combobox.Option value="+" data-offer="+">
          <Group gap={6} c="var(--accent-text)">
            <IconPlus size={14} aria-hidden />
            <Text size="sm">{search ? t('fields.createNamed', { search }) : t('fields.create')}</Text>
          </Group>
        </Combobox.Option>
      )}
    </Combobox.Options>
  )
}

/** The code of a record whose label does not show it, else its name when the label is something else. */
function secondLine(ref: Ref): string | undefined {
  const label = refLabel(ref)
  const code = typeof ref.code === 'string' && !label.includes(ref.code) ? ref.code : undefined
  const name = !label.includes(ref.name) ? ref.name : undefined
  return [code, name].filter(Boolean).join(' · ') || undefined
}
