export const PUNCH_KINDS = ['time_in', 'time_out', 'break_in', 'break_out'] as const

/** `break_out` begins a break, `break_in` ends it. */
export type PunchKind = (typeof PUNCH_KINDS)[number]
