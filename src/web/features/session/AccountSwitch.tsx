import { Menu } from '@mantine/core'
import { IconBuilding, IconCheck, IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { get } from '../../api/client.ts'
import { toastError } from '../../ui/toast.ts'
import { type Account, switchAccount } from './actions.ts'
import { t } from './text.ts'

const nameOf = (part: { name: string } | string | null | undefined): string | undefined =>
  typeof part === 'string' ? part : (part?.name ?? undefined)

/** Label of the target: the branch for a branch, the company for a company, else the account's name and company. */
const words = (account: Account): string => {
  if (account.kind === 'branch') return nameOf(account.branch) ?? account.name
  if (account.kind === 'company') return [nameOf(account.company), account.username].filter(Boolean).join(' · ')
  return [account.name, nameOf(account.company), nameOf(account.branch)].filter(Boolean).join(' · ')
}

/** The other accounts, companies and branches to which the user can switch; nothing where there are none. */
const AccountSwitch = () => {
  const accounts = useQuery({
    queryKey: ['accounts'],
    queryFn: ({ signal }) => get<Account[]>('user/acc_switch', undefined, signal),
    retry: false,
  })
  // The head of the menu shows the present account; it is a choice only beside other accounts.
  const several = (accounts.data ?? []).filter(({ kind }) => kind === 'account').length > 1
  const choices = (accounts.data ?? []).filter(({ kind }) => several || kind !== 'account')
  if (!choices.some(({ is_current }) => !is_current)) return null
  const groups = [
    { title: t('profile.switchCompany'), list: choices.filter(({ kind }) => kind === 'company') },
    { title: t('profile.switch'), list: choices.filter(({ kind }) => kind === 'account') },
    { title: t('profile.switchBranch'), list: choices.filter(({ kind }) => kind === 'branch') },
  ]
  return groups.map(
    ({ title, list }) =>
      list.some(({ is_current }) => !is_current) && (
        <Fragment key={title}>
          <Menu.Divider />
          <Menu.Label>{title}</Menu.Label>
          {list.map((account) => {
            const Icon = account.kind === 'branch' ? IconMapPin : IconBuilding
            return (
              <Menu.Item
                key={`${account.kind}:${account.id}`}
                leftSection={<Icon size={16} />}
                rightSection={account.is_current && <IconCheck size={16} aria-label={t('profile.current')} />}
                disabled={account.is_current}
                onClick={() => switchAccount(account).catch(toastError)}
              >
                {words(account)}
              </Menu.Item>
            )
          })}
        </Fragment>
      ),
  )
}

export default AccountSwitch
