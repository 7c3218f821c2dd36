import type { ModuleSet } from '../../../engine/model/module.ts'
import type { CompareEnv } from './compare.ts'
import type { Person } from './person.ts'
import type { Reader } from './reader.ts'

export interface FilterEnv extends CompareEnv {
  readonly schema: string
  readonly modules: ModuleSet
  readonly alias: () => string
  /** The caller, for conditions on rows that name the user. */
  readonly person: Person
  /** The names that the caller can use, and the rows that they reach. */
  readonly reader: Reader
}
