import { useCallback, useMemo, useRef, useState } from 'react'
import type { Module, Row, Tab } from '../../../engine/model/module.ts'
import { patch, post, put } from '../../api/client.ts'
import { ApiError, errorCaption, errorDetail, errorText } from '../../api/errors.ts'
import { refreshRecords } from '../../api/queries.ts'
import type { RecordRow } from '../../api/types.ts'
import { loadValidators, type Messages } from '../../fields/form/compiled.ts'
import { settled } from '../../fields/lookups.ts'
import { t } from '../../fields/text.ts'
import { leaveInput } from '../../fields/useInputs.ts'
import { randomName } from '../../state/device.ts'
import { toast, toastFailure } from '../../ui/toast.ts'
import { saidOf } from '../actions/said.ts'
import type { RecordStore } from './store.ts'
import { validateRecord } from './validator.ts'

interface Saving {
  readonly id: number | null
  readonly version: number | null
  /** The record as it was before it was changed here. */
  readonly values: Row
}
interface Writing extends Saving {
  /** Takes a record as the new base of changes. */
  readonly adopt: (record: RecordRow) => void
  /** Gives the focus back before something is asked: when that is closed, the focus returns to where it was. */
  readonly giveBack: () => void
  /** What is known of a new record whose response was lost. */
  readonly creation: { current: Creation | undefined }
}
/** A new record that was sent, and the key by which the server recognizes it: sent again, it is not made twice. */
interface Creation {
  readonly key: string
  readonly values: Row
}

/**
 * Saves the store's values, with `section` only those of that tab: the browser checks them first, then the server. Messages come back to
 * their fields (`failures` counts the saves that ended so), a conflict is settled field by field, a refusal stays as `refusal` above the
 * form. With `then`, that transition runs on the saved record.
 */
export function useSave(module: Module, store: RecordStore, start: Saving) {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [failures, setFailures] = useState(0)
  const [version, setVersion] = useState(start.version)
  // A transition that is refused after the first save must not make a second record of the next one.
  const [id, setId] = useState(start.id)
  const [base, setBase] = useState(start.values)
  const running = useRef(false)
  const creation = useRef<Creation>(undefined)

  const attempt = useCallback(
    async (giveBack: () => void, then?: string, section?: string): Promise<RecordRow | null> => {
      setRefusal(undefined)
      // From the start: the code that checks the record may still be loading.
      setBusy(true)
      try {
        await settled()
        const names = section === undefined ? undefined : new Set(tabsOf(module, section).flatMap(fieldsOf))
        const messages = within(names, await checkRecord(module, store, names))
        store.setErrors(messages)
        // A text without a matching record must not be ignored: the record would be saved with its former value.
        const unresolved = within(names, store.entries.unresolved())
        if (Object.keys({ ...messages, ...unresolved }).length) {
          setFailures((count) => count + 1)
          return null
        }
        const sent = store.snapshot()
        // Each tab that was saved stays saved when a later one is refused: the next save goes on from there.
        const adopt = (record: RecordRow) => {
          setId(record.id)
          setVersion(record.version)
          setBase(record)
        }
        let saved = await write(module, store, { id, version, values: base, adopt, giveBack, creation }, section)
        if (!saved) return null
        adopt(saved)
        if (then) saved = await post<RecordRow>(`${module.name}/${saved.id}/${then}`, { version: saved.version })
        void refreshRecords(module.name)
        toast('success', saidOf(module, saved, then, sent))
        return saved
      } catch (error) {
        if (error instanceof ApiError && Object.keys(error.errors).length) {
          store.setErrors(error.errors)
          setFailures((count) => count + 1)
        }
        // What was entered on a record that is gone is not lost: it can become a new one.
        if (error instanceof ApiError && error.status === 404 && id !== null) {
          setId(null)
          setVersion(null)
          setRefusal(t('form.gone'))
        } else if (error instanceof ApiError && error.status >= 400 && error.status < 500) setRefusal(errorDetail(error))
        // Stays above the form, and needs no code that may not have loaded before the connection was lost.
        else if (error instanceof ApiError)
          setRefusal(t('form.notSaved', { reason: [errorText(error), errorCaption(error)].filter(Boolean).join(' ') }))
        else toastFailure(t('form.notSavedTitle'), error)
        return null
      } finally {
        setBusy(false)
      }
    },
    [module, store, id, version, base],
  )
  const save = useCallback(
    async (then?: string, section?: string): Promise<RecordRow | null> => {
      // A second click, or the keys besides the button, before the button shows that it is busy.
      if (running.current) return null
      running.current = true
      const giveBack = leaveInput()
      try {
        const saved = await attempt(giveBack, then, section)
        if (!saved) giveBack()
        return saved
      } finally {
        running.current = false
      }
    },
    [attempt],
  )

  /** Counts what is entered as entered on another version of the record. */
  const baseOn = useCallback((draft: { version: number | null; base?: Row }) => {
    setVersion(draft.version)
    if (draft.base) setBase(draft.base)
  }, [])
  const based = useMemo(() => ({ version, ...(id !== null && { base }) }), [id, version, base])

  return { save, busy, refusal, failures, based, baseOn }
}

/** Tabs that are saved by calls of their own: all of them, or the one named. */
const tabsOf = (module: Module, section?: string): readonly Tab[] =>
  module.form.tabs.filter((tab) => tab.section && (section === undefined || tab.section === section))

const fieldsOf = (tab: Tab): readonly string[] => tab.sections.flatMap(({ fields }) => fields)

/** Errors that the browser can find before a record is sent: by the drawn form, where it validates itself. */
export const checkRecord = async (module: Module, store: RecordStore, names?: ReadonlySet<string>): Promise<Messages> =>
  store.check ? store.check(names) : validateRecord(module, store, (await loadValidators(module.hash, 'record')).record)

/** Messages about the fields that are being saved; all without `names`. */
const within = (names: ReadonlySet<string> | undefined, messages: Messages): Messages =>
  names ? Object.fromEntries(Object.entries(messages).filter(([path]) => names.has(path.split(/[./]/)[0]!))) : messages

/** Saves the changed tabs one after another, each by its own call; each is based on the version that the one before made. */
async function writeTabs(module: Module, values: Row, saving: Writing, tabs: readonly Tab[]): Promise<RecordRow> {
  let record = { ...saving.values, id: saving.id!, version: saving.version } as RecordRow
  for (const tab of tabs) {
    const changed = fieldsOf(tab).filter(
      (name) => name in values && JSON.stringify(values[name] ?? null) !== JSON.stringify(record[name] ?? null),
    )
    if (!changed.length) continue
    // A change holds from the day that is seen beside it, changed or not.
    const dated = fieldsOf(tab).filter((name) => module.field[name]?.type === 'date' && module.field[name].writable && values[name])
    const sent = Object.fromEntries([...new Set([...changed, ...dated])].map((name) => [name, values[name]]))
    record = { ...record, ...(await patch<Row>(`${module.name}/${saving.id}/${tab.section}`, { ...sent, version: record.version })) }
    saving.adopt(record)
  }
  return record
}

/** Lines of a record that is gone are lines of a new one. */
const withNewLines = (module: Module, values: Row): Row => ({
  ...values,
  ...Object.fromEntries(
    module.lines.flatMap(({ name }) =>
      Array.isArray(values[name]) ? [[name, (values[name] as Row[]).map(({ id: _, ...line }) => line)]] : [],
    ),
  ),
})

/**
 * Creates the record, once: where the response to an earlier attempt was lost it may exist already. The same values are
 * sent with the same key; with other values the earlier attempt is completed first, and changed then.
 */
async function create(module: Module, store: RecordStore, saving: Writing, section?: string): Promise<RecordRow | null> {
  const { creation } = saving
  const values = withNewLines(module, store.snapshot())
  const earlier = creation.current
  const isOther = earlier !== undefined && JSON.stringify(earlier.values) !== JSON.stringify(values)
  const { key, values: sent } = earlier ?? { key: randomName(), values }
  creation.current = { key, values: sent }
  try {
    const record = await post<RecordRow>(module.name, sent, { headers: { 'Idempotency-Key': key } })
    creation.current = undefined
    if (!isOther) return record
    saving.adopt(record)
    return await write(module, store, { ...saving, id: record.id, version: record.version, values: record }, section)
  } catch (error) {
    // A refusal means that nothing was made.
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500
    if (!refused || !creation.current) throw error
    creation.current = undefined
    if (!isOther) throw error
    return create(module, store, saving, section)
  }
}

async function write(module: Module, store: RecordStore, saving: Writing, section?: string): Promise<RecordRow | null> {
  const { id, version, values: base } = saving
  const values: Row = store.snapshot()
  if (id === null) return create(module, store, saving, section)
  const tabs = tabsOf(module, section)
  if (tabs.length) return writeTabs(module, values, saving, tabs)
  try {
    return await put<RecordRow>(`${module.name}/${id}`, { ...values, version })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    const { resolveConflict } = await import('./ConflictDialog.tsx')
    saving.giveBack()
    const chosen = await resolveConflict(module, { base, sent: values, shown: store.copy() }, error.details)
    return chosen ? put<RecordRow>(`${module.name}/${id}`, chosen) : null
  }
}
