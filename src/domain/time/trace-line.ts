/** One sentence of an explanation. */
export interface TraceLine {
  /** Its subject, by which lines are sorted or shown: `plan`, `late`, `overtime` … */
  readonly about: string
  readonly text: string
  readonly minutes?: number
  /** Law, proclamation, policy or filing. */
  readonly source?: string
}

/** The formats of dates (`YYYY-MM-DD`) and times of day (`HH:mm`) for readers. */
export interface Speech {
  date(date: string): string
  time(clock: string): string
}
