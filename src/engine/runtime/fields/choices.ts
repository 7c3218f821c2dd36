/** What is said of a value that is none of a field's choices. */
import type { Field } from '../../model/module.ts'
import { nearest } from '../expressions/hint.ts'

/** So many choices can be read in one sentence. */
const READABLE = 20

type Chosen = { readonly title?: string | undefined; readonly options?: Field['options'] | undefined }

/** `Account role` within a sentence; abbreviations keep their capitals. */
const nounOf = (title: string): string => (/^\p{Lu}\p{Ll}/u.test(title) ? title[0]!.toLowerCase() + title.slice(1) : title)

/** The sentence for a value that is no choice of a long list: with the choices near to it, by their values or their labels. */
export function unknownChoice({ title = 'choice', options = [] }: Chosen, value: string): string {
  const values = options.map((option) => option.value)
  const labels = options.map((option) => option.label)
  const near = nearest(value, values)
  const names = near.length ? near : nearest(value, labels)
  const noun = nounOf(title)
  if (!names.length) return `There is no ${noun} "${value}". Choose another, or leave it empty.`
  return `There is no ${noun} "${value}". Did you mean ${names.map((name) => `"${name}"`).join(' or ')}?`
}

/** The sentence for a text that is neither the value nor the label of a choice: it names all choices where they are few. */
export const noChoice = (field: Chosen, text: string): string =>
  (field.options ?? []).length > READABLE
    ? unknownChoice(field, text)
    : `Choose one of ${(field.options ?? []).map((entry) => entry.label).join(', ')}.`
