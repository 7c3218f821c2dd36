import { Combobox, Group, Text } from '@mantine/core'
import { IconCheck, IconPlus } from '@tabler/icons-react'
import type { PickerDetail } from '../../../engine/model/field.ts'
import type { Row } from '../../../engine/model/module.ts'
import { formatValue } from '../../../engine/runtime/format/index.ts'
import classes from '../fields.module.css'
import { figureText } from '../numeric.ts'
import type { Ref } from '../ref.ts'
import { label } from '../text.ts'
import { refLabel } from '../types.ts'
import type { Choices } from '../useChoices.ts'
import { t } from './common.tsx'

/** Options of a picker: label first, distinguishing details beneath it, and `+ New` last. */
export function ChoiceList({
  choices,
  search,
  selected,
  details,
  figures,
  canCreate,
}: {
  choices: Choices
  search: string
  selected: (ref: Ref) => boolean
  /** Details of a record beneath its label. */
  details?: readonly PickerDetail[] | undefined
  /** Figures of a record, formatted. */
  figures?: ((ref: Ref) => readonly string[]) | undefined
  canCreate?: boolean
}) {
  return (
    <Combobox.Options aria-label={t('fields.choices')}>
      {choices.items.map((ref) => (
        <Combobox.Option key={ref.id} value={String(ref.id)} data-offer={ref.id} active={selected(ref)}>
          <Group gap="xs" wrap="nowrap">
            <div style={{ minWidth: 0, flex: 1 }}>
              <Text size="sm" lineClamp={2}>
                {refLabel(ref)}
              </Text>
              {secondLine(ref, details, figures?.(ref)) && (
                <Text size="xs" className={classes.choiceMore!} truncate>
                  {secondLine(ref, details, figures?.(ref))}
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
      {/* Not while the response is pending: it would be where the first choice is about to appear. */}
      {canCreate && (choices.settled || choices.failed) && (
        <Combobox.Option value="+" data-offer="+">
          <Group gap={6} className={classes.choiceCreate!}>
            <IconPlus size={14} aria-hidden />
            <Text size="sm">{search ? t('fields.createNamed', { search }) : t('fields.create')}</Text>
          </Group>
        </Combobox.Option>
      )}
    </Combobox.Options>
  )
}

const FIGURES: ReadonlySet<PickerDetail['type']> = new Set(['money', 'quantity', 'rate', 'percent', 'number', 'integer'])

/** A value of the record at a path, formatted; figures with their title. */
function detailText(ref: Ref, { path, title, type, scale, options }: PickerDetail): string | undefined {
  const value = path.split('.').reduce<unknown>((node, key) => (node as Row | null | undefined)?.[key], ref)
  if (value === null || value === undefined || value === '') return undefined
  const text = FIGURES.has(type) ? figureText(type, value, scale) : formatValue({ type, ...(options && { options }) }, value)
  return FIGURES.has(type) ? `${label(title)} ${text}` : text
}

/**
 * The code of a record whose label does not show it, else its name when the label is another text; and the details that
 * distinguish it.
 */
function secondLine(ref: Ref, details: readonly PickerDetail[] = [], figures: readonly string[] = []): string | undefined {
  const label = refLabel(ref)
  const code = typeof ref.code === 'string' && !label.includes(ref.code) ? ref.code : undefined
  const name = !label.includes(ref.name) ? ref.name : undefined
  const closed = (ref as { is_closed?: unknown }).is_closed === true ? t('fields.closed') : undefined
  return [code, name, ...details.map((detail) => detailText(ref, detail)), ...figures, closed].filter(Boolean).join(' · ') || undefined
}
