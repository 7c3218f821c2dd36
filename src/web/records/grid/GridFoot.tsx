import { Button, Group, Loader, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { t } from '../../fields/text.ts'
import { cellPath } from '../form/errors.ts'
import { GridErrors } from './GridErrors.tsx'
import classes from './grid.module.css'
import type { LineGridController } from './useLineGrid.ts'

/** Below the grid: a further line, what is being pasted, the way to errors, how many lines there are. */
export function GridFoot({ grid }: { grid: LineGridController }) {
  const { store, lines, fields, keys, active, activeIndex } = grid
  const field = active ? fields[active.column]?.name : undefined
  /** The next wrong cell behind the active one, then the first. */
  const goToError = (cells: readonly (readonly [string, string])[]) => {
    const wrong = cells
      .map(([key, field]) => ({
        key,
        field,
        row: store.indexOf(lines.name, key),
        column: Math.max(
          0,
          fields.findIndex(({ name }) => name === field),
        ),
      }))
      .sort((a, b) => a.row - b.row || a.column - b.column)
    const here = active?.column ?? 0
    const next = wrong.find(({ row, column }) => row > activeIndex || (row === activeIndex && column > here)) ?? wrong[0]
    if (next) grid.goToCell(next.key, next.field)
  }
  return (
    <Group className={classes.foot} gap="sm" justify="space-between">
      <Group gap="sm">
        {!grid.readOnly && !grid.fixed && (
          <Button ref={grid.after} variant="subtle" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={grid.addLast}>
            {t('grid.addLine')}
          </Button>
        )}
        {grid.pasting && (
          <Group gap={6}>
            <Loader size={12} />
            <Text size="xs" c="dimmed">
              {t('grid.pasting')}
            </Text>
          </Group>
        )}
        <GridErrors store={store} lines={lines} active={active ? cellPath(lines.name, active.key, field) : undefined} onGo={goToError} />
      </Group>
      <Text size="xs" c="dimmed" className="tabular">
        {t('grid.lines', { count: keys.length })}
      </Text>
    </Group>
  )
}
