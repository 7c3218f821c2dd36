import { ActionIcon, Button, PasswordInput, Select, TextInput, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { post } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { useBusy } from '../admin/parts/useBusy.ts'
import { userAccessQuery } from '../admin/queries.ts'
import { t } from '../admin/text.ts'
import type { UserAccess } from '../admin/types.ts'
import classes from './access.module.css'

/** The accounts in other companies of the instance that a user may switch to, and those there that lead to this user. */
export function OtherCompanies({ access }: { access: UserAccess }) {
  const { busy, run } = useBusy()
  if (access.company_choices.length === 0) return null
  const change = async (name: string, work: () => Promise<unknown>, done: string) => {
    const ok = await run(name, work, done)
    if (ok) await queryClient.invalidateQueries({ queryKey: userAccessQuery(access.user_id).queryKey })
    return ok
  }
  const remove = (link_id: number) =>
    change('remove', () => post(`user/${access.user_id}/companies`, { _method: 'DELETE', link_id }), t('access.companyRemoved'))
  const links = [
    ...access.companies.map((link) => ({ ...link, direction: t('access.companyTo') })),
    ...access.company_sources.map((link) => ({ ...link, direction: t('access.companyFrom') })),
  ]
  return (
    <section className={classes.box}>
      <div className={classes.boxHead}>
        <h2>{t('access.companies')}</h2>
      </div>
      <p className={classes.help}>{t('access.companiesHelp')}</p>
      {links.length > 0 && (
        <div className={classes.scrolling}>
          <table className={classes.exceptions}>
            <thead>
              <tr>
                <th scope="col">{t('access.company')}</th>
                <th scope="col">{t('access.companyUser')}</th>
                <th scope="col">{t('access.companyDirection')}</th>
                <th scope="col">{t('access.companyGiven')}</th>
                <th scope="col">
                  <VisuallyHidden>{t('access.drop')}</VisuallyHidden>
                </th>
              </tr>
            </thead>
            <tbody>
              {links.map((link) => (
                <tr key={link.id}>
                  <th scope="row">{link.company?.name}</th>
                  <td>{link.is_active ? link.username : t('access.companyInactive', { username: link.username ?? '' })}</td>
                  <td>{link.direction}</td>
                  <td>{t('access.companyGivenBy', { granted: link.granted_by, confirmed: link.confirmed_by })}</td>
                  <td>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      disabled={busy !== null}
                      aria-label={t('access.companyDrop', { company: link.company?.name ?? '', username: link.username ?? '' })}
                      onClick={() => void remove(link.id)}
                    >
                      <IconTrash size={16} stroke={1.6} />
                    </ActionIcon>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <AddCompany
        access={access}
        busy={busy === 'add'}
        onAdd={(body) => change('add', () => post(`user/${access.user_id}/companies`, body), t('access.companyAdded'))}
      />
    </section>
  )
}

interface NewCompany {
  company_code: string
  username: string
  confirm_username?: string
  confirm_password?: string
}

/** A company, the account there, and, for users without an account of their own there, the confirming user. */
function AddCompany({ access, busy, onAdd }: { access: UserAccess; busy: boolean; onAdd: (company: NewCompany) => Promise<boolean> }) {
  const [code, setCode] = useState<string | null>(null)
  const [username, setUsername] = useState(access.user.username)
  const [confirming, setConfirming] = useState('')
  const [password, setPassword] = useState('')
  const company = access.company_choices.find((choice) => choice.code === code)
  const ready = company && username.trim() && (!company.needs_confirmation || (confirming.trim() && password))
  const add = async () => {
    if (!company) return
    const proof = company.needs_confirmation ? { confirm_username: confirming, confirm_password: password } : {}
    const added = await onAdd({ company_code: company.code, username, ...proof })
    setPassword('')
    if (added) setCode(null)
  }
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <Select
        label={t('access.company')}
        data={access.company_choices.map((choice) => ({ value: choice.code, label: choice.name }))}
        value={code}
        onChange={setCode}
      />
      {company && (
        <TextInput
          label={t('access.companyUser')}
          autoComplete="off"
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
      )}
      {company?.needs_confirmation && (
        <>
          <TextInput
            label={t('access.confirmUser', { company: company.name })}
            autoComplete="off"
            value={confirming}
            onChange={(event) => setConfirming(event.currentTarget.value)}
          />
          <PasswordInput
            label={t('access.confirmPassword')}
            autoComplete="off"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </>
      )}
      <Button type="submit" variant="default" disabled={!ready} loading={busy}>
        {t('access.addCompany')}
      </Button>
    </form>
  )
}
