import { Checkbox, Group, Loader, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Module, Row } from '../../../engine/model/module.ts'
import { post } from '../../api/client.ts'
import { refreshRecords, tagsQuery } from '../../api/queries.ts'
import type { Tag } from '../../api/types.ts'
import { label, t } from '../../i18n/index.ts'
import { toast, toastError } from '../../ui/toast.ts'
import type { BulkResult } from '../index/bulk.ts'
import { TagDot, tagsOf } from './TagChips.tsx'
import classes from './tags.module.css'

/** The tags of several records at once: tags of all of them are ticked; a click adds a tag to all, or removes it from all. */
const BulkTags = ({ module, rows }: { module: Module; rows: readonly Row[] }) => {
  const { data: offered, isPending } = useQuery(tagsQuery(module.name))
  const [changed, setChanged] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [busy, setBusy] = useState(false)
  const carrying = (tag: Tag): number => {
    const now = changed.get(tag.id)
    if (now !== undefined) return now ? rows.length : 0
    return rows.filter((row) => tagsOf(module, row).some((candidate) => candidate.id === tag.id)).length
  }
  const toggle = async (tag: Tag) => {
    if (busy) return
    setBusy(true)
    const on = carrying(tag) < rows.length
    try {
      const results = await post<BulkResult[]>(`${module.name}/tags`, {
        ids: rows.map((row) => Number(row.id)),
        [on ? 'add' : 'remove']: [tag.id],
      })
      const refused = results.filter((result) => !result.success)
      if (refused.length)
        toast('warning', t('bulk.partly', { done: results.length - refused.length, count: results.length }), {
          caption: label(refused[0]!.message ?? ''),
        })
      else setChanged(new Map([...changed, [tag.id, on]]))
      await refreshRecords(module.name)
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  if (isPending) return <Loader size={16} />
  return (
    <Stack gap={8} className={classes.offered!} aria-busy={busy}>
      {!offered?.tags.length && <span className={classes.nothing}>{t('tags.none')}</span>}
      {offered?.tags.map((tag) => {
        const count = carrying(tag)
        return (
          <Checkbox
            key={tag.id}
            size="sm"
            checked={count === rows.length}
            indeterminate={count > 0 && count < rows.length}
            onChange={() => void toggle(tag)}
            label={
              <Group gap={6} wrap="nowrap" component="span">
                <TagDot tag={tag} />
                <span>{tag.name}</span>
              </Group>
            }
          />
        )
      })}
    </Stack>
  )
}

export default BulkTags
