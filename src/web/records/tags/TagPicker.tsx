import { Button, Checkbox, Group, Loader, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { post, put } from '../../api/client.ts'
import { recordQuery, tagsQuery } from '../../api/queries.ts'
import type { RecordRow, Tag } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { toastError } from '../../ui/toast.ts'
import { TagDot } from './TagChips.tsx'
import classes from './tags.module.css'

const MAX_NAME = 120
/** A new tag takes the next of these; its own screen changes it. */
const COLORS = ['#1971c2', '#2f9e44', '#e8590c', '#9c36b5', '#0c8599', '#e03131', '#f08c00', '#5f3dc4'] as const

/** Choosing the tags of a record: each is put on or taken off at once; a word there is no tag for yet makes one. */
const TagPicker = ({ module, id, carried }: { module: string; id: number; carried: readonly Tag[] }) => {
  const client = useQueryClient()
  const offered = useQuery(tagsQuery(module))
  const [search, setSearch] = useState('')
  const [busy, setBusy] = useState(false)
  const word = search.trim()
  const all = [...carried, ...(offered.data?.tags ?? []).filter((tag) => !carried.some((selected) => selected.id === tag.id))].sort(
    (a, b) => a.name.localeCompare(b.name),
  )
  const fitting = all.filter((tag) => tag.name.toLowerCase().includes(word.toLowerCase()))
  const isNew = word !== '' && word.length <= MAX_NAME && !all.some((tag) => tag.name.toLowerCase() === word.toLowerCase())

  const run = async (work: () => Promise<Tag[]>) => {
    if (busy) return
    setBusy(true)
    try {
      const tags = await work()
      client.setQueryData<RecordRow>(recordQuery(module, id).queryKey, (record) => record && { ...record, tags })
      void client.invalidateQueries({ queryKey: ['records', module, 'list'] })
      void client.invalidateQueries({ queryKey: ['rail', module, id, 'timeline'] })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  const toggle = (tag: Tag) => {
    const ids = carried.map((selected) => selected.id)
    const tag_ids = ids.includes(tag.id) ? ids.filter((value) => value !== tag.id) : [...ids, tag.id]
    return run(() => put<Tag[]>(`${module}/${id}/tags`, { tag_ids }))
  }
  const create = () =>
    run(async () => {
      const tags = await post<Tag[]>(`${module}/${id}/tags`, { name: word, color: COLORS[all.length % COLORS.length] })
      setSearch('')
      void client.invalidateQueries({ queryKey: tagsQuery(module).queryKey })
      return tags
    })

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (isNew && offered.data?.mayCreate) void create()
        else if (fitting[0] && word) void toggle(fitting[0])
      }}
    >
      <Stack gap={10}>
        <TextInput
          data-autofocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('tags.search')}
          aria-label={t('tags.search')}
          maxLength={MAX_NAME}
          rightSection={(offered.isFetching || busy) && <Loader size={14} />}
        />
        <Stack gap={8} className={classes.offered!}>
          {fitting.map((tag) => (
            <Checkbox
              key={tag.id}
              size="sm"
              checked={carried.some((selected) => selected.id === tag.id)}
              onChange={() => void toggle(tag)}
              label={
                <Group gap={6} wrap="nowrap" component="span">
                  <TagDot tag={tag} />
                  <span>{tag.name}</span>
                </Group>
              }
            />
          ))}
          {!offered.isPending && !fitting.length && !(isNew && offered.data?.mayCreate) && (
            <span className={classes.nothing}>{t(word ? 'tags.nothing' : offered.data?.mayCreate ? 'tags.none' : 'tags.noneAsk')}</span>
          )}
        </Stack>
        {isNew && offered.data?.mayCreate && (
          <Button type="submit" variant="default" size="compact-sm" leftSection={<IconPlus size={14} />} loading={busy}>
            {t('tags.create', { name: word })}
          </Button>
        )}
      </Stack>
    </form>
  )
}

export default TagPicker
