import { Alert, Button, FileInput, Group, Stack } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import { save } from '../../api/client.ts'
import { errorDetail } from '../../api/errors.ts'
import { refreshRecords } from '../../api/queries.ts'
import { t as everywhere, label } from '../../i18n/index.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { follow } from '../actions/job.tsx'
import styles from './ImportDialog.module.css'
import { type ImportPreview, importTemplate, previewImport, runImport } from './import.ts'
import { t } from './import-text.ts'

const SHOWN_ERRORS = 200

const Errors = ({ errors }: { errors: ImportPreview['errors'] }) => (
  <div className={styles.errors}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t('import.row')}</th>
          <th scope="col">{t('import.field')}</th>
          <th scope="col">{t('import.problem')}</th>
        </tr>
      </thead>
      <tbody>
        {errors.slice(0, SHOWN_ERRORS).map(({ row, field, message }) => (
          <tr key={`${row}:${field}:${message}`}>
            <td>{row}</td>
            <td>{field}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Template, file, preview with what is wrong in which row, then all rows or none. */
const ImportDialog = ({ module, onDone }: { module: Module; onDone: () => void }) => {
  const [sheet, setSheet] = useState<File | null>(null)
  const [preview, setPreview] = useState<ImportPreview>()
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
    } catch (error) {
      setRefusal(errorDetail(error))
    } finally {
      setBusy(false)
    }
  }
  const choose = (chosen: File | null) => {
    setSheet(chosen)
    setPreview(undefined)
    if (chosen) void attempt(async () => setPreview(await previewImport(module.name, chosen)))
  }
  const write = () =>
    attempt(async () => {
      const answer = await runImport(module.name, sheet!)
      const job = 'job_id' in answer ? await follow<{ created: number }>(label(module.title), answer.job_id) : undefined
      await refreshRecords(module.name)
      if (job?.state === 'failed') return setRefusal(job.error ?? everywhere('calls.failed'))
      const count = 'created' in answer ? answer.created : job?.result?.created
      if (count !== undefined) toast('success', t('import.done', { count }))
      onDone()
    })
  const ready = preview !== undefined && preview.errors.length === 0 && preview.total > 0

  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <span className={styles.intro}>{t('import.intro', { title: label(module.title) })}</span>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDownload size={15} />}
          onClick={() => importTemplate(module.name).then(save, toastError)}
          style={{ flex: 'none' }}
        >
          {t('import.template')}
        </Button>
      </Group>
      <FileInput
        label={t('import.file')}
        placeholder={t('import.choose')}
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        leftSection={<IconFileSpreadsheet size={16} />}
        value={sheet}
        onChange={choose}
        clearable
        clearButtonProps={{ 'aria-label': t('import.clear') }}
      />
      {refusal && (
        <Alert color="red" role="alert">
          {refusal}
        </Alert>
      )}
      {preview && (
        <div role="status">
          {preview.errors.length === 0
            ? t('import.valid', { count: preview.total })
            : t('import.invalid', { count: preview.errors.length, total: preview.total })}
        </div>
      )}
      {preview && preview.errors.length > 0 && <Errors errors={preview.errors} />}
      {preview && preview.warnings.length > 0 && (
        <>
          <Alert color="yellow" role="status">
            {t('import.warnings', { count: preview.warnings.length })}
          </Alert>
          <Errors errors={preview.warnings} />
        </>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          {everywhere('dialog.cancel')}
        </Button>
        <Button onClick={write} disabled={!ready} loading={busy}>
          {ready ? t('import.write', { count: preview.total }) : everywhere('list.import')}
        </Button>
      </Group>
    </Stack>
  )
}

export default ImportDialog
