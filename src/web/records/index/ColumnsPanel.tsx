import { ActionIcon, Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPin, IconPinFilled, IconSearch } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { type DragEvent, useRef, useState } from 'react'
import type { Column, Module } from '../../../engine/model/module.ts'
import { label, t } from '../../i18n/index.ts'
import { type Density, densityAtom } from '../../state/preferences.ts'
import styles from './ColumnsPanel.module.css'
import { extraColumns, moved, movedTo } from './columns.ts'
import { type ListColumn, type ListTable, recordColumn } from './list-table.ts'

export interface ColumnsProps {
  module: Module
  table: ListTable
  /** Columns as the module has them. */
  onReset: () => void
}

/** The fields that are not columns yet, by their section of the form. */
const groupsOf = (module: Module, columns: readonly Column[]): { title: string; columns: Column[] }[] => {
  const sectionOf = new Map<string, string>()
  for (const tab of module.form.tabs)
    for (const section of tab.sections)
      for (const name of section.fields) sectionOf.set(name, label(section.title ?? tab.title ?? '') || t('columns.fields'))
  const groups = Map.groupBy(columns, (column) => sectionOf.get(column.via ?? column.path) ?? t('columns.record'))
  return [...groups].map(([title, each]) => ({ title, columns: each }))
}

/** Visibility, order (by dragging or by the arrows), pins, row height; every field of the module can be added. */
const ColumnsPanel = ({ module, table, onReset }: ColumnsProps) => {
  const [density, setDensity] = useAtom(densityAtom)
  const [search, setSearch] = useState('')
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  // A field that is added moves to the list's own columns; the focus moves with it, so that keys still reach the panel.
  const added = useRef<string>(undefined)
  const focusAdded = (path: string) => (box: HTMLInputElement | null) => {
    if (!box || added.current !== path) return
    added.current = undefined
    box.focus()
  }
  const titleOf = (column: ListColumn): string => label(recordColumn(column)?.title ?? '')
  const fits = (title: string) => title.toLowerCase().includes(search.trim().toLowerCase())
  // The list's own columns keep their place while they are hidden; other fields are offered by the sections of the form.
  const columns = table.getAllLeafColumns().filter((column) => recordColumn(column) !== undefined)
  const paths = columns.map(({ id }) => id)
  const reorder = (order: string[]) => table.setColumnOrder(order)
  const groups = groupsOf(
    module,
    extraColumns(module).filter(({ path, title }) => !paths.includes(path) && fits(label(title))),
  )
  const shown = columns.filter((column) => fits(titleOf(column)))
  const end = () => {
    setDragged(undefined)
    setOver(undefined)
  }
  const dragProps = (path: string) => ({
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer?.setData('text/plain', path)
      setDragged(path)
    },
    onDragEnd: end,
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined) return
      event.preventDefault()
      setOver(path)
    },
    onDrop: (event: DragEvent) => {
      if (dragged === undefined) return
      event.preventDefault()
      reorder(movedTo(paths, dragged, path))
      end()
    },
  })
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        value={density}
        onChange={(value) => setDensity(value as Density)}
        data={[
          { value: 'compact', label: t('columns.compact') },
          { value: 'normal', label: t('columns.normal') },
          { value: 'relaxed', label: t('columns.relaxed') },
        ]}
        aria-label={t('columns.density')}
      />
      <TextInput
        mt="sm"
        size="xs"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t('columns.search')}
        aria-label={t('columns.search')}
        leftSection={<IconSearch size={14} aria-hidden />}
      />
      <div className={styles.scroll}>
        <ul className={styles.list} aria-label={t('columns.shown')}>
          {shown.map((column) => {
            const path = column.id
            const name = titleOf(column)
            const index = paths.indexOf(path)
            const pinned = column.getIsPinned() !== false
            return (
              <li key={path} className={styles.row} data-over={(over === path && dragged !== path) || undefined} {...dragProps(path)}>
                <span className={styles.grip} title={t('columns.drag')}>
                  <IconGripVertical size={14} stroke={1.6} aria-hidden />
                </span>
                <Checkbox
                  ref={focusAdded(path)}
                  className={styles.name!}
                  size="sm"
                  label={name}
                  checked={column.getIsVisible()}
                  onChange={column.getToggleVisibilityHandler()}
                />
                <span className={styles.tools}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={24}
                    disabled={index === 0}
                    onClick={() => reorder(moved(paths, path, -1))}
                    aria-label={t('columns.up', { name })}
                  >
                    <IconArrowUp size={14} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={24}
                    disabled={index === columns.length - 1}
                    onClick={() => reorder(moved(paths, path, 1))}
                    aria-label={t('columns.down', { name })}
                  >
                    <IconArrowDown size={14} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color={pinned ? undefined : 'gray'}
                    size={24}
                    onClick={() => column.pin(pinned ? false : 'start')}
                    aria-pressed={pinned}
                    aria-label={t('columns.pin', { name })}
                  >
                    {pinned ? <IconPinFilled size={14} /> : <IconPin size={14} />}
                  </ActionIcon>
                </span>
              </li>
            )
          })}
        </ul>
        {groups.map(({ title, columns: more }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.group}>{title}</h3>
            <ul className={styles.list}>
              {more.map(({ path, title: name }) => (
                <li key={path} className={styles.row}>
                  <Checkbox
                    className={styles.name!}
                    size="sm"
                    label={label(name)}
                    checked={false}
                    onChange={() => {
                      added.current = path
                      table.setColumnVisibility({ [path]: true })
                    }}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && groups.length === 0 && <p className={styles.nothing}>{t('filter.nothing')}</p>}
      </div>
      <Button variant="subtle" color="gray" size="xs" fullWidth onClick={onReset}>
        {t('columns.reset')}
      </Button>
    </>
  )
}

export default ColumnsPanel
