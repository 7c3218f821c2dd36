import { Alert, Button, Group, Loader } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { save } from '../../api/client.ts'
import { errorText } from '../../api/errors.ts'
import { fileSize } from '../../fields/fileSize.ts'
import styles from './media.module.css'
import { bytesQuery, type MediaFile } from './queries.ts'
import { isImage, useObjectUrl } from './Thumbnail.tsx'
import { t } from './text.ts'

/** As much of a text as is shown. */
const TEXT_BYTES = 100_000

const Text = ({ path, blob }: { path: number; blob: Blob }) => {
  const text = useQuery({ queryKey: ['file-text', path], queryFn: () => blob.slice(0, TEXT_BYTES).text(), gcTime: 0 })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <pre className={styles.text} tabIndex={0}>
      {text.data}
    </pre>
  )
}

const Content = ({ file, blob }: { file: MediaFile; blob: Blob }) => {
  const url = useObjectUrl(blob)
  const type = file.mime_type ?? ''
  if (isImage(file)) return url ? <img className={styles.picture} src={url} alt={file.name} /> : null
  if (type === 'application/pdf' && navigator.pdfViewerEnabled) return <iframe className={styles.page} src={url} title={file.name} />
  if (type.startsWith('text/')) return <Text path={file.path} blob={blob} />
  return <p className={styles.quiet}>{t('media.noPreview')}</p>
}

/** A file as it is, where the browser can show it, and the way to keep it. */
const Preview = ({ file }: { file: MediaFile }) => {
  const bytes = useQuery(bytesQuery(file.path))
  return (
    <>
      {bytes.isError ? (
        <Alert color="red" role="alert">
          {t('media.previewFailed', { reason: errorText(bytes.error) })}
        </Alert>
      ) : bytes.data ? (
        <Content file={file} blob={bytes.data} />
      ) : (
        <Loader size="sm" />
      )}
      <Group justify="space-between" mt="md">
        <span className={styles.quiet}>{fileSize(file.size_bytes)}</span>
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={!bytes.data}
          onClick={() => bytes.data && save({ blob: bytes.data, name: file.original_name ?? file.name })}
        >
          {t('media.download')}
        </Button>
      </Group>
    </>
  )
}

export default Preview
