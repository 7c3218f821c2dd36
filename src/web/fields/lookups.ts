/**
 * Texts typed into pickers whose lookup is still running when the picker is left. Saving waits for them, so that the last
 * text is saved or reported as unknown, never dropped.
 */
const running = new Set<Promise<boolean>>()

/** Registers a lookup; it returns whether the text matched a record. */
export function track(lookup: Promise<boolean>): void {
  running.add(lookup)
  void lookup.finally(() => running.delete(lookup))
}

/** Waits for the lookups under way; false when one of them found nothing. */
export const settled = async (): Promise<boolean> => (await Promise.all(running)).every(Boolean)
