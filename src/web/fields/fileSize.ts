const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const

/** Bytes in the usual format: base 1024, Bytes to PB, two decimals at most. */
export function fileSize(bytes: number): string {
  if (!Number.isFinite(bytes) || bytes <= 0) return '0 Bytes'
  const power = Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), UNITS.length - 1)
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${UNITS[power]}`
}
