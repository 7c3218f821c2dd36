import { Alert, Anchor, List } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Module } from '../../../engine/module.ts'
import { label, t } from '../../fields/text.ts'
import type { RecordStore } from './store.ts'
import { useErrorCount } from './useStore.ts'

const SHOWN = 8

/** All messages of the form, each a jump to its field. */
export function ErrorSummary({
  module,
  store,
  refusal,
  idPrefix,
}: {
  module: Module
  store: RecordStore
  refusal: string | undefined
  idPrefix: string
}) {
  useErrorCount(store)
  const paths = store.errorPaths
  const alert = useRef<HTMLDivElement>(null)
  // Who pressed a button far down, or on a phone, would not see why nothing followed.
  useEffect(() => {
    if (refusal) alert.current?.scrollIntoView({ block: 'center' })
  }, [refusal])
  if (paths.length === 0 && !refusal) return null
  return (
    <Alert
      ref={alert}
      color="red"
      role="alert"
      mb="md"
      icon={<IconAlertCircle size={18} />}
      title={paths.length ? t('form.errors', { count: paths.length }) : refusal}
    >
      {paths.length > 0 && (
        <List size="sm" listStyleType="none">
          {paths.slice(0, SHOWN).map((path) => (
            <List.Item key={path}>
              <Anchor component="button" type="button" size="sm" c="inherit" td="underline" onClick={() => jump(path, idPrefix)}>
                {titleOf(module, store, path)}: {store.errorsAt(path)[0]}
              </Anchor>
            </List.Item>
          ))}
        </List>
      )}
    </Alert>
  )
}

function titleOf(module: Module, store: RecordStore, path: string): string {
  const [name = '', key, field = ''] = path.split('/')
  const lines = module.lines.find((candidate) => candidate.name === name)
  if (!lines) return label(module.field[name]?.title ?? name)
  if (!key) return label(lines.title)
  return [t('grid.line', { number: store.indexOf(name, key) + 1 }), lines.field[field] && label(lines.field[field].title)]
    .filter(Boolean)
    .join(', ')
}

/** Brings a field to the front and into view; a cell by way of its grid. */
function jump(path: string, idPrefix: string): void {
  const [name = '', key, field] = path.split('/')
  const target = key
    ? document.querySelector<HTMLElement>(`[data-key="${key}"]`)?.closest<HTMLElement>('[role=grid]')
    : document.getElementById(`${idPrefix}${name}`)
  if (!target) return
  const panel = target.closest<HTMLElement>('[role=tabpanel]')
  if (panel) document.getElementById(panel.getAttribute('aria-labelledby') ?? '')?.click()
  target.scrollIntoView({ block: 'center' })
  target.focus()
  if (key && field)
    document
      .querySelector<HTMLElement>(`[data-key="${key}"] [id$="-${field}"]`)
      ?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
}
