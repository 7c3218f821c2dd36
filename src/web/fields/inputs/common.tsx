import type { InputWrapperProps } from '@mantine/core'
import { label, t } from '../text.ts'
import type { InputProps } from '../types.ts'

/** Mantine's label, description, error and state for an input; in a grid cell only the accessible name. */
export function wrapperProps({ field, id, bare, required, disabled, readOnly, error }: InputProps): Pick<
  InputWrapperProps,
  'id' | 'label' | 'description' | 'error' | 'withAsterisk'
> & {
  'aria-label'?: string
  'aria-required'?: boolean
  disabled?: boolean
  readOnly?: boolean
  variant?: 'unstyled'
} {
  const state = { ...(disabled && { disabled }), ...(readOnly && { readOnly }), ...(required && { 'aria-required': true }) }
  if (bare) return { id, 'aria-label': label(field.title), variant: 'unstyled', ...state }
  return {
    id,
    label: label(field.title),
    ...(field.description && { description: label(field.description) }),
    error: error ?? false,
    withAsterisk: Boolean(required),
    ...state,
  }
}

/** Placeholder of a text input; none where nothing can be typed. */
export const placeholderOf = ({ readOnly, disabled }: InputProps, text: string): string | undefined =>
  readOnly || disabled ? undefined : text

export const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
export { t }
