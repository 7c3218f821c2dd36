import { Alert, Button, FileInput, Group, Stack } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import { type FileAnswer, type Params, save } from '../../api/client.ts'
import { ApiError, errorDetail } from '../../api/errors.ts'
import { refreshRecords } from '../../api/queries.ts'
import { t as everywhere, label } from '../../i18n/index.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { follow } from '../actions/job.tsx'
import styles from './ImportDialog.module.css'
import { ImportModeChoice } from './ImportModeChoice.tsx'
import { Errors, Mapping, Outcomes, Sample } from './ImportTables.tsx'
import {
  exportToChange,
  type ImportChoice,
  type ImportCounts,
  type ImportError,
  type ImportMode,
  type ImportPreview,
  importTemplate,
  previewImport,
  previewReport,
  runImport,
} from './import.ts'
import { t } from './import-text.ts'

const MODES: readonly ImportMode[] = ['create', 'update', 'create_update']

/** What happened, or will happen, to the rows: "2 new, 3 changed, 5 unchanged." */
const summary = ({ created, updated, unchanged }: ImportCounts): string =>
  `${[t('import.created', { count: created }), t('import.updated', { count: updated }), t('import.unchanged', { count: unchanged })].join(', ')}.`

/** The errors of rows that a refused import answers. */
const rowErrors = (error: unknown): ImportError[] => {
  const details = error instanceof ApiError ? (error.details as { errors?: unknown } | undefined) : undefined
  return Array.isArray(details?.errors) ? (details.errors as ImportError[]) : []
}

interface ImportProps {
  module: Module
  /** The user's rights: to make records, and to change them. */
  creates?: boolean
  changes?: boolean
  /** Filters of the list that the dialog stands on: what is exported to be changed. */
  params?: Params
  onDone: () => void
}

/** Mode, file, preview with what each row does and its errors, then all rows or none, with a report. */
const ImportDialog = ({ module, creates = true, changes = false, params = {}, onDone }: ImportProps) => {
  const modes = MODES.filter((mode) => (mode === 'update' || creates) && (mode === 'create' || changes))
  const [sheet, setSheet] = useState<File | null>(null)
  const [preview, setPreview] = useState<ImportPreview>()
  const [refusal, setRefusal] = useState<string>()
  const [choice, setChoice] = useState<ImportChoice>({ mode: modes[0]!, empty: 'keep', mapping: {} })
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<{ counts: ImportCounts; report?: FileAnswer | undefined }>()
  const { mode, mapping } = choice

  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
    } catch (error) {
      setRefusal(errorDetail(error))
      const errors = rowErrors(error)
      if (errors.length > 0) setPreview((shown) => shown && { ...shown, errors })
    } finally {
      setBusy(false)
    }
  }
  const check = (chosen: File, as: ImportChoice) =>
    void attempt(async () => {
      const importPreview = await previewImport(module.name, chosen, as)
      // Titles with a chosen column stay in the list, where the choice can be changed.
      setPreview({ ...importPreview, columns: importPreview.columns.length > 0 ? importPreview.columns : (preview?.columns ?? []) })
    })
  const rechoose = (next: ImportChoice, chosen = sheet) => {
    setChoice(next)
    if (next.mapping === mapping) setPreview(undefined)
    if (chosen) check(chosen, next)
  }
  const choose = (chosen: File | null) => {
    setSheet(chosen)
    setPreview(undefined)
    setRefusal(undefined)
    rechoose({ ...choice, mapping: {} }, chosen)
  }
  const map = (title: string, column: string | undefined) => {
    const { [title]: _before, ...others } = mapping
    rechoose({ ...choice, mapping: column === undefined ? others : { ...others, [title]: column } })
  }
  const write = () =>
    attempt(async () => {
      const answer = await runImport(module.name, sheet!, choice, preview?.seen)
      const job = 'job_id' in answer ? await follow<Partial<ImportCounts>>(label(module.title), answer.job_id) : undefined
      await refreshRecords(module.name)
      if (job?.state === 'failed') return setRefusal(job.error ?? everywhere('calls.failed'))
      const counts = 'counts' in answer ? answer.counts : job?.result && { created: 0, updated: 0, unchanged: 0, ...job.result }
      if (mode !== 'create' && counts) return setDone({ counts, report: 'report' in answer ? answer.report : undefined })
      if (counts) toast('success', t('import.done', { count: counts.created }))
      onDone()
    })
  if (done) return <Done module={module} {...done} onClose={onDone} />

  const { created = 0, updated = 0 } = preview?.counts ?? {}
  const written = mode === 'create' ? (preview?.total ?? 0) : created + updated
  const ready = preview !== undefined && preview.errors.length === 0 && preview.unknown.length === 0 && written > 0
  const mapped = preview ? [...new Set([...Object.keys(mapping), ...preview.unknown])] : []

  return (
    <Stack gap="md">
      <ImportModeChoice modes={modes} choice={choice} onChoose={rechoose} />
      <Group justify="space-between" align="flex-start" className={styles.head}>
        <span className={styles.intro}>{t(`import.intro.${mode}`, { title: label(module.title) })}</span>
        <Group gap="xs">
          {mode !== 'create' && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={15} />}
              onClick={() => exportToChange(module.name, params).then(save, toastError)}
            >
              {t('import.export')}
            </Button>
          )}
          {mode !== 'update' && (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={15} />}
              onClick={() => importTemplate(module.name).then(save, toastError)}
            >
              {t('import.template')}
            </Button>
          )}
        </Group>
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
      {preview && preview.unknown.length === 0 && <Verdict preview={preview} mode={mode} />}
      {preview && preview.warnings.length > 0 && (
        <>
          <Alert color="yellow" role="status">
            {t('import.warnings', { count: preview.warnings.length })}
          </Alert>
          <Errors errors={preview.warnings} />
        </>
      )}
      <Group justify="flex-end" gap="xs">
        {preview?.outcomes && preview.unknown.length === 0 && (
          <Button
            variant="subtle"
            mr="auto"
            onClick={() => previewReport(module.name, sheet!, choice).then((report) => report && save(report), toastError)}
          >
            {t('import.report')}
          </Button>
        )}
        <Button variant="default" onClick={onDone}>
          {everywhere('dialog.cancel')}
        </Button>
        <Button onClick={write} disabled={!ready} loading={busy}>
          {ready ? t('import.write', { count: written }) : everywhere('list.import')}
        </Button>
      </Group>
    </Stack>
  )
}

/** What the check has brought: errors, or what the rows will do. */
const Verdict = ({ preview, mode }: { preview: ImportPreview; mode: ImportMode }) => {
  const { errors, total, counts, key, outcomes = [], sample } = preview
  return (
    <>
      <div role="status">
        {errors.length > 0
          ? t('import.invalid', { count: errors.length, total })
          : mode === 'create'
            ? t('import.valid', { count: total })
            : summary(counts)}
        {mode !== 'create' && key && ` ${t('import.key', { key })}`}
      </div>
      {errors.length > 0 && <Errors errors={errors} />}
      {errors.length === 0 && outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
      {errors.length === 0 && mode === 'create' && sample && sample.rows.length > 0 && <Sample sample={sample} />}
    </>
  )
}

interface DoneProps {
  module: Module
  counts: ImportCounts
  report?: FileAnswer | undefined
  onClose: () => void
}

/** What an import has done, with a report to keep. */
const Done = ({ module, counts, report, onClose }: DoneProps) => (
  <Stack gap="md">
    <Alert color="green" role="status" title={t('import.finished', { title: label(module.title) })}>
      {summary(counts)}
    </Alert>
    <Group justify="flex-end" gap="xs">
      {report && (
        <Button variant="default" leftSection={<IconDownload size={15} />} onClick={() => save(report)}>
          {t('import.report')}
        </Button>
      )}
      <Button onClick={onClose}>{t('import.close')}</Button>
    </Group>
  </Stack>
)

export default ImportDialog
