/**
 * Stands in for the URI library with which the form library resolves `$ref` against `$id`. Our schemas are
 * whole: the browser's own URL is enough for what may still come.
 */
const BASE = 'schema:/'

const resolve = (base: string, reference: string): string => new URL(reference, new URL(base, BASE)).href.replace(BASE, '')
const equal = (one: string, other: string): boolean => resolve('', one) === resolve('', other)

export default { resolve, equal }
