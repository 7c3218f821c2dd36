import { ActionIcon, Anchor, FileButton, Group, Image, Input, Loader, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconFile, IconPhoto, IconTrash, IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { file as download, save } from '../../api/client.ts'
import { errorText } from '../../api/errors.ts'
import { toastError } from '../../ui/toast.ts'
import { type StoredFile, useFieldClient } from '../client.ts'
import classes from '../fields.module.css'
import { useFile } from '../file-names.ts'
import { fileSize } from '../fileSize.ts'
import type { InputProps } from '../types.ts'
import { t, textOf, wrapperProps } from './common.tsx'

const isFile = (value: unknown): value is StoredFile => typeof value === 'object' && value !== null && 'id' in value

const idOf = (file: StoredFile | number): number => (typeof file === 'number' ? file : file.id)

const filesOf = (value: unknown, resolved: unknown): (StoredFile | number)[] => {
  const known = [resolved, value].flat().filter(isFile)
  const ids = [value]
    .flat()
    .map((item) => (isFile(item) ? item.id : Number(item)))
    .filter((id) => id > 0)
  return ids.map((id) => known.find((file) => file.id === id) ?? id)
}

/** Files dropped or chosen; each is uploaded at once and the field stores their ids. */
export function AttachmentsField(props: InputProps) {
  return <Uploads {...props} many={props.field.type === 'attachments'} />
}

/** One picture, shown as users will see it. */
export function ImageField(props: InputProps) {
  return <Uploads {...props} many={false} accept="image/*" />
}

function Uploads(props: InputProps & { many: boolean; accept?: string }) {
  const { many, accept, value, resolved, onChange } = props
  const client = useFieldClient()
  const [uploaded, setOwn] = useState<readonly StoredFile[]>([])
  const [busy, setBusy] = useState(0)
  const [failure, setFailure] = useState<string>()
  const [over, setOver] = useState(false)
  const reset = useRef<() => void>(null)
  const files = filesOf(value, [resolved, uploaded].flat())
  const locked = Boolean(props.readOnly || props.disabled)

  const keep = (next: readonly (StoredFile | number)[]) => {
    setOwn(next.filter(isFile))
    const ids = next.map(idOf)
    onChange(many ? ids : (ids.at(-1) ?? null))
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
            key={idOf(file)}
            file={file}
            picture={accept === 'image/*'}
            onRemove={locked ? undefined : () => keep(files.filter((other) => other !== file))}
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

/** Object URL of a stored picture: files are read with the bearer header, so the page creates its own URL. */
function useFileUrl(id: number, known: string | undefined, wanted: boolean): string | undefined {
  const [url, setUrl] = useState(known)
  useEffect(() => {
    if (known || !wanted) return
    let made: string | undefined
    let gone = false
    void download('get', `files/${id}`)
      .then(({ blob }) => {
        if (!gone) setUrl((made = URL.createObjectURL(blob)))
      })
      // The icon replaces a picture that cannot be loaded; opening it shows the reason.
      .catch(() => undefined)
    return () => {
      gone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [id, known, wanted])
  return url
}

/** The name of a stored file; a click opens it. */
export function FileName({ file }: { file: StoredFile | number }) {
  const known = useFile(file)
  if (!known)
    return (
      <Text size="sm" c="dimmed" style={{ flex: 1 }}>
        {known === null ? t('fields.fileHidden') : '…'}
      </Text>
    )
  const open = async () => save(await download('get', `files/${known.id}`))
  return (
    <Anchor
      component="button"
      type="button"
      ta="start"
      size="sm"
      truncate
      style={{ flex: 1, minWidth: 0 }}
      onClick={() => void open().catch(toastError)}
    >
      {known.name}
    </Anchor>
  )
}

/** A stored file with its icon or picture, name and size; one given only by its id is loaded. */
export function FileRow({
  file,
  picture,
  onRemove,
}: {
  file: StoredFile | number
  picture?: boolean
  onRemove?: (() => void) | undefined
}) {
  const known = useFile(file)
  const url = useFileUrl(idOf(file), known?.url, picture === true)
  return (
    <Group gap="xs" wrap="nowrap" className={classes.file}>
      {picture && url ? <Image src={url} alt="" w={40} h={40} radius="sm" fit="cover" /> : <IconFile size={16} stroke={1.6} aria-hidden />}
      <FileName file={file} />
      {typeof known?.size === 'number' && (
        <Text size="xs" c="dimmed" className="tabular">
          {fileSize(known.size)}
        </Text>
      )}
      {onRemove && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('fields.remove', { name: known?.name ?? `#${idOf(file)}` })}
          onClick={onRemove}
        >
          <IconTrash size={14} stroke={1.6} />
        </ActionIcon>
      )}
    </Group>
  )
}
