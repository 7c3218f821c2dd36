import { Button, Code, Group } from '@mantine/core'
import { IconCloudOff, IconFileUnknown, IconInfoCircle, IconLock, IconPlugConnectedX, type IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { ApiError, errorText } from '../api/errors.ts'
import { t } from '../i18n/index.ts'
import { isChunkError } from './chunk.ts'
import styles from './ErrorPage.module.css'

/** No such module in the menus or on the server. */
export class ModuleNotFound extends Error {
  constructor() {
    super('Cannot find module')
    this.name = 'ModuleNotFound'
  }
}

interface Face {
  icon: ComponentType<IconProps>
  title: string
  text: string
}

const faceOf = (error: unknown): Face => {
  if (error instanceof ModuleNotFound) return { icon: IconFileUnknown, title: t('page.noModule'), text: t('page.noModuleText') }
  if (error instanceof ApiError) {
    if (error.status === 403)
      return {
        icon: IconLock,
        title: t('page.forbidden'),
        text: error.body.message ?? t('page.forbiddenText'),
      }
    if (error.status === 404) return { icon: IconFileUnknown, title: t('page.notFound'), text: t('page.notFoundText') }
    // A rule that refused says what to do: nothing is broken.
    if (error.status === 422 || error.status === 423) return { icon: IconInfoCircle, title: t('page.refused'), text: errorText(error) }
    if (error.offline) return { icon: IconCloudOff, title: t('page.offline'), text: t('error.offline') }
  }
  if (isChunkError(error)) return { icon: IconCloudOff, title: t('page.notLoaded'), text: t('page.notLoadedText') }
  return { icon: IconPlugConnectedX, title: t('page.fault'), text: errorText(error) }
}

/** Replaces a page that cannot be shown: what happened, and what to do next. */
export const ErrorPage = ({ error, onRetry }: { error: unknown; onRetry?: () => unknown }) => {
  const { icon: Icon, title, text } = faceOf(error)
  const reference = error instanceof ApiError ? error.referenceId : undefined
  return (
    <div className={styles.page} role="alert">
      <Icon size={40} stroke={1.4} className={styles.icon!} aria-hidden />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {reference && (
        <p className={styles.text}>
          {t('page.reference')} <Code>{reference}</Code>
        </p>
      )}
      <Group gap="xs" justify="center" mt="md">
        {onRetry && <Button onClick={() => onRetry()}>{t(isChunkError(error) ? 'page.reload' : 'page.retry')}</Button>}
        <Button variant="default" component={Link} to="/">
          {t('page.home')}
        </Button>
      </Group>
    </div>
  )
}
