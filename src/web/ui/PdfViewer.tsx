import { Button, Group, Modal } from '@mantine/core'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { save } from '../api/client.ts'
import { t } from '../i18n/index.ts'
import { closePdf, shownPdf, subscribePdf } from './print.ts'

/** The modal titled 'Print'; opens while a PDF is shown, clears on close. */
const PdfViewer = () => {
  const shown = useSyncExternalStore(subscribePdf, shownPdf)
  const url = useMemo(() => (shown ? URL.createObjectURL(shown.blob) : undefined), [shown])
  useEffect(() => (url ? () => URL.revokeObjectURL(url) : undefined), [url])
  return (
    <Modal
      opened={shown !== undefined}
      onClose={closePdf}
      title={t('print.title')}
      size={768}
      centered
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      {shown && (
        <>
          <iframe src={url} title={shown.name} style={{ width: '100%', height: 'calc(90vh - 140px)', border: 0, display: 'block' }} />
          <Group justify="flex-end" mt="sm" gap="xs">
            <Button variant="default" onClick={() => save(shown)}>
              {t('print.download')}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  )
}

export default PdfViewer
