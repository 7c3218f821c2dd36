import { Anchor, Button, Group, Mark, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Row } from '../../../engine/module.ts'
import { post, remove } from '../../api/client.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { t } from '../../fields/text.ts'
import { refLabel } from '../../fields/types.ts'
import { dialogs } from '../../shell/dialogs/index.ts'
import { useSession } from '../../shell/navigation.ts'
import { toastError } from '../../shell/toast.ts'
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
}

/** What is being said about a record: comments with the answers to them. */
export function CommentsBox({ module, id }: { module: string; id: number }) {
  const client = useQueryClient()
  const query = usePart<Comment[]>(module, id, 'comments', `comments/${module}/${id}`)
  const me = useSession()?.user.id
  const [replying, setReplying] = useState<number>()
  const comments = listed(query.data)
  const known = new Set(comments.map((comment) => comment.id))
  const refresh = () => client.invalidateQueries({ queryKey: ['rail', module, id] })

  const send = async (comment: string, mentions: number[], parent?: number) => {
    await post(`comments/${module}/${id}`, { comment, mentions, ...(parent !== undefined && { parent_id: parent }) })
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
  // An answer to what was deleted stands by itself.
  const first = comments.filter((comment) => !comment.parent_id || !known.has(comment.parent_id))
  const said = (comment: Comment, thread: number) => (
    <Said
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
                {replying === comment.id && (
                  <Write label={t('view.writeReply')} autoFocus onSend={(text, mentions) => send(text, mentions, comment.id)} />
                )}
              </Stack>
            )}
          </div>
        ))}
        <Write label={t('view.writeComment')} onSend={send} />
      </Stack>
    </RailBox>
  )
}

interface SaidProps {
  readonly comment: Comment
  readonly onReply: () => void
  readonly onDelete: (() => void) | undefined
}

function Said({ comment, onReply, onDelete }: SaidProps) {
  const names = (comment.mentions ?? []).map(refLabel)
  const name = who(comment)
  return (
    <div>
      <Text size="xs" c="dimmed">
        {[name, formatDateTime(comment.created_at)].filter(Boolean).join(' · ')}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {pieces(comment.comment, names).map((piece, at) =>
          piece.mention ? (
            <Mark key={at} fw={500}>
              {piece.text}
            </Mark>
          ) : (
            piece.text
          ),
        )}
      </Text>
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
  readonly onSend: (comment: string, mentions: number[]) => Promise<void>
}

function Write({ label, autoFocus, onSend }: WriteProps) {
  const [text, setText] = useState('')
  const [picked, setPicked] = useState<readonly Person[]>([])
  const [busy, setBusy] = useState(false)
  const send = async () => {
    const comment = text.trim()
    if (!comment || busy) return
    setBusy(true)
    try {
      await onSend(comment, mentionedIn(comment, picked))
      setText('')
      setPicked([])
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
      {text.trim() && (
        <Button type="submit" size="compact-sm" mt={6} loading={busy}>
          {t('view.send')}
        </Button>
      )}
    </form>
  )
}
