import { ActionIcon, Anchor, FileButton, Group, Image, Input, Loader, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconFile, IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { file as download, save } from '../../api/client.ts'
import { errorText } from '../../api/errors.ts'
import { toastError } from '../../shell/toast.ts'
import { type StoredFile, useFieldClient } from '../client.ts'
import classes from '../fields.module.css'
import { fileSize } from '../fileSize.ts'
import type { InputProps } from '../types.ts'
import { t, textOf, wrapperProps } from './common.tsx'

const isFile = (value: unknown): value is StoredFile => typeof value === 'object' && value !== null && 'id' in value

const filesOf = (value: unknown, resolved: unknown): StoredFile[] => {
  const known = [resolved, value].flat().filter(isFile)
  const ids = [value]
    .flat()
    .map((item) => (isFile(item) ? item.id : Number(item)))
    .filter((id) => id > 0)
  return ids.map((id) => known.find((file) => file.id === id) ?? { id, name: `#${id}` })
}

/** Files dropped or chosen; each is uploaded at once and the field keeps their ids. */
export function AttachmentsField(props: InputProps) {
  return <Uploads {...props} many={props.field.type === 'attachments'} />
}

/** One picture, shown as it will be seen. */
export function ImageField(props: InputProps) {
  return <Uploads {...props} many={false} accept="image/*" />
}

function Uploads(props: InputProps & { many: boolean; accept?: string }) {
  const { many, accept, value, resolved, onChange } = props
  const client = useFieldClient()
  const [own, setOwn] = useState<readonly StoredFile[]>([])
  const [busy, setBusy] = useState(0)
  const [failure, setFailure] = useState<string>()
  const [over, setOver] = useState(false)
  const reset = useRef<() => void>(null)
  const files = filesOf(value, [resolved, own].flat())
  const locked = Boolean(props.readOnly || props.disabled)

  const keep = (next: readonly StoredFile[]) => {
    setOwn(next)
    onChange(many ? next.map((file) => file.id) : (next.at(-1)?.id ?? null))
  }
  const add = async (chosen: readonly File[]) => {
    setFailure(undefined)
    setBusy(chosen.length)
    const stored: StoredFile[] = []
    for (const file of chosen) {
      try {
        stored.push(await client.upload(file))
      } catch (error) {
        setFailure(t('fields.uploadFailed', { name: file.name, reason: errorText(error) }))
      }
    }
    setBusy(0)
    reset.current?.()
    if (stored.length) keep(many ? [...files, ...stored] : stored.slice(-1))
  }
  const { id, label, description, error, withAsterisk } = wrapperProps(props)
  return (
    <Input.Wrapper {...{ id, label, description, withAsterisk }} error={failure ?? error} labelElement="div">
      <Stack gap={6}>
        {files.map((file) => (
          <FileRow
            key={file.id}
            file={file}
            picture={accept === 'image/*'}
            onRemove={locked ? undefined : () => keep(files.filter((other) => other.id !== file.id))}
          />
        ))}
        {!locked && (many || files.length === 0) && (
          <FileButton
            resetRef={reset}
            accept={accept}
            multiple={many}
            onChange={(chosen: File | File[] | null) => chosen && void add([chosen].flat())}
            inputProps={{ id, 'aria-label': textOf(label) }}
          >
            {(button) => (
              <UnstyledButton
                {...button}
                className={classes.drop}
                data-over={over || undefined}
                aria-label={`${t(busy > 0 ? 'fields.uploading' : 'fields.dropFiles')}: ${textOf(label)}`}
                onDragOver={(event) => {
                  event.preventDefault()
                  setOver(true)
                }}
                onDragLeave={() => setOver(false)}
                onDrop={(event) => {
                  event.preventDefault()
                  setOver(false)
                  void add([...event.dataTransfer.files].slice(0, many ? undefined : 1))
                }}
              >
                {busy > 0 ? <Loader size={14} /> : accept ? <IconPhoto size={16} stroke={1.6} /> : <IconUpload size={16} stroke={1.6} />}
                <Text size="sm">{busy > 0 ? t('fields.uploading') : t('fields.dropFiles')}</Text>
              </UnstyledButton>
            )}
          </FileButton>
        )}
        {locked && files.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('fields.noFiles')}
          </Text>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

/** Address of a stored picture: files are read with the bearer header, so the page makes its own. */
function useFileUrl(file: StoredFile, wanted: boolean): string | undefined {
  const [url, setUrl] = useState(file.url)
  useEffect(() => {
    if (file.url || !wanted) return
    let made: string | undefined
    let gone = false
    void download('get', `files/${file.id}`)
      .then(({ blob }) => {
        if (!gone) setUrl((made = URL.createObjectURL(blob)))
      })
      // The icon stands for a picture that cannot be had; opening it says why.
      .catch(() => undefined)
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [file.id, file.url, wanted])
  return url
}

export function FileRow({ file, picture, onRemove }: { file: StoredFile; picture?: boolean; onRemove?: (() => void) | undefined }) {
  const url = useFileUrl(file, picture === true)
  const open = async () => save(await download('get', `files/${file.id}`))
  return (
    <Group gap="xs" wrap="nowrap" className={classes.file}>
      {picture && url ? <Image src={url} alt="" w={40} h={40} radius="sm" fit="cover" /> : <IconFile size={16} stroke={1.6} aria-hidden />}
      <Anchor
        component="button"
        type="button"
        ta="start"
        size="sm"
        truncate
        style={{ flex: 1 }}
        onClick={() => void open().catch(toastError)}
      >
        {file.name}
      </Anchor>
      {typeof file.size === 'number' && (
        <Text size="xs" c="dimmed" className="tabular">
          {fileSize(file.size)}
        </Text>
      )}
      {onRemove && (
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('fields.remove', { name: file.name })} onClick={onRemove}>
          <IconTrash size={14} stroke={1.6} />
        </ActionIcon>
      )}
    </Group>
  )
}
