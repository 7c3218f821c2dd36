import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { t } from '../i18n/index.ts'
import { toast } from '../ui/toast.ts'

/** Leads Home from the address of an application that does not exist or is not open to the user, and says so: people would take Home for it. */
export const NoApplication = ({ name }: { name: string }) => {
  useEffect(() => toast('warning', t('page.noApplication', { name })), [name])
  return <Navigate to="/" replace />
}
