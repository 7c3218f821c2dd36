/** The parts of a postal address, as forms ask for them: the street, then from the widest place to the narrowest. */
export const ADDRESS_PARTS = ['line_1', 'line_2', 'country', 'region', 'province', 'city', 'barangay', 'zip_code'] as const
export type AddressPart = (typeof ADDRESS_PARTS)[number]

/** The same as they are written on an envelope. */
export const ENVELOPE = [
  'line_1',
  'line_2',
  'barangay',
  'city',
  'province',
  'region',
  'zip_code',
  'country',
] as const satisfies readonly AddressPart[]
