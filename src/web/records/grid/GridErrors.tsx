import { Button, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Lines } from '../../../engine/model/module.ts'
import { t } from '../../fields/text.ts'
import type { RecordStore } from '../form/store.ts'
import { useErrorCount, useErrors } from '../form/useStore.ts'

/** How many cells are wrong, a way to walk through them, and what is wrong with the active one: its tooltip needs a mouse. */
export function GridErrors({
  store,
  lines,
  active,
  onGo,
}: {
  store: RecordStore
  lines: Lines
  /** The path of the active cell. */
  active: string | undefined
  onGo: (cells: readonly (readonly [key: string, field: string])[]) => void
}) {
  useErrorCount(store)
  const errors = useErrors(store, lines.name)
  const here = useErrors(store, active ?? '')
  const paths = store.errorPaths.filter((path) => path.startsWith(`${lines.name}/`))
  return (
    <>
      {errors.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errors[0]}
        </Text>
      )}
      {paths.length > 0 && (
        <Button
          variant="light"
          color="red"
          size="compact-sm"
          leftSection={<IconAlertCircle size={14} />}
          onClick={() =>
            onGo(
              paths.map((path) => {
                const [, key = '', field = ''] = path.split('/')
                return [key, field] as const
              }),
            )
          }
        >
          {t('grid.errors', { count: paths.length })}
        </Button>
      )}
      {here.length > 0 && (
        // The cell says it to screen readers.
        <Text size="sm" c="var(--mantine-color-error)" aria-hidden>
          {here[0]}
        </Text>
      )}
    </>
  )
}
