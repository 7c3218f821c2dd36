/** Texts for users with values of the record: texts that are filled in name fields, others name none. */

import type { Field, Transition } from '../../model/module.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { labelPaths } from '../../runtime/format/index.ts'
import { step } from '../schema/structure.ts'
import type { Place, Subject } from './subject.ts'

/** Messages of a field's checks: questions can name fields of the record, and those of the stored one as `before`. */
export function checkTexts(field: Field, { subject, pointer, raw }: Place): void {
  for (const [index, { message, severity }] of field.checks.entries()) {
    const place = `${pointer}/check${Array.isArray(raw.check) ? `/${index}` : ''}/message`
    for (const path of labelPaths(message ?? '')) {
      if (severity !== 'confirm') unfilled(subject, path, place, 'Only a question ("severity": "confirm") tells values.')
      else unknownValue(subject, path, place)
    }
  }
}

/** Messages of a transition are shown unchanged. */
export function checkTransitionTexts(subject: Subject, transition: Transition): void {
  const pointer = `/workflow/transitions${step(transition.name)}`
  for (const path of labelPaths(transition.confirm?.message ?? ''))
    unfilled(subject, path, `${pointer}/confirm/message`, 'Name fields whose values stand beneath the question in "workflow.facts".')
  for (const path of labelPaths(transition.whenMessage ?? '')) unfilled(subject, path, `${pointer}/whenMessage`)
}

function unfilled({ report }: Subject, path: string, pointer: string, hint?: string): void {
  report.add(pointer, `"{${path}}" would be shown as it stands: no values are filled in here.`, hint)
}

function unknownValue({ module, report }: Subject, path: string, pointer: string): void {
  const name = path.replace(/^before\./, '')
  if (module.field[name]) return
  if (name.includes('.')) report.add(pointer, `"{${path}}" goes through a reference; a question tells fields of the record itself.`)
  else report.add(pointer, `There is no field "${name}".`, didYouMean(name, Object.keys(module.field)))
}
