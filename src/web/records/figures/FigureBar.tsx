import { ActionIcon, Select } from '@mantine/core'
import { IconArrowsExchange2, IconDownload } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { Late } from '../../ui/Late.tsx'
import type { Section } from './fields.ts'
import styles from './figures.module.css'
import { t } from './text.ts'

/** The choices of a layout of figures, above it. */
export const FigureBar = ({ children, ref }: { children: ReactNode; ref?: Ref<HTMLDivElement> }) => (
  <div className={styles.bar} ref={ref}>
    {children}
  </div>
)

interface OneProps {
  label: string
  sections: readonly Section[]
  value: string | undefined
  clearable?: boolean
  onChange: (value: string | undefined) => void
}

export const ChooseOne = ({ label, sections, value, clearable = false, onChange }: OneProps) => (
  <Select
    className={styles.choice!}
    label={label}
    data={[...sections]}
    value={value ?? null}
    onChange={(next) => onChange(next ?? undefined)}
    searchable
    selectFirstOptionOnChange
    withScrollArea={false}
    classNames={{ options: styles.options! }}
    clearable={clearable}
    allowDeselect={clearable}
    size="xs"
    comboboxProps={{ width: 280, position: 'bottom-start' }}
  />
)

export const SwapButton = ({ onSwap }: { onSwap: () => void }) => (
  <ActionIcon variant="default" size={30} aria-label={t('figures.swap')} title={t('figures.swap')} onClick={onSwap}>
    <IconArrowsExchange2 size={16} stroke={1.6} />
  </ActionIcon>
)

export const DownloadMenu = ({ onDownload }: { onDownload: (format: 'csv' | 'xlsx') => void }) => (
  <Late
    kind="menu"
    items={[
      { title: t('figures.exportXlsx'), run: () => onDownload('xlsx') },
      { title: t('figures.exportCsv'), run: () => onDownload('csv') },
    ]}
    button={
      <ActionIcon variant="default" size={30} aria-label={t('figures.export')} title={t('figures.export')}>
        <IconDownload size={16} stroke={1.6} />
      </ActionIcon>
    }
  />
)
