/** Screens that a feature writes by hand for its modules; every other screen is the generic one. */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { withinTime } from '../ui/chunk.ts'

type Screen = LazyExoticComponent<ComponentType>

/** A further page of a record at `{module}/{id}/{path}`; its record links to it. */
export interface RecordScreen {
  readonly path: string
  /** The text of the link; translated like the words of a descriptor. */
  readonly title: string
  /** Permission code that the link asks for. */
  readonly code: string
  readonly screen: Screen
}

export interface ModuleScreens {
  /** In place of the list. */
  readonly index?: Screen
  /** In place of the view of a record. */
  readonly view?: Screen
  readonly pages?: readonly RecordScreen[]
}

/** What a feature's `screens.ts` exports: its screens by module name. */
export type FeatureScreens = Readonly<Record<string, ModuleScreens>>

/** A screen whose code loads when it is first opened. */
export const lazyScreen = (load: () => Promise<{ default: ComponentType }>): Screen => lazy(withinTime(load))
