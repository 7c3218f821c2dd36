import { NativeSelect, TextInput } from '@mantine/core'
import { t } from '../../i18n/core.ts'
import styles from './session.module.css'
import type { Companies } from './useCompanies.ts'

/** Which company: preselected, and only to read when there is no choice. */
export const CompanyField = ({ companies }: { companies: Companies }) => {
  const list = companies.list ?? []
  const current = list.find(({ code }) => code === companies.chosen)
  const logo = current?.logo ? <img src={current.logo} alt="" className={styles.logo} /> : undefined
  const shared = { label: t('signIn.company'), ...(logo && { leftSection: logo, leftSectionWidth: 40 }) }
  if (list.length === 1) return <TextInput {...shared} value={list[0]!.name} readOnly />
  return (
    <NativeSelect
      {...shared}
      value={companies.chosen}
      onChange={(event) => companies.choose(event.currentTarget.value)}
      disabled={list.length === 0}
      data={list.map(({ code, name }) => ({ value: code, label: name }))}
    />
  )
}
