import { Suspense } from 'react'
import IndexPage from '../records/index/IndexPage.tsx'
import { useModuleRoute } from '../routing/module-route.tsx'
import { screensOf } from './page-registry.ts'

/** The first screen of a module: its own, else the list. */
const ModuleIndex = () => {
  const { module } = useModuleRoute()
  const Own = screensOf(module).index
  return Own ? (
    <Suspense>
      <Own />
    </Suspense>
  ) : (
    <IndexPage />
  )
}

export default ModuleIndex
