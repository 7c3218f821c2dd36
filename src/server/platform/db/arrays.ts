/** Arrays as PostgreSQL reads them. The driver's own writing quotes and searches each element, which for thousands takes longer than the rest. */

/** Texts that need no quotes. */
const PLAIN = /^[\w.:+-]+$/

/** One element as text; undefined where the driver has to write it. */
function element(value: unknown): string | undefined {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return undefined
  return PLAIN.test(value) && value.toUpperCase() !== 'NULL' ? value : `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** The values of a statement with the arrays among them as text; arrays of anything but texts, numbers and booleans stay. */
export const withArrayTexts = (values: readonly unknown[]): unknown[] =>
  values.map((value) => {
    if (!Array.isArray(value)) return value
    const texts: string[] = []
    for (const each of value) {
      const text = element(each)
      if (text === undefined) return value
      texts.push(text)
    }
    return `{${texts.join(',')}}`
  })
