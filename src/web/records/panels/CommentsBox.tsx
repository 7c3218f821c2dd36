import { ActionIcon, Anchor, Button, FileButton, Group, Mark, Stack, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '../../../engine/model/module.ts'
import { post, remove } from '../../api/client.ts'
import { errorText } from '../../api/errors.ts'
import { type StoredFile, useFieldClient } from '../../fields/client.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { FileRow } from '../../fields/inputs/FileFields.tsx'
import { t } from '../../fields/text.ts'
import { refLabel } from '../../fields/types.ts'
import { useSession } from '../../routing/navigation.ts'
import { dialogs } from '../../ui/dialogs/index.ts'
import { toast, toastError } from '../../ui/toast.ts'
import classes from '../form/form.module.css'
import { MentionInput } from './MentionInput.tsx'
import { mentionedIn, type Person, pieces } from './mentions.ts'
import { listed, Quiet, RailBox, usePart, who } from './parts.tsx'

interface Comment extends Row {
  id: number
  comment: string
  created_at?: string
  user_id?: number
  parent_id?: number | null
  mentions?: Row[]
  files?: StoredFile[]
}

/** A comment before it is sent: the text, the mentions and the attached files. */
interface Said {
  readonly comment: string
  readonly mentions: number[]
  readonly attachments: number[]
}

/** Comments on a record, with their answers. */
export function CommentsBox({ module, id }: { module: string; id: number }) {
  const client = useQueryClient()
  const query = usePart<Comment[]>(module, id, 'comments', `comments/${module}/${id}`)
  const me = useSession()?.user.id
  const [replying, setReplying] = useState<number>()
  const comments = listed(query.data)
  const known = new Set(comments.map((comment) => comment.id))
  const refresh = () => client.invalidateQueries({ queryKey: ['rail', module, id] })

  const send = async ({ attachments, ...said }: Said, parent?: number) => {
    await post(`comments/${module}/${id}`, {
      ...said,
      ...(attachments.length > 0 && { attachments }),
      ...(parent !== undefined && { parent_id: parent }),
    })
    setReplying(undefined)
    await refresh()
  }
  const drop = async (comment: Comment) => {
    if (!(await dialogs.danger({ message: t('view.deleteComment'), confirm: t('view.delete') }))) return
    try {
      await remove(`comments/${comment.id}`)
      await refresh()
    } catch (error) {
      toastError(error)
    }
  }
  const answers = (parent: Comment) => comments.filter((comment) => comment.parent_id === parent.id)
  // An answer to a deleted comment is shown as a comment of its own.
  const first = comments.filter((comment) => !comment.parent_id || !known.has(comment.parent_id))
  const said = (comment: Comment, thread: number) => (
    <Remark
      key={comment.id}
      comment={comment}
      onReply={() => setReplying(replying === thread ? undefined : thread)}
      onDelete={comment.user_id !== undefined && comment.user_id === me ? () => void drop(comment) : undefined}
    />
  )
  return (
    <RailBox title={t('view.comments')} count={comments.length}>
      <Stack gap="sm">
        {comments.length === 0 && <Quiet>{t('view.noComments')}</Quiet>}
        {first.map((comment) => (
          <div key={comment.id}>
            {said(comment, comment.id)}
            {(answers(comment).length > 0 || replying === comment.id) && (
              <Stack gap="xs" className={classes.answers}>
                {answers(comment).map((answer) => said(answer, comment.id))}
                {replying === comment.id && <Write label={t('view.writeReply')} autoFocus onSend={(said) => send(said, comment.id)} />}
              </Stack>
            )}
          </div>
        ))}
        <Write label={t('view.writeComment')} onSend={send} />
      </Stack>
    </RailBox>
  )
}

interface RemarkProps {
  readonly comment: Comment
  readonly onReply: () => void
  readonly onDelete: (() => void) | undefined
}

function Remark({ comment, onReply, onDelete }: RemarkProps) {
  const names = (comment.mentions ?? []).map(refLabel)
  const name = who(comment)
  return (
    <div>
      <Text size="xs" c="dimmed">
        {[name, formatDateTime(comment.created_at)].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {pieces(comment.comment, names).map((piece, index) =>
          piece.mention ? (
            <Mark key={index} fw={500}>
              {piece.text}
            </Mark>
          ) : (
            piece.text
          ),
        )}
      </Text>
      {comment.files?.map((file) => (
        <FileRow key={file.id} file={file} />
      ))}
      <Group gap="sm">
        <Anchor component="button" type="button" size="xs" onClick={onReply} aria-label={t('view.replyTo', { name })}>
          {t('view.reply')}
        </Anchor>
        {onDelete && (
          <Anchor component="button" type="button" size="xs" onClick={onDelete} aria-label={t('view.deleteOwn')}>
            {t('view.delete')}
          </Anchor>
        )}
      </Group>
    </div>
  )
}

interface WriteProps {
  readonly label: string
  readonly autoFocus?: boolean
  readonly onSend: (said: Said) => Promise<void>
}

function Write({ label, autoFocus, onSend }: WriteProps) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<readonly Person[]>([])
  const [files, setFiles] = useState<readonly StoredFile[]>([])
  const [busy, setBusy] = useState(false)
  const client = useFieldClient()
  // Files can be sent without text.
  const comment = text.trim() || files.map((file) => file.name).join(', ')
  const attach = async (chosen: readonly File[]) => {
    setBusy(true)
    for (const file of chosen) {
      try {
        const stored = await client.upload(file)
        setFiles((known) => [...known, stored])
      } catch (error) {
        toast('danger', t('fields.uploadFailed', { name: file.name, reason: errorText(error) }))
      }
    }
    setBusy(false)
  }
  const send = async () => {
    if (!comment || busy) return
    setBusy(true)
    try {
      await onSend({ comment, mentions: mentionedIn(comment, picked), attachments: files.map((file) => file.id) })
      setText('')
      setPicked([])
      setFiles([])
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <MentionInput
        label={label}
        value={text}
        autoFocus={autoFocus ?? false}
        onChange={setText}
        onMention={(person) => setPicked((known) => [...known, person])}
        onSend={() => void send()}
      />
      {files.length > 0 && (
        <Stack gap={4} mt={6}>
          {files.map((file) => (
            <FileRow key={file.id} file={file} onRemove={() => setFiles((known) => known.filter((other) => other.id !== file.id))} />
          ))}
        </Stack>
      )}
      <Group gap="xs" mt={6}>
        {comment && (
          <Button type="submit" size="compact-sm" loading={busy}>
            {t('view.send')}
          </Button>
        )}
        <FileButton multiple onChange={(chosen) => void attach(chosen)}>
          {(button) => (
            <ActionIcon {...button} variant="subtle" color="gray" size="sm" aria-label={t('view.attachFiles')} loading={busy && !comment}>
              <IconPaperclip size={16} stroke={1.6} />
            </ActionIcon>
          )}
        </FileButton>
      </Group>
    </form>
  )
}
