export { type Coerced, coerce } from './coerce.ts'
export { digitsOf } from './digits.ts'
export { dashed, PATTERNS } from './patterns.ts'
export { nullable, requestSchema, SCHEMA_KEYWORDS, valueSchema } from './schema.ts'
export {
  type FieldTypeInfo,
  type FilterOperator,
  type FormatKind,
  fieldTypes,
  ID_SCHEMA,
  isNumeric,
  isReference,
} from './types.ts'
