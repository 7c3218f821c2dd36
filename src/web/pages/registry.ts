/**
 * Modules whose screens are written by hand, by name. A module that is not here, or leaves a screen out,
 * has the generic one. Only the names load at first; the screens load when they are opened.
 */
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export type Screen = LazyExoticComponent<ComponentType>

/** A further page of a record at `{module}/{id}/{path}`; its record links to it. */
export interface RecordScreen {
  readonly path: string
  /** In words, as the link says it; translated like the words of a descriptor. */
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

const REGISTRY: Readonly<Record<string, ModuleScreens>> = {}

export const screensOf = (module: string): ModuleScreens => REGISTRY[module] ?? {}
