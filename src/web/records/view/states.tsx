import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconFileOff, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { ApiError, errorDetail } from '../../api/errors.ts'
import { t } from '../../fields/text.ts'
import { t as tr } from '../../i18n/index.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'

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

/** Why a record cannot be shown, and the possible actions: from what is refused to the list, or Home without a right to it. */
export function RecordFailure({ error, onRetry, forbidden }: Failure) {
  const { base, can } = useModuleRoute()
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
      {status === 403 || status === 404 ? (
        <Button variant="default" component={Link} to={can('index') ? base : '/'}>
          {can('index') ? t('view.back') : tr('page.home')}
        </Button>
      ) : (
        onRetry && (
          <Button variant="default" onClick={onRetry}>
            {t('view.retry')}
          </Button>
        )
      )}
    </Stack>
  )
}
