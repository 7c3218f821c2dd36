import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { get, post } from '../../../api/client.ts'
import { errorDetail } from '../../../api/errors.ts'
import { endedSession, getCompanyCode, startSession } from '../../../api/session.ts'
import { t } from '../../../i18n/core.ts'
import { isFocusLost } from '../../../ui/focus.ts'
import { Banner, Card, CompaniesFailure } from './Card.tsx'
import { CompanyField } from './CompanyField.tsx'
import { type Instance, MobileApps } from './MobileApps.tsx'
import { goTo } from './path.ts'
import styles from './session.module.css'
import { useCompanies } from './useCompanies.ts'

const SetUp = lazy(() => import('./SetUp.tsx'))

/** Only paths of our own may be returned to. Browsers read `/\host` as `//host`, skip tabs, and take dots for steps up. */
const OWN_PATH = /^(\/[^/.?#\\\p{Cc}][^/?#\\\p{Cc}]*)+\/?([?#][^\\\p{Cc}]*)?$/u
const nextPage = (): string => {
  const next = new URLSearchParams(location.search).get('next') ?? ''
  return OWN_PATH.test(next) ? next : '/'
}

/** Company, username and password. An instance without a company shows its set-up instead. */
export const SignIn = () => {
  const companies = useCompanies(getCompanyCode())
  const [instance, setInstance] = useState<Instance>()
  const [ended] = useState(endedSession)
  const [username, setUsername] = useState(ended?.username ?? '')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    // Without a response the sign-in stays: it shows by itself that the server is unavailable.
    get<Instance>('instance/has_instance').then(setInstance, () => undefined)
  }, [])

  // The button that was pressed could not hold the focus while it was busy.
  const secret = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refusal && isFocusLost()) secret.current?.select()
  }, [refusal])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(true)
    if (!username || !password || !companies.chosen) return
    setBusy(true)
    setRefusal(undefined)
    try {
      const { deviceId, deviceName } = await import('../../../state/device.ts')
      const { token } = await post<{ token: string }>('login', {
        username,
        password,
        company_code: companies.chosen,
        device_id: deviceId(),
        device_name: deviceName(),
      })
      startSession(token, companies.chosen, username)
      location.assign(nextPage())
    } catch (error) {
      setRefusal(errorDetail(error))
      setBusy(false)
    }
  }

  if (instance?.needs_setup)
    return (
      <Suspense>
        <SetUp
          onDone={() => {
            setInstance({ ...instance, needs_setup: false })
            companies.reload()
          }}
        />
      </Suspense>
    )

  const required = (value: string) => (missing && !value ? t('signIn.required') : undefined)
  return (
    <Card
      title={t('signIn.title')}
      intro={ended ? [t('signIn.ended'), ended.stored && t('signIn.endedStored')].filter(Boolean).join(' ') : t('signIn.intro')}
      busy={busy}
      onSubmit={submit}
      footer={<MobileApps {...(instance && { instance })} />}
    >
      {refusal && <Banner>{refusal}</Banner>}
      {companies.failure && <CompaniesFailure reason={companies.failure} onRetry={companies.reload} />}
      <CompanyField companies={companies} />
      <TextInput
        label={t('signIn.username')}
        withAsterisk
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
        error={required(username)}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus={!ended?.username}
      />
      <PasswordInput
        ref={secret}
        label={t('signIn.password')}
        withAsterisk
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={required(password)}
        name="password"
        autoComplete="current-password"
        autoFocus={Boolean(ended?.username)}
        visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
      />
      <Button type="submit" loading={busy} disabled={!companies.list} fullWidth mt={4}>
        {t('signIn.submit')}
      </Button>
      <a
        href="/forgot-password"
        className={styles.link}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          goTo('/forgot-password')
        }}
      >
        {t('signIn.forgot')}
      </a>
    </Card>
  )
}
