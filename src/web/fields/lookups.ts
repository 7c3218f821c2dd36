/**
 * Texts typed into pickers that are still being looked up when the picker is left. Saving waits for them,
 * so that what was typed last is saved or said to be unknown, never dropped.
 */
const running = new Set<Promise<boolean>>()

/** Registers a lookup; it answers whether the text named a record. */
export function track(lookup: Promise<boolean>): void {
  running.add(lookup)
  void lookup.finally(() => running.delete(lookup))
}

/** Waits for the lookups under way; false when one of them found nothing. */
export const settled = async (): Promise<boolean> => (await Promise.all(running)).every(Boolean)
