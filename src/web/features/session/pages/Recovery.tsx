import { Button, TextInput } from '@mantine/core'
import { type FormEvent, type MouseEvent, useState } from 'react'
import { post } from '../../../api/client.ts'
import { errorDetail } from '../../../api/errors.ts'
import { t as common } from '../../../i18n/core.ts'
import { toast, toastError } from '../../../ui/toast.ts'
import { NewPassword } from '../NewPassword.tsx'
import { holds, recoveryRules } from '../passwordRules.ts'
import { Banner, Card, CompaniesFailure } from './Card.tsx'
import { CompanyField } from './CompanyField.tsx'
import { clock, useCountdown } from './countdown.ts'
import { maskEmail } from './maskEmail.ts'
import { OTP_LENGTH, OtpBoxes } from './OtpBoxes.tsx'
import { goTo } from './path.ts'
import styles from './session.module.css'
import { t } from './text.ts'
import { useCompanies } from './useCompanies.ts'

const BASE = 'forgot_password_request'

interface Request {
  email: string
  user_id: number
}
type Step = { name: 'account' } | { name: 'otp'; request: Request } | { name: 'password'; userId: number; token: string }

const toLogin = (event?: MouseEvent) => {
  event?.preventDefault()
  goTo('/login')
}
const BackToLogin = () => (
  <a href="/login" className={styles.link} onClick={toLogin}>
    {t('recovery.back')}
  </a>
)

/** Asks for the account. The response is the same whether or not the account exists. */
const AccountStep = ({ onSent }: { onSent: (request: Request) => void }) => {
  const companies = useCompanies()
  const [account, setAccount] = useState('')
  const [missing, setMissing] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(true)
    if (!account.trim() || !companies.chosen) return
    setBusy(true)
    setRefusal(undefined)
    try {
      const request = await post<Request>(BASE, { company_code: companies.chosen, usernameEmail: account.trim() })
      toast('success', t('recovery.sent'))
      onSent(request)
    } catch (error) {
      setRefusal(errorDetail(error))
      setBusy(false)
    }
  }
  return (
    <Card title={t('recovery.title')} intro={t('recovery.accountIntro')} busy={busy} onSubmit={submit}>
      {refusal && <Banner>{refusal}</Banner>}
      {companies.failure && <CompaniesFailure reason={companies.failure} onRetry={companies.reload} />}
      <CompanyField companies={companies} />
      <TextInput
        label={t('recovery.account')}
        withAsterisk
        value={account}
        onChange={(event) => setAccount(event.currentTarget.value)}
        error={missing && !account.trim() && common('signIn.required')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoFocus
      />
      <Button type="submit" loading={busy} disabled={!companies.list} fullWidth mt={4}>
        {t('recovery.send')}
      </Button>
      <BackToLogin />
    </Card>
  )
}

const OtpStep = ({ request, onVerified }: { request: Request; onVerified: (token: string) => void }) => {
  const [code, setCode] = useState<readonly string[]>(Array(OTP_LENGTH).fill(''))
  const [busy, setBusy] = useState<'verify' | 'resend'>()
  const { left, restart } = useCountdown(() => toast('warning', t('recovery.expired')))
  const otp = code.join('')
  const verify = async (event: FormEvent) => {
    event.preventDefault()
    if (otp.length < OTP_LENGTH || left === 0 || busy) return
    setBusy('verify')
    try {
      const { token } = await post<{ token: string }>(`${BASE}/verify-otp`, { otp, user_id: request.user_id })
      toast('success', t('recovery.verified'))
      onVerified(token)
    } catch (error) {
      toastError(error)
      setBusy(undefined)
    }
  }
  const resend = async () => {
    setBusy('resend')
    try {
      await post(`${BASE}/resend-otp`, { user_id: request.user_id })
      toast('success', t('recovery.resent'))
      setCode(Array(OTP_LENGTH).fill(''))
      restart()
    } catch (error) {
      toastError(error)
    }
    setBusy(undefined)
  }
  return (
    <Card title={t('recovery.otpTitle')} intro={t('recovery.otpIntro', { email: maskEmail(request.email) })} onSubmit={verify}>
      <OtpBoxes value={code} onChange={setCode} />
      <div className={styles.between}>
        <p className={styles.countdown}>
          {left > 0 ? (
            <>
              {t('recovery.expiresIn')}{' '}
              <span role="timer" className="tabular">
                {clock(left)}
              </span>
            </>
          ) : (
            t('recovery.hasExpired')
          )}
        </p>
        <Button variant="subtle" size="compact-sm" loading={busy === 'resend'} onClick={resend}>
          {t('recovery.resend')}
        </Button>
      </div>
      <Button type="submit" loading={busy === 'verify'} disabled={otp.length < OTP_LENGTH || left === 0} fullWidth mt={4}>
        {t('recovery.verify')}
      </Button>
      <BackToLogin />
    </Card>
  )
}

const PasswordStep = ({ userId, token }: { userId: number; token: string }) => {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [busy, setBusy] = useState(false)
  const problems = recoveryRules(password, confirm)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!holds(problems) || busy) return
    setBusy(true)
    try {
      await post(`${BASE}/reset-password`, { password, confirm_password: confirm, token, user_id: userId })
      toast('success', t('recovery.reset'))
      goTo('/login')
    } catch (error) {
      toastError(error)
      setBusy(false)
    }
  }
  return (
    <Card title={t('recovery.passwordTitle')} intro={t('recovery.passwordIntro')} busy={busy} onSubmit={save}>
      <NewPassword password={password} confirm={confirm} onPassword={setPassword} onConfirm={setConfirm} problems={problems} />
      <Button type="submit" loading={busy} disabled={!holds(problems)} fullWidth mt={4}>
        {t('recovery.save')}
      </Button>
      <BackToLogin />
    </Card>
  )
}

/** Forgot password: the account, the code from the mail, the new password; then back to the sign-in. */
const Recovery = () => {
  const [step, setStep] = useState<Step>({ name: 'account' })
  switch (step.name) {
    case 'account':
      return <AccountStep onSent={(request) => setStep({ name: 'otp', request })} />
    case 'otp':
      return <OtpStep request={step.request} onVerified={(token) => setStep({ name: 'password', userId: step.request.user_id, token })} />
    case 'password':
      return <PasswordStep userId={step.userId} token={step.token} />
  }
}

export default Recovery
