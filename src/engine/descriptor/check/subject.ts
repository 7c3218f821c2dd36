import type { Field as RawField } from '../../model/descriptor.generated.ts'
import type { Lines, Module } from '../../model/module.ts'
import type { Registries } from '../../model/registries.ts'
import type { Linked, World } from '../resolve/link-modules.ts'
import type { Shape } from '../resolve/normalize.ts'
import type { Report } from './report.ts'

/** One module under check. */
export interface Subject {
  readonly shape: Shape
  readonly linked: Linked
  readonly module: Module
  readonly world: World
  readonly registries: Registries
  readonly report: Report
}

export interface Place {
  readonly subject: Subject
  readonly pointer: string
  readonly raw: RawField
  readonly lines?: Lines
}
