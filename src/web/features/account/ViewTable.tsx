import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { ApiError } from '../../api/errors.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { Head } from './parts.tsx'
import { isSection } from './sections.ts'
import { DevicesCard, InvoicesCard, LoginsCard, SharedByMeCard, SharedWithMeCard } from './tables.tsx'
import { type AccountKey, t } from './text.ts'

const TABLES: Readonly<Record<string, { title: AccountKey; content: ReactNode }>> = {
  devices: { title: 'devices.title', content: <DevicesCard /> },
  logins: { title: 'logins.title', content: <LoginsCard /> },
  'shared-files': {
    title: 'files.title',
    content: (
      <>
        <SharedByMeCard />
        <SharedWithMeCard />
      </>
    ),
  },
  invoices: { title: 'invoices.title', content: <InvoicesCard /> },
}

/** `/account/{section}/view/{table}`: all rows of a table whose first rows a section shows. */
const ViewTable = () => {
  const { section, table = '' } = useParams()
  const shown = TABLES[table]
  if (!isSection(section) || !shown) return <ErrorPage error={new ApiError(404, {})} />
  return (
    <>
      <Head title={t(shown.title)} />
      {shown.content}
    </>
  )
}

export default ViewTable
