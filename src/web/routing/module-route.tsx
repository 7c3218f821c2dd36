import { createContext, useContext } from 'react'
import type { Module } from '../../engine/model/module.ts'
import type { RecordScreen } from './module-screens.ts'

/** The module a record screen is about, as its route resolved it. */
export interface ModuleRoute {
  /** Application whose menu the user came through (first segment of the path). */
  readonly application: string
  readonly module: Module
  /** `/{application}/{module}`. */
  readonly base: string
  /** Whether the user holds a permission code here (index, view, new, edit, post …). */
  readonly can: (code: string) => boolean
  /** Further pages of a record that a feature brings. */
  readonly pages?: readonly RecordScreen[]
}

const Context = createContext<ModuleRoute | undefined>(undefined)
export const ModuleRouteProvider = Context.Provider

/** Inside the screens of a module only. */
export const useModuleRoute = (): ModuleRoute => {
  const route = useContext(Context)
  if (!route) throw new Error('useModuleRoute is used outside a module screen')
  return route
}
