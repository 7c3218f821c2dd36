import { ActionIcon, Button, Menu, Select } from '@mantine/core'
import { IconDots, IconGripVertical } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { put } from '../../../api/client.ts'
import { useApplications } from '../../../routing/navigation.ts'
import { dialogs } from '../../../ui/dialogs/index.ts'
import { ModuleIcon } from '../../../ui/ModuleIcon.tsx'
import { Empty } from '../../admin/parts/Empty.tsx'
import { useBusy } from '../../admin/parts/useBusy.ts'
import { allModulesQuery, applicationsQuery } from '../../admin/queries.ts'
import { label, t } from '../../admin/text.ts'
import type { NavigationEntry } from '../../admin/types.ts'
import { NewGroup } from './NewGroup.tsx'
import classes from './navigation.module.css'
import { refreshApplication } from './refresh.ts'
import { type Move, moved, type NavigationGroup, stepped } from './tree.ts'

const entryTitle = ({ title, module }: NavigationEntry): string => label(title || module?.title || module?.label || module?.name || '')

/** The menu, to be put in order by dragging, by Alt with the arrows, or from the menu of each entry. */
export function MenuTree({
  application,
  groups: saved,
  readOnly,
}: {
  application: number
  groups: readonly NavigationGroup[]
  readOnly: boolean
}) {
  const { busy, run } = useBusy()
  /** The menu after a move that is still in progress. */
  const [ahead, setAhead] = useState<readonly NavigationGroup[]>()
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const [first, setFirst] = useState<NavigationEntry>()
  const groups = ahead ?? saved
  const icons = useModuleIcons()

  const change = async (work: () => Promise<unknown>, done?: string) => {
    await run('change', work, done)
    await refreshApplication(application)
    setAhead(undefined)
  }
  const move = (to: Move | undefined) => {
    if (!to || busy) return
    setAhead(moved(groups, to))
    void change(() => put(`application/${application}/move`, to))
  }
  const drop = (before: NavigationEntry, position: number) => {
    setOver(undefined)
    if (dragged === undefined || dragged === before.id) return
    // Taken out above its new place, everything below moves up by one.
    const from = groups.find(({ title }) => title === (before.parent ?? ''))?.entries.findIndex(({ id }) => id === dragged) ?? -1
    move({ id: dragged, parent: before.parent, position: from >= 0 && from < position ? position - 1 : position })
  }
  const swap = (second: NavigationEntry) => {
    const from = first!
    setFirst(undefined)
    if (from.id === second.id) return
    void change(
      () => put(`application/${application}/swap`, { from: from.id, to: second.id }),
      t('navigation.swapped', { first: entryTitle(from), second: entryTitle(second) }),
    )
  }
  return (
    <>
      {first && (
        <p className={classes.hint} role="status">
          {t('navigation.swapWith', { entry: entryTitle(first) })}
          <Button size="compact-xs" variant="subtle" onClick={() => setFirst(undefined)}>
            {t('admin.cancel')}
          </Button>
        </p>
      )}
      {groups.length === 0 && <Empty>{t('navigation.empty')}</Empty>}
      {groups.map((group) => (
        <section key={group.title} className={classes.group} aria-label={label(group.title) || t('navigation.top')}>
          <h3>{label(group.title) || t('navigation.top')}</h3>
          <ul>
            {group.entries.map((entry, position) => (
              <li
                key={entry.id}
                draggable={!readOnly}
                data-over={over === entry.id || undefined}
                data-dragged={dragged === entry.id || undefined}
                onDragStart={() => setDragged(entry.id)}
                onDragEnd={() => setDragged(undefined)}
                onDragOver={(event) => {
                  event.preventDefault()
                  setOver(entry.id)
                }}
                onDrop={() => drop(entry, position)}
              >
                {!readOnly && <IconGripVertical size={16} className={classes.grip!} aria-hidden />}
                <ModuleIcon name={entry.icon || (icons.get(entry.module_id ?? 0) ?? '')} size={18} />
                <EntryName
                  entry={entry}
                  readOnly={readOnly}
                  swapping={first !== undefined}
                  onStep={(step) => move(stepped(groups, entry.id, step))}
                  onSwap={() => swap(entry)}
                />
                {!readOnly && (
                  <EntryMenu
                    application={application}
                    entry={entry}
                    groups={groups}
                    onMove={move}
                    onSwap={() => setFirst(entry)}
                    onChange={change}
                  />
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {!readOnly && <LinkModule application={application} groups={groups} onChange={change} />}
    </>
  )
}

function EntryName({
  entry,
  readOnly,
  swapping,
  onStep,
  onSwap,
}: {
  entry: NavigationEntry
  readOnly: boolean
  swapping: boolean
  onStep: (step: -1 | 1) => void
  onSwap: () => void
}) {
  const title = entryTitle(entry)
  if (readOnly) return <span className={classes.name}>{title}</span>
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (!step || !event.altKey) return
    event.preventDefault()
    onStep(step)
  }
  return (
    <button
      type="button"
      className={classes.name}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      title={t('navigation.keys')}
      onKeyDown={onKeyDown}
      onClick={swapping ? onSwap : undefined}
    >
      {title}
    </button>
  )
}

/** Icons of the modules, from the menus of the frame. */
const useModuleIcons = (): ReadonlyMap<number, string> => {
  const applications = useApplications()
  return useMemo(
    () =>
      new Map(
        applications.flatMap((application) =>
          application.groups.flatMap(({ modules }) => modules.map(({ module_id, icon }) => [module_id ?? 0, icon] as const)),
        ),
      ),
    [applications],
  )
}

type Change = (work: () => Promise<unknown>, done?: string) => Promise<void>

function EntryMenu({
  application,
  entry,
  groups,
  onMove,
  onSwap,
  onChange,
}: {
  application: number
  entry: NavigationEntry
  groups: readonly NavigationGroup[]
  onMove: (move: Move | undefined) => void
  onSwap: () => void
  onChange: Change
}) {
  const applications = useQuery(applicationsQuery)
  const title = entryTitle(entry)
  const others = groups.filter((group) => group.title !== (entry.parent ?? ''))
  const toNewGroup = async () => {
    const name = await dialogs.modal<string>({ title: t('navigation.newGroup'), width: 420 }, (close) => <NewGroup onDone={close} />)
    if (name) onMove({ id: entry.id, parent: name, position: 0 })
  }
  const takeOut = () => {
    const modules = groups
      .flatMap(({ entries }) => entries)
      .flatMap((navigationEntry) => (navigationEntry.id === entry.id ? [] : [navigationEntry.module_id]))
    return onChange(() => put(`application/${application}/modules`, { modules }), t('navigation.removed', { entry: title }))
  }
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('navigation.actions', { entry: title })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: 'auto' }}>
        <Menu.Item onClick={() => onMove(stepped(groups, entry.id, -1))}>{t('navigation.up')}</Menu.Item>
        <Menu.Item onClick={() => onMove(stepped(groups, entry.id, 1))}>{t('navigation.down')}</Menu.Item>
        <Menu.Item onClick={onSwap}>{t('navigation.swap')}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('navigation.toGroup')}</Menu.Label>
        {others.map((group) => (
          <Menu.Item
            key={group.title}
            onClick={() => onMove({ id: entry.id, parent: group.title || null, position: group.entries.length })}
          >
            {label(group.title) || t('navigation.top')}
          </Menu.Item>
        ))}
        <Menu.Item onClick={() => void toNewGroup()}>{t('navigation.newGroup')}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('navigation.transfer')}</Menu.Label>
        {(applications.data ?? [])
          .filter(({ id }) => id !== application)
          .map((other) => (
            <Menu.Item
              key={other.id}
              onClick={() =>
                void onChange(
                  () => put(`application/${application}/transfer`, { module_id: entry.module_id, application_id: other.id }),
                  t('navigation.transferred', { entry: title, application: label(other.title) }),
                )
              }
            >
              {label(other.title)}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => void takeOut()}>
          {t('navigation.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Brings a module of any application into this menu. */
function LinkModule({ application, groups, onChange }: { application: number; groups: readonly NavigationGroup[]; onChange: Change }) {
  const modules = useQuery(allModulesQuery)
  const here = new Set(groups.flatMap(({ entries }) => entries.map(({ module_id }) => module_id)))
  const missing = (modules.data ?? []).filter(({ module_id }) => !here.has(module_id))
  return (
    <Select
      className={classes.link!}
      label={t('navigation.link')}
      placeholder={t('navigation.linkHint')}
      searchable
      limit={100}
      value={null}
      data={missing.map(({ module_id, title }) => ({ value: String(module_id), label: label(title) }))}
      onChange={(value) => {
        const knownModule = missing.find(({ module_id }) => String(module_id) === value)
        if (knownModule)
          void onChange(
            () => put(`application/${application}/link`, { module_id: knownModule.module_id }),
            t('navigation.linked', { module: label(knownModule.title) }),
          )
      }}
    />
  )
}
