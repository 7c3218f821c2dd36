import type { Row } from '../../../engine/model/module.ts'

/** A record that another one came from, or led to. */
export interface LinkRow extends Row {
  module: string
  title?: string
  id: number
  label?: string
  name?: string
  status?: string
}
export interface Links {
  upstream?: LinkRow[]
  downstream?: LinkRow[]
}
/** Its name among the parts of the rail. */
export const linksPart = 'links'
