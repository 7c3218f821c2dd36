/** The layout of a record's form: tabs, sections, columns; the same for every way of drawing the fields. */
import { Button, Group, Title } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import type { Layout, Module } from '../../../engine/model/module.ts'
import { label, t } from '../../fields/text.ts'
import { later } from '../../ui/later.tsx'
import { partOfTab } from '../view/parts.ts'
import { RecordLoading } from '../view/states.tsx'
import classes from './form.module.css'
import type { RecordContext } from './RecordField.tsx'
import type { RecordStore } from './store.ts'

const FormTabs = later(async () => (await import('./FormTabs.tsx')).default, <RecordLoading />)

/** The contents at the place of each field and child table. */
type Content = (name: string) => ReactNode

/** Places the fields in the module's tabs and sections; one of the fields per child table is its grid. */
export function Sections({ module, context, content }: { module: Module; context: RecordContext; content: Content }) {
  const { store, mode, saveTab, busy, tab: only } = context
  const tabs = mode === 'new' ? withoutLater(module, store) : module.form.tabs
  if (only !== undefined && tabs[only]) return <TabSections tab={tabs[only]} content={content} module={module} />
  const panels = tabs.map((tab, index) => ({
    key: partOfTab(tab, index),
    title: label(tab.title ?? t('form.general')),
    fields: tab.sections.flatMap(({ fields }) => fields),
    body: (
      <Fragment key={index}>
        <TabSections tab={tab} content={content} module={module} />
        {mode === 'edit' && saveTab && tab.section && (
          <Group justify="flex-end" mt="md">
            <Button variant="default" loading={busy === true} onClick={() => saveTab(tab.section!)}>
              {t('form.saveTab', { name: label(tab.title ?? t('form.general')) })}
            </Button>
          </Group>
        )}
      </Fragment>
    ),
  }))
  if (panels.length === 1) return panels[0]!.body
  return <FormTabs panels={panels} opening={panels.find(({ key }) => key === context.part) ?? panels[0]!} store={store} />
}

/**
 * The tabs of a new record, without fields that the server fills later: approvers, posted amounts. Fields computed while
 * the user types stay, and so do known values. A section or tab without other fields is left out.
 */
function withoutLater(module: Module, store: RecordStore): Layout['tabs'] {
  const live = new Set(module.compute.flatMap((node) => (node.kind === 'set' ? node.writes : [node.field])))
  const isLater = (name: string) => {
    const field = module.field[name]
    if (field) return !field.writable && !field.computed && !field.fetch && !live.has(name)
    return module.lines.find((lines) => lines.name === name)?.readonly === true
  }
  const isEmpty = (name: string) => {
    const value = store.value(name)
    return Array.isArray(value) ? value.length === 0 : !value
  }
  const tabs = module.form.tabs
    .map((tab) => ({
      ...tab,
      sections: tab.sections
        .filter((section) => section.fields.some((name) => isPart(module, name) && !isLater(name)))
        .map((section) => ({ ...section, fields: section.fields.filter((name) => !isLater(name) || !isEmpty(name)) })),
    }))
    .filter((tab) => tab.sections.length > 0)
  return tabs.length > 0 ? tabs : module.form.tabs
}

function TabSections({ tab, content, module }: { tab: Layout['tabs'][number]; content: Content; module: Module }) {
  const isLines = (name: string) => module.lines.some((lines) => lines.name === name)
  const titleOf = (name: string) => label(module.lines.find((lines) => lines.name === name)?.title ?? name)
  return (
    <div className={classes.sections}>
      {tab.sections.map((section, index) => {
        const runs = runsOf(
          section.fields.filter((name) => isPart(module, name)),
          isLines,
        )
        // A table has its title unless it is the only subject of the section.
        const isShared = runs.filter((run) => run.lines).length > 1
        const isTitled = (run: Run, index: number) =>
          isShared || (index > 0 && (section.title === undefined || label(section.title) !== titleOf(run.names[0]!)))
        return (
          <section key={index} className={classes.section}>
            {section.title && (
              <Title order={2} className={classes.sectionTitle}>
                {label(section.title)}
              </Title>
            )}
            {runs.map((run, position) =>
              run.lines ? (
                <div key={position} className={classes.table}>
                  {isTitled(run, position) && (
                    <Title order={section.title ? 3 : 2} className={classes.tableTitle}>
                      {titleOf(run.names[0]!)}
                    </Title>
                  )}
                  {content(run.names[0]!)}
                </div>
              ) : (
                <div key={position} className={classes.fields} data-columns={section.columns ?? 2} data-totals={run.totals || undefined}>
                  {run.names.map((name) => (
                    <Fragment key={name}>{content(name)}</Fragment>
                  ))}
                </div>
              ),
            )}
          </section>
        )
      })}
    </div>
  )
}

interface Run {
  lines: boolean
  totals: boolean
  names: string[]
}
/** Splits a section at its child tables; fields after a table are its totals. */
function runsOf(names: readonly string[], isLines: (name: string) => boolean): Run[] {
  const runs: Run[] = []
  for (const name of names) {
    const last = runs.at(-1)
    if (isLines(name)) runs.push({ lines: true, totals: false, names: [name] })
    else if (last && !last.lines) last.names.push(name)
    else runs.push({ lines: false, totals: last?.lines === true, names: [name] })
  }
  return runs
}

const isPart = (module: Module, name: string): boolean => name in module.field || module.lines.some((lines) => lines.name === name)
