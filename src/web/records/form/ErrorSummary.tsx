import { Alert, Anchor, List } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import { label, t } from '../../fields/text.ts'
import { goToCell } from '../grid/goTo.ts'
import type { RecordStore } from './store.ts'
import { useErrorCount } from './useStore.ts'

const SHOWN = 8

/**
 * All messages of the form, with the tab that each is on, each a jump to its field. After a save that failed
 * (`failures` has grown) the first wrong field has the focus, its tab in front.
 */
export function ErrorSummary({
  module,
  store,
  refusal,
  failures = 0,
  idPrefix,
}: {
  module: Module
  store: RecordStore
  refusal: string | undefined
  /** How many saves have failed for messages of fields. */
  failures?: number
  idPrefix: string
}) {
  useErrorCount(store)
  const paths = inOrder(module, store)
  const first = useRef(paths[0])
  first.current = paths[0]
  const alert = useRef<HTMLDivElement>(null)
  useSteadyPage(alert)
  // A user who pressed a button far down, or on a phone, would not see why nothing happened.
  useEffect(() => {
    if (refusal) alert.current?.scrollIntoView({ block: 'center' })
  }, [refusal])
  useEffect(() => {
    if (failures > 0 && first.current) jump(first.current, idPrefix, alert.current)
  }, [failures, idPrefix])
  if (paths.length === 0 && !refusal) return null
  return (
    <Alert
      ref={alert}
      color="red"
      role="alert"
      mb="md"
      // The browser holds what is below it in place when it grows, not the summary.
      style={{ overflowAnchor: 'none' }}
      icon={<IconAlertCircle size={18} />}
      title={paths.length ? t('form.errors', { count: paths.length }) : refusal}
    >
      {paths.length > 0 && (
        <List size="sm" listStyleType="none">
          {paths.slice(0, SHOWN).map((path) => (
            <List.Item key={path}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                c="inherit"
                td="underline"
                onClick={() => jump(path, idPrefix, alert.current)}
              >
                {titleOf(module, store, path)}: {store.errorsAt(path)[0]}
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

/**
 * Keeps what the user works on below the summary in place while messages come above it: a pasted block would leave the
 * screen. Browsers do the same, but not on a page that is at its top.
 */
function useSteadyPage(summary: RefObject<HTMLElement | null>): void {
  const height = useRef(0)
  // After every drawing, since each may have more messages.
  useLayoutEffect(() => {
    const box = summary.current
    const page = document.getElementById('main')
    const grown = box ? box.offsetHeight + Number.parseFloat(getComputedStyle(box).marginBottom || '0') : 0
    const more = grown - height.current
    height.current = grown
    const worked = document.activeElement
    if (!box || !page || more <= 0 || page.scrollTop > 0 || !worked?.closest('[data-field], [data-lines], [role=grid]')) return
    if (box.compareDocumentPosition(worked) === Node.DOCUMENT_POSITION_FOLLOWING) page.scrollTop = more
  })
}

/** Paths of the messages as their fields follow each other in the form; what the form does not place comes last. */
function inOrder(module: Module, store: RecordStore): readonly string[] {
  const names = module.form.tabs.flatMap(({ sections }) => sections.flatMap(({ fields }) => fields))
  const place = (path: string): readonly number[] => {
    const [name = '', key, field = ''] = path.split('/')
    const index = names.indexOf(name)
    const columns = module.lines.find((lines) => lines.name === name)?.columns ?? []
    return [index < 0 ? names.length : index, key ? store.indexOf(name, key) : -1, columns.indexOf(field)]
  }
  return store.errorPaths
    .map((path) => ({ path, place: place(path) }))
    .sort((a, b) => a.place[0]! - b.place[0]! || a.place[1]! - b.place[1]! || a.place[2]! - b.place[2]!)
    .map(({ path }) => path)
}

/** The name of a message's field, with its tab where the form has several. */
function titleOf(module: Module, store: RecordStore, path: string): string {
  const field = fieldTitle(module, store, path)
  const { tabs } = module.form
  const [name = ''] = path.split('/')
  const tab = tabs.length > 1 ? tabs.find(({ sections }) => sections.some(({ fields }) => fields.includes(name))) : undefined
  return tab ? t('form.errorOnTab', { field, tab: label(tab.title ?? t('form.general')) }) : field
}

function fieldTitle(module: Module, store: RecordStore, path: string): string {
  const [name = '', key, field = ''] = path.split('/')
  const lines = module.lines.find((candidate) => candidate.name === name)
  if (!lines) return label(module.field[name]?.title ?? name)
  if (!key) return label(lines.title)
  return [t('grid.line', { number: store.indexOf(name, key) + 1 }), lines.field[field] && label(lines.field[field].title)]
    .filter(Boolean)
    .join(', ')
}

/** Brings a field of the form beside the summary to the front and into view; a cell by way of its grid, which may not have drawn it yet. */
function jump(path: string, idPrefix: string, summary: HTMLElement | null): void {
  const [name = '', key, field] = path.split('/')
  const form = summary?.parentElement ?? document
  const target =
    document.getElementById(`${idPrefix}${name}`) ??
    form.querySelector<HTMLElement>(`[data-lines="${name}"]`) ??
    form.querySelector<HTMLElement>(`[data-field="${name}"] :is(input, textarea, button, [tabindex="0"])`)
  if (!target) return
  const tab = document.getElementById(target.closest('[role=tabpanel]')?.getAttribute('aria-labelledby') ?? '')
  if (tab && tab.getAttribute('aria-selected') !== 'true') tab.click()
  // A field on a hidden tab cannot take the focus before the tab is shown.
  requestAnimationFrame(() => {
    target.scrollIntoView({ block: 'center' })
    if (key) goToCell(target, { key, field })
    else target.focus()
  })
}
