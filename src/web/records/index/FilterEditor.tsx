import { Button, Checkbox, Group, Loader, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { dropdownQuery } from '../../api/queries.ts'
import { DateField } from '../../fields/inputs/DateFields.tsx'
import { NumericField } from '../../fields/inputs/NumericField.tsx'
import { label, t } from '../../i18n/index.ts'
import styles from './FilterEditor.module.css'
import type { FilterField } from './filter-fields.ts'
import { periods } from './periods.ts'
import type { Conditions } from './url-state.ts'

type Change = (conditions: Conditions) => void
interface Props {
  filter: FilterField
  conditions: Conditions
  /** The present choice; undefined: not to be applied. */
  onDraft: (conditions: Conditions | undefined) => void
  onApply: Change
}
interface EditorProps {
  filter: FilterField
  draft: Conditions
  setDraft: Change
  apply: Change
}

const DEBOUNCE_MS = 150
const CHOICES = 12

const listOf = ({ in: many, eq }: Conditions): string[] => (many ?? eq ?? '').split(',').filter(Boolean)
const asList = (values: readonly string[]): Conditions =>
  values.length === 0 ? {} : values.length === 1 ? { eq: values[0]! } : { in: values.join(',') }

const Choices = ({ filter, draft, setDraft }: EditorProps) => {
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const shown = filter.options.filter((option) => label(option.label).toLowerCase().includes(words))
  return (
    <Stack gap={8}>
      {filter.options.length > CHOICES && (
        <TextInput
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('list.search')}
          aria-label={t('list.search')}
        />
      )}
      <Checkbox.Group value={listOf(draft)} onChange={(values) => setDraft(asList(values))} aria-label={label(filter.title)}>
        <Stack gap={8} className={styles.choices!}>
          {shown.length === 0 && <span className={styles.nothing}>{t('filter.nothing')}</span>}
          {shown.map((option) => (
            <Checkbox key={option.value} value={option.value} label={label(option.label)} size="sm" />
          ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  )
}

const YesNo = ({ apply }: EditorProps) => (
  <Group gap="xs" grow>
    <Button variant="default" onClick={() => apply({ eq: 'true' })}>
      {t('list.yes')}
    </Button>
    <Button variant="default" onClick={() => apply({ eq: 'false' })}>
      {t('list.no')}
    </Button>
  </Group>
)

const References = ({ filter, draft, setDraft }: EditorProps) => {
  const [search, setSearch] = useState('')
  const [debounced] = useDebouncedValue(search, DEBOUNCE_MS)
  const choices = useQuery(dropdownQuery(filter.field.to ?? '', { search: debounced, limit: CHOICES, window: 'all' }))
  const chosen = listOf(draft)
  return (
    <Stack gap={8}>
      <TextInput
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t('list.search')}
        aria-label={t('list.search')}
        rightSection={choices.isFetching && <Loader size={14} />}
      />
      <Checkbox.Group value={chosen} onChange={(values) => setDraft(asList(values))} aria-label={label(filter.title)}>
        <Stack gap={8} className={styles.choices!}>
          {choices.data?.length === 0 && <span className={styles.nothing}>{t('filter.nothing')}</span>}
          {choices.data?.map((row) => (
            <Checkbox key={String(row.id)} value={String(row.id)} label={String(row.name ?? row.label)} size="sm" />
          ))}
        </Stack>
      </Checkbox.Group>
    </Stack>
  )
}

const withBound = (draft: Conditions, bound: 'gte' | 'lte', value: unknown): Conditions => {
  const { gte, lte } = draft
  return {
    ...(gte && { gte }),
    ...(lte && { lte }),
    [bound]: value === null || value === undefined ? '' : String(value),
  }
}

const Dates = ({ filter, draft, setDraft, apply }: EditorProps) => (
  <Stack gap={10}>
    <div className={styles.periods}>
      {periods().map(({ title, from, to }) => (
        <Button key={title} variant="default" size="compact-sm" onClick={() => apply({ gte: from, lte: to })}>
          {title}
        </Button>
      ))}
    </div>
    <Group gap="xs" grow wrap="nowrap">
      {(['gte', 'lte'] as const).map((bound) => (
        <DateField
          key={bound}
          id={`filter-${bound}`}
          field={{ ...filter.field, title: t(bound === 'gte' ? 'filter.fromDate' : 'filter.untilDate') }}
          value={draft[bound] ?? null}
          onChange={(value) => setDraft(withBound(draft, bound, value))}
        />
      ))}
    </Group>
  </Stack>
)

const Numbers = ({ filter, draft, setDraft }: EditorProps) => (
  <Group gap="xs" grow wrap="nowrap">
    {(['gte', 'lte'] as const).map((bound) => (
      <NumericField
        key={bound}
        id={`filter-${bound}`}
        field={{ ...filter.field, title: t(bound === 'gte' ? 'filter.least' : 'filter.most') }}
        value={draft[bound] ? Number(draft[bound]) : null}
        onChange={(value) => setDraft(withBound(draft, bound, value))}
      />
    ))}
  </Group>
)

const Texts = ({ draft, setDraft }: EditorProps) => (
  <TextInput
    data-autofocus
    label={t('filter.contains')}
    value={draft.like ?? ''}
    onChange={(event) => setDraft({ like: event.currentTarget.value })}
  />
)

const EDITORS = {
  choice: Choices,
  boolean: YesNo,
  reference: References,
  date: Dates,
  number: Numbers,
  text: Texts,
} as const

/**
 * Conditions on one field, by its type: they are applied with 'Apply', Enter, or when the box is left; Escape leaves the
 * filter as it was.
 */
const FilterEditor = ({ filter, conditions, onDraft, onApply }: Props) => {
  const [draft, keepDraft] = useState(conditions)
  const setDraft = (next: Conditions) => {
    keepDraft(next)
    onDraft(next)
  }
  const Editor = EDITORS[filter.kind]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The popover is inside no form of the page, but React events bubble through portals.
    event.stopPropagation()
    onApply(draft)
  }
  return (
    <form onSubmit={submit} onKeyDownCapture={(event) => event.key === 'Escape' && onDraft(undefined)}>
      <Editor filter={filter} draft={draft} setDraft={setDraft} apply={onApply} />
      {filter.kind !== 'boolean' && (
        <Group justify="space-between" mt="sm">
          <Button variant="subtle" color="gray" size="xs" onClick={() => onApply({})}>
            {t('filter.clearOne')}
          </Button>
          <Button type="submit" size="xs">
            {t('filter.apply')}
          </Button>
        </Group>
      )}
    </form>
  )
}

export default FilterEditor
