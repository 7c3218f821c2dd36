import { InputBase, TextInput } from '@mantine/core'
import { t } from '../../../i18n/core.ts'
import styles from './session.module.css'
import type { Companies } from './useCompanies.ts'

/** Drawn here: the library's select and icons weigh more than everything else on this page. */
const CHEVRON = (
  <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.4" aria-hidden>
    <path d="M5 6.2 8 3.5l3 2.7M5 9.8l3 2.7 3-2.7" />
  </svg>
)

/** Which company: preselected, and only to read when there is no choice. */
export const CompanyField = ({ companies }: { companies: Companies }) => {
  const list = companies.list ?? []
  const current = list.find(({ code }) => code === companies.chosen)
  const logo = current?.logo ? <img src={current.logo} alt="" className={styles.logo} /> : undefined
  const shared = { label: t('signIn.company'), ...(logo && { leftSection: logo, leftSectionWidth: 40 }) }
  if (list.length === 1) return <TextInput {...shared} value={list[0]!.name} readOnly />
  return (
    <InputBase
      {...shared}
      component="select"
      pointer
      rightSection={CHEVRON}
      rightSectionPointerEvents="none"
      value={companies.chosen}
      onChange={(event) => companies.choose(event.currentTarget.value)}
      disabled={list.length === 0}
    >
      {list.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </InputBase>
  )
}
