import { Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { useModuleRoute } from '../routing/module-route.tsx'
import { ErrorPage, ModuleNotFound } from '../ui/ErrorPage.tsx'
import { screensOf } from './page-registry.ts'

/** A further page of a record, such as the access of a user. */
const ModulePage = () => {
  const { module } = useModuleRoute()
  const { page } = useParams()
  const recordScreen = screensOf(module).pages?.find(({ path }) => path === page)
  if (!recordScreen) return <ErrorPage error={new ModuleNotFound()} />
  const Page = recordScreen.screen
  return (
    <Suspense>
      <Page />
    </Suspense>
  )
}

export default ModulePage
