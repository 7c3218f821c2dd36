import { Suspense } from 'react'
import { screensOf } from '../pages/registry.ts'
import IndexPage from '../records/index/IndexPage.tsx'
import { useModuleRoute } from './module-route.tsx'

/** The first screen of a module: its own, else the list. */
const ModuleIndex = () => {
  const { module } = useModuleRoute()
  const Own = screensOf(module.name).index
  return Own ? (
    <Suspense>
      <Own />
    </Suspense>
  ) : (
    <IndexPage />
  )
}

export default ModuleIndex
