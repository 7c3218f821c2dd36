import { Button, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { get, post } from '../api/client.ts'
import { errorDetail } from '../api/errors.ts'
import { getCompanyCode, startSession } from '../api/session.ts'
import { t } from '../i18n/core.ts'
import { Logo } from '../shell/Logo.tsx'
import styles from './SignIn.module.css'

interface CompanyOption {
  code: string
  name: string
  logo?: string | null
}
type Loaded = { companies: CompanyOption[] } | { failure: string } | undefined

/** Only paths of our own may be returned to. */
const nextPage = (): string => {
  const next = new URLSearchParams(location.search).get('next')
  return next?.startsWith('/') && !next.startsWith('//') ? next : '/'
}

/** Company, username and password. The company is preselected, and read-only when only one is offered. */
export const SignIn = () => {
  const [loaded, setLoaded] = useState<Loaded>()
  const [company, setCompany] = useState('')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)

  const load = async () => {
    setLoaded(undefined)
    try {
      const companies = await get<CompanyOption[]>('companies')
      const last = getCompanyCode()
      setCompany(companies.find(({ code }) => code === last)?.code ?? companies[0]?.code ?? '')
      setLoaded({ companies })
    } catch (error) {
      setLoaded({ failure: errorDetail(error) })
    }
  }
  useEffect(() => void load(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(true)
    if (!username || !password || !company) return
    setBusy(true)
    setRefusal(undefined)
    try {
      const { token } = await post<{ token: string }>('login', { username, password, company_code: company })
      startSession(token, company, username)
      location.assign(nextPage())
    } catch (error) {
      setRefusal(errorDetail(error))
      setBusy(false)
    }
  }

  const failure = loaded && 'failure' in loaded ? loaded.failure : undefined
  const companies = loaded && 'companies' in loaded ? loaded.companies : []
  const required = (value: string) => (missing && !value ? t('signIn.required') : undefined)

  return (
    <main className={styles.page}>
      <form className={styles.form} onSubmit={submit} noValidate aria-busy={busy}>
        <div className={styles.brand}>
          <Logo size={36} />
          <span>{t('product')}</span>
        </div>
        <div>
          <h1 className={styles.title}>{t('signIn.title')}</h1>
          <p className={styles.intro}>{t('signIn.intro')}</p>
        </div>
        {refusal && (
          <div className={styles.banner} role="alert">
            {refusal}
          </div>
        )}
        {failure && (
          <div className={styles.banner} role="alert">
            {t('signIn.loadFailed', { reason: failure })}{' '}
            <button type="button" className={styles.link} onClick={load}>
              {t('signIn.retry')}
            </button>
          </div>
        )}
        {companies.length === 1 ? (
          <TextInput label={t('signIn.company')} value={companies[0]!.name} readOnly />
        ) : (
          <NativeSelect
            label={t('signIn.company')}
            value={company}
            onChange={(event) => setCompany(event.currentTarget.value)}
            disabled={companies.length === 0}
            data={companies.map(({ code, name }) => ({ value: code, label: name }))}
          />
        )}
        <TextInput
          label={t('signIn.username')}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={required(username)}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          autoFocus
        />
        <PasswordInput
          label={t('signIn.password')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={required(password)}
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('signIn.showPassword') }}
        />
        <Button type="submit" loading={busy} fullWidth mt={4}>
          {t('signIn.submit')}
        </Button>
        <a href="/forgot-password" className={styles.link}>
          {t('signIn.forgot')}
        </a>
      </form>
    </main>
  )
}
