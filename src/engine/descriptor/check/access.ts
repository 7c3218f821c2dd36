/** Access to confidential fields: each of them must declare it, and no record's name may contain one. */

import type { Field, Module } from '../../model/module.ts'
import { isReference } from '../../runtime/fields/types.ts'
import { labelPaths } from '../../runtime/format/index.ts'
import { isConfidential, needsAccess } from '../../runtime/permissions/confidential.ts'
import { step } from '../schema/structure.ts'
import type { Subject } from './subject.ts'

const HINT =
  'Give it "access": a code such as "compensation", "personal", "bank_details" or "cost", or "module" (everyone who can see the record). ' +
  'A tab, the rows or the whole descriptor may say it as well.'

/** Why the field is confidential, in words. */
const because = (field: Field): string => (field.sensitive ? 'It is sensitive' : `Its type is ${field.type}`)

export function checkAccess(subject: Subject): void {
  const { module, report, shape } = subject
  const check = (fields: readonly Field[], pointer: string): void => {
    for (const field of fields)
      if (needsAccess(field) && !field.access)
        report.add(`${pointer}${step(field.name)}`, `Who may see "${field.name}"? ${because(field)}, so it needs an access.`, HINT)
  }
  check(module.fields, '/fields')
  for (const lines of module.lines) check(lines.fields, `/fields${step(lines.name)}/fields`)
  check(module.report?.columns ?? [], '/report/columns')
  if (!subject.world.referenced.has(module.name)) return
  const paths: [string, string][] = [
    [module.entity.name, '/entity/name'],
    ...labelPaths(module.entity.label).map((path): [string, string] => [path, '/entity/label']),
    ...module.search.map((path, index): [string, string] => [path, shape.raw.search ? `/search/${index}` : '/columns']),
  ]
  for (const [path, pointer] of paths) {
    const field = fieldAt(subject, path)
    if (field && isConfidential(field))
      report.add(
        pointer,
        `Other modules refer to ${module.title}: their names and searches are open to people who may not see the records, and "${path}" is confidential.`,
        'Name and find the record by fields that all users may know.',
      )
  }
}

/** The field at the end of a path through references; undefined where the path leads nowhere. */
function fieldAt({ module, world }: Subject, path: string): Field | undefined {
  const parts = path.split('.')
  let owner: Module | undefined = module
  for (const [index, part] of parts.entries()) {
    const last = index === parts.length - 1
    const field: Field | undefined = owner?.fields.find((candidate) =>
      last ? candidate.name === part : candidate.refAs === part && isReference(candidate.type),
    )
    if (last || !field) return field
    owner = field.to ? world.find(field.to) : undefined
  }
  return undefined
}
