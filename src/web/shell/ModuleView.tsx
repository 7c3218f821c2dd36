import { Suspense } from 'react'
import { screensOf } from '../pages/registry.ts'
import ViewPage from '../records/view/ViewPage.tsx'
import { useModuleRoute } from './module-route.tsx'

/** A record: the module's own screen, else the generic view. */
const ModuleView = () => {
  const { module } = useModuleRoute()
  const Own = screensOf(module.name).view
  return Own ? (
    <Suspense>
      <Own />
    </Suspense>
  ) : (
    <ViewPage />
  )
}

export default ModuleView
