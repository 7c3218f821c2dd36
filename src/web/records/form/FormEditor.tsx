import { Alert, Button, Group, Text } from '@mantine/core'
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useBlocker, useNavigate, useSearchParams } from 'react-router-dom'
import type { Module, Row } from '../../../engine/model/module.ts'
import { useFieldClient } from '../../fields/client.ts'
import { formatDateTime } from '../../fields/dates.ts'
import { label, t } from '../../fields/text.ts'
import { words } from '../../i18n/words.ts'
import { type Command, useCommands } from '../../routing/commands.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { dialogs } from '../../ui/dialogs/index.ts'
import { returnFocus } from '../../ui/focus.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { ActionBar, type BarAction } from '../actions/ActionBar.tsx'
import { saidOf } from '../actions/said.ts'
import { nameOf } from '../title.ts'
import { PART, withPart } from '../view/parts.ts'
import { Advice } from './Advice.tsx'
import { calculatorFor } from './calculator.ts'
import { draftKey, onCurrent, readDraft, useDraft } from './draft.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { useFirstChoices } from './first-choice.ts'
import { followingTransition, isMeantBySaving } from './follow.ts'
import classes from './form.module.css'
import { useProposals } from './proposals.ts'
import { RecordForm } from './RecordForm.tsx'
import { useSources } from './sources.ts'
import { RecordStore } from './store.ts'
import { useEnv } from './useEnv.ts'
import { firstCell, useFirstFocus } from './useFirstFocus.ts'
import { useSave } from './useSave.ts'
import { useDirty } from './useStore.ts'

/** The editing of a record: form, draft, guard against leaving, saving. */
export function FormEditor({
  module,
  values,
  id,
  version,
  origin,
}: {
  module: Module
  values: Row
  id: number | null
  version: number | null
  /** The source of a new record. */
  origin?: string
}) {
  const { base, can } = useModuleRoute()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const part = params.get(PART)
  const env = useEnv(module.lookups)
  const client = useFieldClient()
  const idPrefix = `${useId()}-`
  const [store] = useState(() => {
    const created = new RecordStore(module, values, calculatorFor(module, env))
    if (id === null) created.load(values, { compute: true })
    created.resolveRef = async (field, ref) =>
      field.to ? (await client.dropdown(field.to, { filter: { id: ref }, limit: 1 }))[0] : undefined
    return created
  })
  const key = draftKey(module.name, id ?? 'new', origin)
  const [draft, setDraft] = useState(() => readDraft(key))
  const { save, busy, refusal, failures, based, baseOn } = useSave(module, store, { id, version, values })
  const dirty = useDirty(store)
  useProposals(module, store, id === null)
  useFirstChoices(module, store, id === null)
  const takeSource = useSources(module, store, id === null || can('new'))
  const leaving = useRef(false)
  const giveUpDraft = useDraft(store, key, based)
  useLeaveGuard(dirty, leaving)

  const finish = async (then?: string) => {
    const saved = await save(then)
    if (!saved) return
    leaving.current = true
    giveUpDraft()
    await navigate(withPart(`${base}/view/${saved.id}`, params.toString()), {
      replace: id === null,
      state: { saved: true, ...(then && { said: saidOf(module, saved, then) }) },
    })
  }
  /** Saves one tab; unsaved changes on the others stay. */
  const saveTab = useCallback(
    async (section: string) => {
      const saved = await save(undefined, section)
      if (saved) store.load({ ...store.copy(), ...tabValues(module, section, saved) }, { changed: unsaved(module, section, store, saved) })
    },
    [save, store, module],
  )
  const follow = followingTransition(module, values, { can, env })
  const actions: BarAction[] = follow
    ? [
        {
          name: 'save-and',
          title: t('form.saveAnd', { action: label(follow.title).toLowerCase() }),
          prominent: true,
          firstOnPhone: isMeantBySaving(follow),
          busy,
          run: () => void finish(follow.name),
        },
      ]
    : []
  if (id === null) {
    // A source that no field of the form can choose needs a button; the first one is the usual one, others are in the menu.
    const usual = module.sources.find(({ field }) => !field || !module.field[field]?.writable)
    for (const source of module.sources) {
      actions.push({
        name: `from-${source.module}`,
        prominent: source === usual,
        title: t('form.createFromNamed', { name: label(words(source.module)) }),
        run: () =>
          void import('./SourcePicker.tsx')
            .then(({ pickSource }) => pickSource(source, store))
            .then((picked) => {
              if (!picked?.ids.length) return
              if (source.field)
                store.set(source.field, source.many ? picked.ids : picked.ids[0], source.many ? picked.refs : picked.refs[0])
              else void takeSource(source, picked.ids)
            }),
      })
    }
  }
  useCommands([
    { id: 'form.save', title: t('form.save'), keys: ['mod+s'], whileTyping: true, run: () => void finish() },
    ...(follow
      ? [
          {
            id: 'form.saveAnd',
            title: actions[0]!.title,
            keys: ['mod+enter'],
            whileTyping: true,
            run: () => void finish(follow.name),
          } satisfies Command,
        ]
      : []),
  ])

  const title =
    id === null
      ? t('form.new', { name: label(module.singular) })
      : t('form.edit', { name: nameOf(module, values) ?? label(module.singular) })
  usePageTitle(title)
  const form = useRef<HTMLDivElement>(null)
  const [begin] = useState(() => (id === null ? undefined : firstCell(module, store, editableFields(module, values))))
  useFirstFocus(form, begin)
  const context = useMemo(
    () => ({
      store,
      mode: id === null ? ('new' as const) : ('edit' as const),
      editable: editableFields(module, values),
      idPrefix,
      part,
      saveTab: (section: string) => void saveTab(section),
      busy,
    }),
    [store, id, module, values, idPrefix, part, saveTab, busy],
  )
  return (
    <div className={classes.page}>
      <ActionBar
        title={title}
        module={module}
        record={id === null ? undefined : values}
        note={
          dirty && (
            <Text size="sm" c="dimmed" visibleFrom="sm">
              {t('form.unsaved')}
            </Text>
          )
        }
        back={id === null ? base : withPart(`${base}/view/${id}`, params.toString())}
        primary={{ name: 'save', title: t('form.save'), busy, run: () => void finish() }}
        actions={actions}
      />
      {draft && (
        <Alert
          mb="md"
          color="yellow"
          title={t(draft.version === version ? 'form.draftFound' : 'form.draftOlder', { when: formatDateTime(draft.at) })}
        >
          <Group gap="xs">
            <Button
              size="compact-sm"
              onClick={() => {
                void mayReplace(dirty).then((replace) => {
                  if (!replace) return
                  const isOlder = draft.version !== version
                  store.load(isOlder ? onCurrent(module, draft, values, context.editable) : draft.values, { changed: true })
                  // Saving it shows both versions then.
                  if (isOlder) baseOn(draft)
                  setDraft(null)
                  setTimeout(returnFocus)
                })
              }}
            >
              {t('form.restore')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                giveUpDraft()
                setDraft(null)
                setTimeout(returnFocus)
              }}
            >
              {t('form.discard')}
            </Button>
          </Group>
        </Alert>
      )}
      <ErrorSummary module={module} store={store} refusal={refusal} failures={failures} idPrefix={idPrefix} />
      {module.form.advice && <Advice module={module} store={store} id={id} />}
      {context.editable !== '*' && <Limited module={module} store={store} values={values} editable={context.editable} />}
      <div ref={form}>
        <RecordForm module={module} context={context} />
      </div>
    </div>
  )
}

const fieldsOfTab = (module: Module, section: string): readonly string[] =>
  module.form.tabs.find((tab) => tab.section === section)?.sections.flatMap(({ fields }) => fields) ?? []

/** The server's values of one tab, with the records of its references. */
function tabValues(module: Module, section: string, saved: Row): Row {
  const names = fieldsOfTab(module, section).flatMap((name) => [name, module.field[name]?.refAs ?? name])
  return Object.fromEntries(['version', ...names].filter((name) => name in saved).map((name) => [name, saved[name]]))
}

/** Whether other tabs have unsaved changes. */
function unsaved(module: Module, section: string, store: RecordStore, saved: Row): boolean {
  const done = new Set(fieldsOfTab(module, section))
  const values = store.snapshot()
  return Object.keys(values).some((name) => !done.has(name) && JSON.stringify(values[name] ?? null) !== JSON.stringify(saved[name] ?? null))
}

const isNew = (values: Row): boolean => values.id === undefined || values.id === null

/** The fields that users can change in the record's state: all of a new record, whatever its first state leaves open later. */
export const editableFields = (module: Module, values: Row): '*' | readonly string[] =>
  isNew(values) ? '*' : (module.workflow?.states[String(values.status ?? module.workflow.initial)]?.edit ?? '*')

interface LimitedProps {
  module: Module
  store: RecordStore
  values: Row
  editable: readonly string[]
}

/**
 * Says which few fields users can change in this state, without those that the record hides from this user or only shows. A new
 * record has nothing that could not be changed.
 */
export function Limited({ module, store, values, editable }: LimitedProps) {
  const state = module.workflow?.states[String(values.status ?? module.workflow.initial)]
  const names = editable.flatMap((name) => {
    const field = module.field[name]
    if (!field) return module.lines.filter((lines) => lines.name === name).map(({ title }) => label(title))
    const { visible, readonly } = store.state(field)
    return visible && !readonly ? [label(field.title)] : []
  })
  if (!state || names.length === 0 || isNew(values)) return null
  return (
    <Alert color="gray" mb="md" py="xs" role="note">
      {t('form.limited', {
        name: nameOf(module, values) ?? label(module.singular),
        state: label(state.title).toLowerCase(),
        fields: names.join(', '),
      })}
    </Alert>
  )
}

/** Asks before an older draft replaces values that were entered since. */
const mayReplace = async (dirty: boolean): Promise<boolean> =>
  !dirty || dialogs.warning({ title: t('form.restoreTitle'), message: t('form.restoreMessage'), confirm: t('form.restore') })

/** Asks before unsaved changes are left behind, inside the application and when the page itself closes. */
function useLeaveGuard(dirty: boolean, leaving: { readonly current: boolean }): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && !leaving.current && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    void dialogs
      .warning({ title: t('form.leaveTitle'), message: t('form.leaveMessage'), confirm: t('form.leave'), cancel: t('form.stay') })
      .then((leave) => (leave ? blocker.proceed() : blocker.reset()))
  }, [blocker])
  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => !leaving.current && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [dirty, leaving])
}
