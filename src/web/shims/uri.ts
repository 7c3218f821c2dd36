/**
 * Replaces the URI library with which the form library resolves `$ref` against `$id`. Our schemas are complete: the
 * browser's own URL is enough for any other case. The functions are exported by name, too: the development server reads
 * them from the module itself.
 */
const BASE = 'schema:/'

interface UriParts {
  readonly path: string
  readonly fragment?: string
}

export const resolve = (base: string, reference: string): string => new URL(reference, new URL(base, BASE)).href.replace(BASE, '')
export const equal = (name: string, other: string): boolean => resolve('', name) === resolve('', other)

/** The part before the fragment, and the fragment. */
export function parse(uri: string): UriParts {
  const index = uri.indexOf('#')
  return index < 0 ? { path: uri } : { path: uri.slice(0, index), fragment: uri.slice(index + 1) }
}

export const serialize = ({ path, fragment }: UriParts): string => (fragment === undefined ? path : `${path}#${fragment}`)

export default { parse, serialize, resolve, equal }
