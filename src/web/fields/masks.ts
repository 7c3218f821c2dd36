import type { FieldType } from '../../engine/model/module.ts'

/**
 * Groups of the Philippine government numbers and the licence key: TIN 9 digits and a branch code of 3 to 5,
 * SSS 2-7-1, PhilHealth 2-9-1, Pag-IBIG 4-4-4, licence five groups of five letters or digits.
 */
const MASKS: Partial<Record<FieldType, { groups: readonly number[]; letters?: true; example: string }>> = {
  tin: { groups: [3, 3, 3, 5], example: '000-000-000-000' },
  sss_no: { groups: [2, 7, 1], example: '00-0000000-0' },
  philhealth_no: { groups: [2, 9, 1], example: '00-000000000-0' },
  pagibig_no: { groups: [4, 4, 4], example: '0000-0000-0000' },
  licensekey: { groups: [5, 5, 5, 5, 5], letters: true, example: 'XXXXX-XXXXX-XXXXX-XXXXX-XXXXX' },
}

/** Placeholder of a masked field; undefined for the others. */
export const maskExample = (type: FieldType): string | undefined => MASKS[type]?.example

/** The text regrouped with hyphens; what does not fit the mask is dropped. Other types come back unchanged. */
export function applyMask(type: FieldType, text: string): string {
  const mask = MASKS[type]
  if (!mask) return text
  let rest = mask.letters ? text.toUpperCase().replace(/[^A-Z0-9]/g, '') : text.replace(/\D/g, '')
  const groups: string[] = []
  for (const size of mask.groups) {
    if (!rest) break
    groups.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return groups.join('-')
}
