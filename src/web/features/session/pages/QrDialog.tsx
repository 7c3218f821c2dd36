import { Button, Modal, Skeleton, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { file } from '../../../api/client.ts'
import { errorText } from '../../../api/errors.ts'
import styles from './session.module.css'
import { t } from './text.ts'

type Code = { url: string } | { failure: string } | undefined

/** The QR code as a picture; the key that it carries never travels as text. */
const QrDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const [code, setCode] = useState<Code>()
  const load = () => {
    setCode(undefined)
    file('get', 'instance/mobile-qr').then(
      ({ blob }) => setCode({ url: URL.createObjectURL(blob) }),
      (error: unknown) => setCode({ failure: errorText(error) }),
    )
  }
  useEffect(load, [])
  const url = code && 'url' in code ? code.url : undefined
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  return (
    <Modal opened={opened} onClose={onClose} title={t('qr.title')} size={400} centered closeButtonProps={{ 'aria-label': t('qr.close') }}>
      <Text>{t('qr.intro')}</Text>
      <div className={styles.qr}>
        {!code && <Skeleton width={240} height={240} />}
        {url && <img src={url} alt={t('qr.image')} />}
        {code && 'failure' in code && (
          <div role="alert">
            <Text mb="sm">{code.failure}</Text>
            <Button variant="default" onClick={load} fullWidth>
              {t('qr.retry')}
            </Button>
          </div>
        )}
      </div>
    </Modal>
  )
}

export default QrDialog
