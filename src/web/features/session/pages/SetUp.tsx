import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { post } from '../../../api/client.ts'
import { ApiError, errorDetail } from '../../../api/errors.ts'
import { t as common } from '../../../i18n/core.ts'
import { toast } from '../../../ui/toast.ts'
import { NewPassword } from '../NewPassword.tsx'
import { recoveryRules } from '../passwordRules.ts'
import { Banner, Card } from './Card.tsx'
import { goTo } from './path.ts'
import styles from './session.module.css'
import { t } from './text.ts'

const KEY = /^([A-Z0-9]{5}-){4}[A-Z0-9]{5}$/
const CODE = /^[A-Z0-9]{2,20}$/
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Typed or pasted in any way, the key reads as five groups of five. */
export const licenseKey = (text: string): string =>
  (
    text
      .toUpperCase()
      .replace(/[^A-Z0-9]/g, '')
      .slice(0, 25)
      .match(/.{1,5}/g) ?? []
  ).join('-')

const EMPTY = {
  license_key: '',
  code: '',
  company: '',
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  password: '',
  confirm: '',
}
type Values = typeof EMPTY
type Field = keyof Values
type Problems = Partial<Record<Field, string>>

const need = (values: Values, fields: readonly Field[]): Problems =>
  Object.fromEntries(fields.filter((field) => !values[field].trim()).map((field) => [field, common('signIn.required')]))

const STEPS: readonly ((values: Values) => Problems)[] = [
  ({ license_key }) => (KEY.test(license_key) ? {} : { license_key: t('setup.keyRule') }),
  (values) => ({ ...(!CODE.test(values.code) && { code: t('setup.codeRule') }), ...need(values, ['code', 'company']) }),
  (values) => ({
    ...(!EMAIL.test(values.email) && { email: t('setup.emailRule') }),
    ...need(values, ['first_name', 'last_name', 'username', 'email']),
    ...recoveryRules(values.password, values.confirm),
  }),
]

/** The set-up of an instance without a company: its licence key, the first company, and its administrator. */
const SetUp = ({ onDone }: { onDone: () => void }) => {
  const [step, setStep] = useState(0)
  const [values, setValues] = useState(EMPTY)
  const [insisting, setInsisting] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const problems = STEPS[step]!(values)

  const set = (field: Field, value: string) => setValues({ ...values, [field]: value })
  const goToStep = (next: number) => {
    setStep(next)
    setInsisting(false)
  }

  const finish = async () => {
    const { license_key, code, company, confirm, ...user } = values
    await post('instance/setup', {
      license_key,
      company: { code, name: company.trim() },
      user: { ...user, password_confirmation: confirm },
    })
    toast('success', t('setup.done', { company: company.trim() }))
    goTo('/login')
    onDone()
  }
  const check = async () => {
    const { valid } = await post<{ valid: boolean }>('instance/validate_key', { license_key: values.license_key })
    if (valid) goToStep(1)
    else setRefusal(t('setup.keyRefused'))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setInsisting(true)
    setRefusal(undefined)
    if (Object.keys(problems).length > 0 || busy) return
    if (step === 1) return goToStep(2)
    setBusy(true)
    try {
      await (step === 0 ? check() : finish())
    } catch (error) {
      // A key that the server refuses is the field's matter, in the field's words.
      setRefusal(step === 0 && error instanceof ApiError && error.status === 400 ? t('setup.keyRule') : errorDetail(error))
    }
    setBusy(false)
  }

  const field = (name: Field, label: string, more: object = {}) => (
    <TextInput
      label={label}
      name={name}
      value={values[name]}
      onChange={(event) => set(name, event.currentTarget.value)}
      error={insisting && problems[name]}
      autoComplete="off"
      required
      {...more}
    />
  )
  const intros = [t('setup.keyIntro'), t('setup.companyIntro'), t('setup.userIntro', { company: values.company })]
  return (
    <Card key={step} title={t('setup.title')} intro={intros[step]} busy={busy} onSubmit={submit}>
      <p className={styles.step}>{t('setup.step', { step: step + 1 })}</p>
      {refusal && <Banner>{refusal}</Banner>}
      {step === 0 &&
        field('license_key', t('setup.key'), {
          placeholder: 'AAAAA-AAAAA-AAAAA-AAAAA-AAAAA',
          autoFocus: true,
          onChange: (event: React.ChangeEvent<HTMLInputElement>) => set('license_key', licenseKey(event.currentTarget.value)),
        })}
      {step === 1 && (
        <>
          {field('code', t('setup.companyCode'), {
            autoFocus: true,
            onChange: (event: React.ChangeEvent<HTMLInputElement>) => set('code', event.currentTarget.value.toUpperCase()),
          })}
          {field('company', t('setup.companyName'))}
        </>
      )}
      {step === 2 && (
        <>
          <div className={styles.pair}>
            {field('first_name', t('setup.firstName'), { autoComplete: 'given-name' })}
            {field('last_name', t('setup.lastName'), { autoComplete: 'family-name' })}
          </div>
          {field('username', t('setup.username'), { autoComplete: 'username', autoCapitalize: 'none' })}
          {field('email', t('setup.email'), { autoComplete: 'email', type: 'email' })}
          <NewPassword
            password={values.password}
            confirm={values.confirm}
            onPassword={(password) => setValues({ ...values, password })}
            onConfirm={(confirm) => setValues({ ...values, confirm })}
            problems={problems}
            insisting={insisting}
            autoFocus={false}
          />
        </>
      )}
      <Button type="submit" loading={busy} fullWidth mt={4}>
        {t(step === 2 ? 'setup.finish' : 'setup.next')}
      </Button>
      {step > 0 && (
        <button type="button" className={styles.link} onClick={() => goToStep(step - 1)}>
          {t('setup.previous')}
        </button>
      )}
    </Card>
  )
}

export default SetUp
