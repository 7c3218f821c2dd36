import { ActionIcon, Button, Checkbox, SegmentedControl } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPin, IconPinFilled } from '@tabler/icons-react'
import { useAtom } from 'jotai'
import type { Module } from '../../../engine/module.ts'
import { label, t } from '../../i18n/index.ts'
import { type Density, densityAtom } from '../../state/preferences.ts'
import styles from './ColumnsPanel.module.css'
import { type Arrangement, arranged, moved, PLAIN } from './columns.ts'

const without = (list: readonly string[], path: string): string[] => list.filter((other) => other !== path)
const toggled = (list: readonly string[], path: string): string[] => (list.includes(path) ? without(list, path) : [...list, path])

export interface ColumnsProps {
  module: Module
  arrangement: Arrangement
  setArrangement: (arrangement: Arrangement) => void
}

/** Shown or hidden, order, pins, row height. */
const ColumnsPanel = ({ module, arrangement, setArrangement }: ColumnsProps) => {
  const [density, setDensity] = useAtom(densityAtom)
  const columns = arranged(module, arrangement)
  const paths = columns.map(({ path }) => path)
  const change = (part: Partial<Arrangement>) => setArrangement({ ...arrangement, ...part })
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
      <ul className={styles.list}>
        {columns.map(({ path, title }, index) => {
          const name = label(title)
          const pinned = arrangement.pinned.includes(path)
          return (
            <li key={path} className={styles.row}>
              <Checkbox
                size="sm"
                label={name}
                checked={!arrangement.hidden.includes(path)}
                onChange={() => change({ hidden: toggled(arrangement.hidden, path) })}
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
      <Button variant="subtle" color="gray" size="xs" fullWidth onClick={() => setArrangement(PLAIN)}>
        {t('columns.reset')}
      </Button>
    </>
  )
}

export default ColumnsPanel
