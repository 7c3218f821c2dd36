export {
  fieldTypes,
  ID_SCHEMA,
  isNumeric,
  isReference,
  type FieldTypeInfo,
  type FilterOperator,
  type FormatKind,
} from './types.ts'
export { dashed, PATTERNS } from './patterns.ts'
export { coerce, type Coerced } from './coerce.ts'
export { nullable, requestSchema, SCHEMA_KEYWORDS, valueSchema } from './schema.ts'
