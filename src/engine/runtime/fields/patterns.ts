/**
 * Written forms of identifiers. Government numbers are accepted with or without dashes, as users copy them from cards:
 * TIN 9 digits and a branch code of 3 to 5 (BIR), SSS 2-7-1, PhilHealth PIN 2-9-1, Pag-IBIG MID 4-4-4.
 */
export const PATTERNS = {
  phone: '^[+(]?[0-9][0-9 ().-]{4,28}$',
  url: '^https?://[^\\s]+$',
  licensekey: '^[A-Z0-9]{5}(-[A-Z0-9]{5}){4}$',
  time: '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$',
  month: '^[0-9]{4}-(0[1-9]|1[0-2])$',
  color: '^#[0-9a-fA-F]{6}$',
  tin: '^[0-9]{3}-?[0-9]{3}-?[0-9]{3}(-?[0-9]{3,5})?$',
  sss_no: '^[0-9]{2}-?[0-9]{7}-?[0-9]$',
  philhealth_no: '^[0-9]{2}-?[0-9]{9}-?[0-9]$',
  pagibig_no: '^[0-9]{4}-?[0-9]{4}-?[0-9]{4}$',
} as const

const GROUPS: Readonly<Record<string, readonly number[]>> = {
  tin: [3, 3, 3, 5],
  sss_no: [2, 7, 1],
  philhealth_no: [2, 9, 1],
  pagibig_no: [4, 4, 4],
}

/** A government number with its usual dashes; other text unchanged. */
export function dashed(type: string, value: string): string {
  const groups = GROUPS[type]
  if (!groups) return value
  const digits = value.replaceAll(/\D/g, '')
  const parts: string[] = []
  let from = 0
  for (const size of groups) {
    if (from >= digits.length) break
    parts.push(digits.slice(from, from + size))
    from += size
  }
  return parts.join('-')
}
