import { Button, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { Lines } from '../../../engine/model/module.ts'
import { t } from '../../fields/text.ts'
import type { RecordStore } from '../form/store.ts'
import { useErrorCount, useErrors } from '../form/useStore.ts'

/** How many cells are wrong, and a way to walk through them. */
export function GridErrors({
  store,
  lines,
  onGo,
}: {
  store: RecordStore
  lines: Lines
  onGo: (cells: readonly (readonly [key: string, field: string])[]) => void
}) {
  useErrorCount(store)
  const errors = useErrors(store, lines.name)
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
    </>
  )
}
