import { Alert, Button, FileInput, Group, NativeSelect, Stack } from '@mantine/core'
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
import { type ImportMapping, type ImportPreview, type ImportSample, importTemplate, previewImport, runImport } from './import.ts'
import { t } from './import-text.ts'

const SHOWN_ERRORS = 200
/** Values of the column choice that are not columns. */
const UNCHOSEN = '?'
const IGNORED = '-'

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

/** Asks for the columns of unknown titles of the file. */
const Mapping = ({
  titles,
  columns,
  mapping,
  onChoose,
}: {
  titles: readonly string[]
  columns: readonly string[]
  mapping: ImportMapping
  onChoose: (title: string, column: string | undefined) => void
}) => (
  <fieldset className={styles.mapping}>
    <legend>{t('import.mapping')}</legend>
    {titles.map((title) => (
      <NativeSelect
        key={title}
        size="xs"
        label={title}
        value={mapping[title] === '' ? IGNORED : (mapping[title] ?? UNCHOSEN)}
        onChange={({ currentTarget: { value } }) => onChoose(title, value === UNCHOSEN ? undefined : value === IGNORED ? '' : value)}
        data={[
          { value: UNCHOSEN, label: t('import.mapChoose') },
          { value: IGNORED, label: t('import.mapIgnore') },
          ...columns.map((column) => ({ value: column, label: column })),
        ]}
      />
    ))}
  </fieldset>
)

/** The first rows as they will be imported. */
const Sample = ({ sample: { titles, rows } }: { sample: ImportSample }) => (
  <section className={styles.errors} aria-label={t('import.sample')}>
    <table>
      <caption>{t('import.sample')}</caption>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // Rows of a sample stay where they are.
          <tr key={row}>
            {titles.map((title, index) => (
              <td key={title}>{cells[index]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/** Template, file, preview with the errors of each row, then all rows or none. */
const ImportDialog = ({ module, onDone }: { module: Module; onDone: () => void }) => {
  const [sheet, setSheet] = useState<File | null>(null)
  const [preview, setPreview] = useState<ImportPreview>()
  const [refusal, setRefusal] = useState<string>()
  const [mapping, setMapping] = useState<ImportMapping>({})
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
  const check = (chosen: File, mapped: ImportMapping) =>
    void attempt(async () => {
      const importPreview = await previewImport(module.name, chosen, mapped)
      // Titles with a chosen column stay in the list, where the choice can be changed.
      setPreview({ ...importPreview, columns: importPreview.columns.length > 0 ? importPreview.columns : (preview?.columns ?? []) })
    })
  const choose = (chosen: File | null) => {
    setSheet(chosen)
    setPreview(undefined)
    setMapping({})
    if (chosen) check(chosen, {})
  }
  const map = (title: string, column: string | undefined) => {
    const { [title]: _before, ...others } = mapping
    const next = column === undefined ? others : { ...others, [title]: column }
    setMapping(next)
    check(sheet!, next)
  }
  const write = () =>
    attempt(async () => {
      const answer = await runImport(module.name, sheet!, mapping)
      const job = 'job_id' in answer ? await follow<{ created: number }>(label(module.title), answer.job_id) : undefined
      await refreshRecords(module.name)
      if (job?.state === 'failed') return setRefusal(job.error ?? everywhere('calls.failed'))
      const count = 'created' in answer ? answer.created : job?.result?.created
      if (count !== undefined) toast('success', t('import.done', { count }))
      onDone()
    })
  const ready = preview !== undefined && preview.errors.length === 0 && preview.unknown.length === 0 && preview.total > 0

  const mapped = preview ? [...new Set([...Object.keys(mapping), ...preview.unknown])] : []

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
      {preview && mapped.length > 0 && <Mapping titles={mapped} columns={preview.columns} mapping={mapping} onChoose={map} />}
      {preview && preview.unknown.length === 0 && (
        <div role="status">
          {preview.errors.length === 0
            ? t('import.valid', { count: preview.total })
            : t('import.invalid', { count: preview.errors.length, total: preview.total })}
        </div>
      )}
      {preview && preview.unknown.length === 0 && preview.errors.length > 0 && <Errors errors={preview.errors} />}
      {preview?.sample && preview.sample.rows.length > 0 && preview.errors.length === 0 && <Sample sample={preview.sample} />}
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
