/**
 * The modules that precompiled validators `require`. The server wraps a module's generated validator as `import runtime
 * from '/ajv-runtime.js'`, so that no browser ever evaluates a string as code.
 */
import equal from 'ajv/dist/runtime/equal.js'
import ucs2length from 'ajv/dist/runtime/ucs2length.js'
import uri from 'ajv/dist/runtime/uri.js'
import validationError from 'ajv/dist/runtime/validation_error.js'
import * as formats from 'ajv-formats/dist/formats.js'

/** Generated code reads `require(x).default` or `require(x).fullFormats`; both spellings must hold. */
const asCommonJs = (value: unknown): unknown => {
  const inner = (value as { default?: unknown }).default
  return inner !== null && typeof inner === 'object' && 'default' in inner ? inner : { default: inner ?? value, ...(value as object) }
}

const runtime: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': asCommonJs({ default: equal }),
  'ajv/dist/runtime/ucs2length': asCommonJs({ default: ucs2length }),
  'ajv/dist/runtime/uri': asCommonJs({ default: uri }),
  'ajv/dist/runtime/validation_error': asCommonJs({ default: validationError }),
  'ajv-formats/dist/formats': formats,
}

export default runtime
