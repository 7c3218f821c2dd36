import { type Violation, violationText } from '../../../engine/runtime/validation/violation-text.ts'
import { API_BASE } from '../../api/client.ts'
import { label, t } from '../text.ts'

/** Messages by field; `items.3.qty` for a field of a line. */
export type Messages = Record<string, string[]>

interface Found extends Violation {
  readonly instancePath: string
}
/** A schema as Ajv compiled it on the server: no browser evaluates a string as code. */
export type Compiled = ((data: unknown) => boolean) & { errors?: readonly Found[] | null }
export type Validators = Readonly<Record<string, Compiled>>

const loaded = new Map<string, Promise<Validators>>()

/**
 * The compiled request schemas of a module: of its record, or of its dialogs' values. None when they cannot be loaded:
 * the server then reports all errors, and the next form tries again.
 */
export function loadValidators(hash: string, what: 'record' | 'inputs'): Promise<Validators> {
  const file = `${hash}.${what}.js`
  let validators = loaded.get(file)
  if (!validators) {
    validators = import(/* @vite-ignore */ `${API_BASE}/meta/validators/${file}`).then(
      (code: { default: Validators }) => code.default,
      () => {
        loaded.delete(file)
        return {}
      },
    )
    loaded.set(file, validators)
  }
  return validators
}

/** Gives the validators of a hash without a server: for stories and tests. */
export const provideValidators = (hash: string, what: 'record' | 'inputs', validators: Validators): void =>
  void loaded.set(`${hash}.${what}.js`, Promise.resolve(validators))

/** The message of a finding for users, in their language. */
export function messageOf(violation: Violation): string {
  if (violation.keyword === 'required') return t('fields.required')
  if (violation.keyword === 'format' && violation.params.format === 'email') return t('fields.email')
  if (violation.keyword === 'minLength') return t('fields.tooShort', { count: Number(violation.params.limit) })
  return label(violationText(violation))
}

/** Values for a validator: empty ones are absent. */
export const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== null && part !== undefined)
      .map(([name, part]) => [name, withoutNulls(part)]),
  )
}
