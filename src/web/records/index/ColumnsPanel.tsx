import { ActionIcon, Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPin, IconPinFilled, IconSearch } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import { type DragEvent, useState } from 'react'
import type { Column, Module } from '../../../engine/model/module.ts'
import { label, t } from '../../i18n/index.ts'
import { type Density, densityAtom } from '../../state/preferences.ts'
import styles from './ColumnsPanel.module.css'
import { type Arrangement, arranged, extraColumns, moved, movedTo, PLAIN, withColumn } from './columns.ts'

const toggled = (list: readonly string[], path: string): string[] =>
  list.includes(path) ? list.filter((other) => other !== path) : [...list, path]

export interface ColumnsProps {
  module: Module
  arrangement: Arrangement
  setArrangement: (arrangement: Arrangement) => void
}

/** The fields that are no column yet, by the sections of the form that they stand in. */
const groupsOf = (module: Module, columns: readonly Column[]): { title: string; columns: Column[] }[] => {
  const sectionOf = new Map<string, string>()
  for (const tab of module.form.tabs)
    for (const section of tab.sections)
      for (const name of section.fields) sectionOf.set(name, label(section.title ?? tab.title ?? '') || t('columns.fields'))
  const groups = Map.groupBy(columns, ({ via, path }) => sectionOf.get(via ?? path) ?? t('columns.record'))
  return [...groups].map(([title, each]) => ({ title, columns: each }))
}

/** Shown or hidden, order (by dragging or by the arrows), pins, row height; every field of the module can be added. */
const ColumnsPanel = ({ module, arrangement, setArrangement }: ColumnsProps) => {
  const [density, setDensity] = useAtom(densityAtom)
  const [search, setSearch] = useState('')
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const columns = arranged(module, arrangement)
  const paths = columns.map(({ path }) => path)
  const fits = ({ title }: Column) => label(title).toLowerCase().includes(search.trim().toLowerCase())
  const change = (part: Partial<Arrangement>) => setArrangement({ ...arrangement, ...part })
  const groups = groupsOf(
    module,
    extraColumns(module).filter((column) => !paths.includes(column.path) && fits(column)),
  )
  const shown = columns.filter(fits)
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
      change({ order: movedTo(paths, dragged, path) })
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
          {shown.map(({ path, title }) => {
            const name = label(title)
            const index = paths.indexOf(path)
            const pinned = arrangement.pinned.includes(path)
            return (
              <li key={path} className={styles.row} data-over={(over === path && dragged !== path) || undefined} {...dragProps(path)}>
                <span className={styles.grip} title={t('columns.drag')}>
                  <IconGripVertical size={14} stroke={1.6} aria-hidden />
                </span>
                <Checkbox
                  className={styles.name!}
                  size="sm"
                  label={name}
                  checked={!arrangement.hidden.includes(path)}
                  onChange={(event) => setArrangement(withColumn(module, arrangement, path, event.currentTarget.checked))}
                />
                <span className={styles.tools}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={24}
                    disabled={index === 0}
                    onClick={() => change({ order: moved(paths, path, -1) })}
                    aria-label={t('columns.up', { name })}
                  >
                    <IconArrowUp size={14} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={24}
                    disabled={index === columns.length - 1}
                    onClick={() => change({ order: moved(paths, path, 1) })}
                    aria-label={t('columns.down', { name })}
                  >
                    <IconArrowDown size={14} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color={pinned ? undefined : 'gray'}
                    size={24}
                    onClick={() => change({ pinned: toggled(arrangement.pinned, path) })}
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
                    onChange={() => setArrangement(withColumn(module, arrangement, path, true))}
                  />
                </li>
              ))}
            </ul>
          </section>
        ))}
        {shown.length === 0 && groups.length === 0 && <p className={styles.nothing}>{t('filter.nothing')}</p>}
      </div>
      <Button variant="subtle" color="gray" size="xs" fullWidth onClick={() => setArrangement(PLAIN)}>
        {t('columns.reset')}
      </Button>
    </>
  )
}

export default ColumnsPanel
