import { NativeSelect, Tabs } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Module } from '../../../engine/model/module.ts'
import type { RecordRow } from '../../api/types.ts'
import { label, t } from '../../fields/text.ts'
import { later } from '../../ui/later.tsx'
import { PanelTable } from '../panels/PanelTable.tsx'
import classes from './parts.module.css'
import { groupsOf, isGrouped, PART } from './parts.ts'

const Upcoming = later(async () => (await import('./Upcoming.tsx')).default)

interface Props {
  readonly module: Module
  readonly record: RecordRow
  /** Whether the user can change the record, which decides for child records without a menu of their own. */
  readonly writable: boolean
  /** The child modules as they are to be shown, by name; by default as the person may see them in general. */
  readonly belongings?: Readonly<Record<string, Module>>
  /** The form of the record: one tab of it, or all. */
  readonly form: (tab?: number) => ReactNode
}

/** The parts of a record: its form, and the child records of other modules; as a grouped list where the descriptor groups them. */
export function Parts(props: Props) {
  const { module, form } = props
  if (isGrouped(module)) return <Grouped {...props} />
  return module.panels.length ? <Tabbed {...props} /> : form()
}

/** Changes of child records that wait for their day. */
const Waiting = ({ module, record, onShow }: Props & { onShow: (path: string) => void }) =>
  module.panels.map(
    (panel) =>
      panel.upcoming && (
        <Upcoming
          key={panel.path}
          parent={module}
          id={record.id}
          panel={{ ...panel, upcoming: panel.upcoming }}
          onShow={() => onShow(panel.path)}
        />
      ),
  )

function Tabbed(props: Props) {
  const { module, record, writable, belongings, form } = props
  const [tab, setTab] = useState<string | null>('record')
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="record">{t('view.record')}</Tabs.Tab>
        {module.panels.map((panel) => (
          <Tabs.Tab key={panel.path} value={panel.path}>
            {label(panel.title)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="record">
        <Waiting {...props} onShow={setTab} />
        {form()}
      </Tabs.Panel>
      {module.panels.map((panel) => (
        <Tabs.Panel key={panel.path} value={panel.path}>
          <PanelTable parent={module} id={record.id} panel={panel} writable={writable} child={belongings?.[panel.module]} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

/** A list of parts beside the one in front, under its headings; on a narrow page a select. The address keeps which. */
function Grouped(props: Props) {
  const { module, record, writable, belongings, form } = props
  const groups = useMemo(() => groupsOf(module), [module])
  const [params, setParams] = useSearchParams()
  const all = groups.flatMap(({ parts }) => parts)
  const shown = all.find(({ key }) => key === params.get(PART)) ?? all[0]
  const show = (key: string) =>
    setParams(
      (before) => {
        before.set(PART, key)
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  if (!shown) return null
  return (
    <div className={classes.parts}>
      <nav className={classes.list} aria-label={t('view.parts')}>
        {groups.map(({ title, parts }) => (
          <div key={title}>
            <h2 className={classes.heading}>{title}</h2>
            <ul>
              {parts.map((part) => (
                <li key={part.key}>
                  <button type="button" aria-current={part === shown ? 'true' : undefined} onClick={() => show(part.key)}>
                    {part.title}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <NativeSelect
        className={classes.select!}
        aria-label={t('view.parts')}
        value={shown.key}
        onChange={(event) => show(event.currentTarget.value)}
        data={groups.map(({ title, parts }) => ({
          group: title,
          items: parts.map(({ key, title: text }) => ({ value: key, label: text })),
        }))}
      />
      <section className={classes.body} aria-label={shown.title}>
        <Waiting {...props} onShow={show} />
        {shown.panel ? (
          <PanelTable
            key={shown.key}
            parent={module}
            id={record.id}
            panel={shown.panel}
            writable={writable}
            child={belongings?.[shown.panel.module]}
          />
        ) : (
          form(shown.tab)
        )}
      </section>
    </div>
  )
}
