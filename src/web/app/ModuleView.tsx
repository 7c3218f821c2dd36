import { Suspense } from 'react'
import ViewPage from '../records/view/ViewPage.tsx'
import { useModuleRoute } from '../routing/module-route.tsx'
import { screensOf } from './page-registry.ts'

/** A record: the module's own screen, else the generic view. */
const ModuleView = () => {
  const { module } = useModuleRoute()
  const Own = screensOf(module).view
  return Own ? (
    <Suspense>
      <Own />
    </Suspense>
  ) : (
    <ViewPage />
  )
}

export default ModuleView
