import { Anchor, Button, FileButton, Group, Loader, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Module } from '../../../engine/model/module.ts'
import { remove, upload } from '../../api/client.ts'
import type { RecordRow } from '../../api/types.ts'
import type { StoredFile } from '../../fields/client.ts'
import { FileRow } from '../../fields/inputs/FileFields.tsx'
import { label, t } from '../../fields/text.ts'
import { words } from '../../i18n/words.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { useSession } from '../../routing/navigation.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { toastError } from '../../ui/toast.ts'
import classes from '../form/form.module.css'
import { usePathOf } from '../index/use-records.ts'
import { CommentsBox } from './CommentsBox.tsx'
import { type LinkRow, type Links, linksPart } from './links.ts'
import { listed, Quiet, RailBox, usePart } from './parts.tsx'
import { TimelineBox } from './TimelineBox.tsx'

/** The data beside a record's fields: history, related documents, files, comments. */
export function Rail({ module, record }: { module: Module; record: RecordRow }) {
  const document = module.kind === 'document' || module.kind === 'filing'
  const { can } = useModuleRoute()
  const me = useSession()?.user.id
  // The server's rule: users who can change the record, or, for users who can only create such records, on their own
  // draft.
  const ownDraft = module.workflow !== undefined && record.status === module.workflow.initial && record.created_by === me
  const keeps = can('edit') || (can('new') && ownDraft)
  return (
    <aside className={classes.rail}>
      <TimelineBox module={module} id={record.id} />
      {document && <LinksBox module={module} id={record.id} />}
      <AttachmentsBox module={module.name} id={record.id} writable={keeps} />
      <CommentsBox module={module.name} id={record.id} />
    </aside>
  )
}

function LinksBox({ module, id }: { module: Module; id: number }) {
  const query = usePart<Links>(module.name, id, linksPart, `${module.name}/${id}/links`)
  const { upstream = [], downstream = [] } = query.data ?? {}
  // The other document may belong to another application than the current one.
  const pathOf = usePathOf(useModuleRoute().application)
  return (
    <RailBox title={t('view.links')} count={upstream.length + downstream.length}>
      {query.isPending ? (
        <Loader size="xs" />
      ) : upstream.length + downstream.length === 0 ? (
        <Quiet>{t('view.noLinks')}</Quiet>
      ) : (
        <Stack gap="xs">
          {(
            [
              [t('view.upstream'), upstream],
              [t('view.downstream'), downstream],
            ] as const
          ).map(
            ([title, rows]) =>
              rows.length > 0 && (
                <div key={title}>
                  <Text size="xs" c="dimmed" mb={2}>
                    {title}
                  </Text>
                  {rows.map((row) => (
                    <Group key={`${row.module}-${row.id}`} justify="space-between" gap="xs" wrap="nowrap">
                      <LinkName row={row} to={pathOf(row.module, row.id)} />
                      <Text size="xs" c="dimmed">
                        {label(words(String(row.progress ?? row.status ?? row.title ?? '')))}
                      </Text>
                    </Group>
                  ))}
                </div>
              ),
          )}
        </Stack>
      )}
    </RailBox>
  )
}

/** A related document, as a link for users who can open it. */
function LinkName({ row, to }: { row: LinkRow; to: string | undefined }) {
  const name = row.label ?? row.name ?? `#${row.id}`
  return to === undefined ? (
    <Text size="sm" lh="24px" truncate title={name}>
      {name}
    </Text>
  ) : (
    <Anchor component={Link} size="sm" lh="24px" truncate title={name} to={to}>
      {name}
    </Anchor>
  )
}

function AttachmentsBox({ module, id, writable }: { module: string; id: number; writable: boolean }) {
  const client = useQueryClient()
  const query = usePart<StoredFile[]>(module, id, 'attachments', `${module}/${id}/attachments`)
  const [busy, setBusy] = useState(false)
  const [over, setOver] = useState(false)
  const files = listed(query.data)
  const add = async (chosen: readonly File[]) => {
    setBusy(true)
    try {
      for (const file of chosen) {
        const form = new FormData()
        form.append('file', file)
        await upload(`${module}/${id}/attachments`, form)
      }
      await client.invalidateQueries({ queryKey: ['rail', module, id, 'attachments'] })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  const drop = async (file: StoredFile) => {
    if (!(await dialogs.danger({ message: t('view.removeFile', { name: file.name }), confirm: t('view.delete') }))) return
    try {
      await remove(`${module}/${id}/attachments/${file.id}`)
      await client.invalidateQueries({ queryKey: ['rail', module, id, 'attachments'] })
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <RailBox title={t('view.attachments')} count={files.length}>
      <Stack
        gap={6}
        className={classes.drop!}
        data-over={over || undefined}
        {...(writable && {
          onDragOver: (event: DragEvent) => {
            event.preventDefault()
            setOver(true)
          },
          onDragLeave: () => setOver(false),
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            setOver(false)
            void add([...event.dataTransfer.files])
          },
        })}
      >
        {files.length === 0 && <Quiet>{t('view.noAttachments')}</Quiet>}
        {files.map((file) => (
          <FileRow key={file.id} file={file} onRemove={writable ? () => void drop(file) : undefined} />
        ))}
        {writable && (
          <FileButton multiple onChange={(chosen) => void add(chosen)}>
            {(button) => (
              <Button {...button} variant="default" size="compact-sm" loading={busy} style={{ alignSelf: 'flex-start' }}>
                {t('fields.addFile')}
              </Button>
            )}
          </FileButton>
        )}
      </Stack>
    </RailBox>
  )
}
