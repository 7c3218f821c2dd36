/** The product's messages for findings of a JSON Schema validator; the same on the server and in the browser. */

/** A finding as Ajv reports it. */
export interface Violation {
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

export const REQUIRED = 'Field is required'

const TYPES: Readonly<Record<string, string>> = {
  string: 'Must be text.',
  number: 'Must be a number.',
  integer: 'Must be a whole number.',
  boolean: 'Must be yes or no.',
  array: 'Must be a list.',
  object: 'Must be a group of values.',
}
const FORMATS: Readonly<Record<string, string>> = {
  email: 'Invalid email format',
  date: 'Must be a date (YYYY-MM-DD).',
  'date-time': 'Must be a date and time.',
  time: 'Must be a time (HH:MM).',
  uri: 'Must be a web address.',
}

/** Whether a step is the last decimal place that is taken: 0.01, and not 0.25. */
const isPlace = (step: number): boolean => step < 1 && Number.isInteger(Math.round(Math.log10(step) * 1e9) / 1e9)

/** The sentence for one finding, in English. */
export function violationText({ keyword, params, message }: Violation): string {
  switch (keyword) {
    case 'required':
      return REQUIRED
    case 'type':
      return TYPES[String(Array.isArray(params.type) ? params.type[0] : params.type)] ?? 'Has the wrong type.'
    case 'format':
      return FORMATS[String(params.format)] ?? 'Has the wrong format.'
    case 'pattern':
      return 'Has the wrong format.'
    case 'enum':
      return `Choose one of: ${(params.allowedValues as unknown[])
        .filter((allowedValue) => allowedValue !== null)
        .slice(0, 20)
        .join(', ')}.`
    case 'minimum':
      return `Must be at least ${params.limit}.`
    case 'maximum':
      return `Must be at most ${params.limit}.`
    case 'exclusiveMinimum':
      return `Must be more than ${params.limit}.`
    case 'exclusiveMaximum':
      return `Must be less than ${params.limit}.`
    case 'minLength':
      return `At least ${params.limit} characters.`
    case 'maxLength':
      return `At most ${params.limit} characters.`
    case 'minItems':
      return params.limit === 1 ? 'Add at least one line.' : `Add at least ${params.limit} lines.`
    case 'maxItems':
      return `At most ${params.limit}.`
    case 'multipleOf':
      // Decimals are limited by a multiple of 0.01 and the like.
      return isPlace(Number(params.multipleOf)) ? 'Has too many decimals.' : `Must be a multiple of ${params.multipleOf}.`
    case 'uniqueItems':
      return 'Has the same value twice.'
    default:
      return `${(message ?? 'is not valid').replace(/^./, (first) => first.toUpperCase())}.`
  }
}
