import { Button, Group, Select, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { makeField } from '../../../engine/model/make-field.ts'
import { ApiError } from '../../api/errors.ts'
import { DateField } from '../../fields/inputs/DateFields.tsx'
import { today } from '../../state/zone.ts'
import { toast, toastError } from '../../ui/toast.ts'
import styles from './account.module.css'
import { type Profile, saveProfile } from './queries.ts'
import { pathOf, type Section } from './sections.ts'
import { t } from './text.ts'

const FORMS = {
  basic: ['first_name', 'last_name', 'gender', 'birth_at'],
  contact: ['email', 'mobile'],
} as const
type FormName = keyof typeof FORMS
type FieldName = (typeof FORMS)[FormName][number]
type Values = Partial<Record<FieldName, string | null>>
type Problems = Partial<Record<FieldName, string>>

export const isForm = (name: string | undefined): name is FormName => name !== undefined && Object.hasOwn(FORMS, name)

const REQUIRED: readonly FieldName[] = ['first_name', 'last_name', 'email']
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const MOBILE = /^\+?[\d\s()-]{7,20}$/
const GENDERS = ['Male', 'Female'] as const
const BIRTH = makeField('birth_at', 'date', t('field.birth_at'))

/** Errors that are found before the request. */
export const problemsOf = (values: Values): Problems => {
  const problems: Problems = {}
  if (values.email && !EMAIL.test(values.email)) problems.email = t('rule.email')
  if (values.mobile && !MOBILE.test(values.mobile)) problems.mobile = t('rule.mobile')
  if (values.birth_at && values.birth_at > today()) problems.birth_at = t('rule.future')
  for (const field of REQUIRED) if (field in values && !values[field]?.trim()) problems[field] = t('rule.required')
  return problems
}

/** Some fields of the profile; saving leads back to the section. */
export const ProfileForm = ({ profile, form, section }: { profile: Profile; form: FormName; section: Section }) => {
  const navigate = useNavigate()
  const [values, setValues] = useState<Values>(() => Object.fromEntries(FORMS[form].map((field) => [field, profile[field]])))
  const [insisting, setInsisting] = useState(false)
  const [refused, setRefused] = useState<Record<string, string[]>>({})
  const [busy, setBusy] = useState(false)
  const problems = problemsOf(values)

  const set = (field: FieldName, value: string | null) => {
    setValues({ ...values, [field]: value })
    setRefused({ ...refused, [field]: [] })
  }
  const errorOf = (field: FieldName) => (insisting && problems[field]) || refused[field]?.join(' ') || undefined

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setInsisting(true)
    if (Object.keys(problems).length > 0 || busy) return
    setBusy(true)
    try {
      await saveProfile(profile.id, Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value?.trim() || null])))
      toast('success', t('account.saved'), { caption: t('account.savedCaption') })
      navigate(pathOf(section))
    } catch (error) {
      if (error instanceof ApiError && Object.keys(error.errors).length > 0) setRefused(error.errors)
      else toastError(error)
      setBusy(false)
    }
  }

  const text = (field: FieldName, more: object = {}) => (
    <TextInput
      label={t(`field.${field}`)}
      name={field}
      value={values[field] ?? ''}
      onChange={(event) => set(field, event.currentTarget.value)}
      error={errorOf(field)}
      required={REQUIRED.includes(field)}
      {...more}
    />
  )
  return (
    <form onSubmit={save} noValidate aria-busy={busy} className={styles.card}>
      <div className={`${styles.cardBody} ${styles.form}`}>
        {form === 'basic' ? (
          <>
            {text('first_name', { autoComplete: 'given-name', autoFocus: true })}
            {text('last_name', { autoComplete: 'family-name' })}
            <Select
              label={t('field.gender')}
              data={GENDERS.map((value) => ({ value, label: t(`gender.${value}`) }))}
              value={values.gender ?? null}
              onChange={(gender) => set('gender', gender)}
              error={errorOf('gender')}
              clearable
            />
            <DateField
              field={BIRTH}
              id="account-birth"
              value={values.birth_at}
              onChange={(value) => set('birth_at', value as string | null)}
              error={errorOf('birth_at')}
            />
          </>
        ) : (
          <>
            {text('email', { autoComplete: 'email', type: 'email', autoFocus: true })}
            {text('mobile', { autoComplete: 'tel', type: 'tel' })}
          </>
        )}
        <Group justify="flex-end" gap="xs" className={styles.wide!}>
          <Button variant="default" onClick={() => navigate(pathOf(section))}>
            {t('account.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('account.save')}
          </Button>
        </Group>
      </div>
    </form>
  )
}
