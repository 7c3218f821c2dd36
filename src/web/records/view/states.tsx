import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconFileOff, IconLock } from '@tabler/icons-react'
import { ApiError, errorDetail } from '../../api/errors.ts'
import { t } from '../../fields/text.ts'

/** A loading record: a placeholder of its shape, so that nothing jumps. */
export function RecordLoading() {
  return (
    <Stack gap="md" aria-busy aria-label={t('view.loading')} role="status">
      <Group gap="sm">
        <Skeleton h={28} w={240} />
        <Skeleton h={22} w={80} radius="xl" />
      </Group>
      <Skeleton h={220} />
      <Skeleton h={260} />
    </Stack>
  )
}

interface Failure {
  readonly error: unknown
  readonly onRetry?: () => void
  /** What the user may not do; to see the record where it is left out. */
  readonly forbidden?: string
}

/** Why a record cannot be shown, and the possible actions. */
export function RecordFailure({ error, onRetry, forbidden }: Failure) {
  const status = error instanceof ApiError ? error.status : 0
  const Icon = status === 403 ? IconLock : status === 404 ? IconFileOff : IconAlertTriangle
  const text = status === 403 ? (forbidden ?? t('view.forbidden')) : status === 404 ? t('view.notFound') : errorDetail(error)
  return (
    <Stack align="center" gap="sm" py={72} role="alert">
      <Icon size={36} stroke={1.4} color="var(--mantine-color-dimmed)" aria-hidden />
      <Title order={1} size="h3">
        {status === 403 || status === 404 ? text : t('view.failed')}
      </Title>
      {status !== 403 && status !== 404 && (
        <Text c="dimmed" size="sm" maw={420} ta="center">
          {text}
        </Text>
      )}
      {onRetry && status !== 403 && status !== 404 && (
        <Button variant="default" onClick={onRetry}>
          {t('view.retry')}
        </Button>
      )}
    </Stack>
  )
}
