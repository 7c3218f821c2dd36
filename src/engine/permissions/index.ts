/** Who may do what, on which rows, seeing which fields. Pure; the server enforces it, the browser only hides. */
export { can, canDo, codeFor, codesOf, OPEN_ACTIONS } from './codes.ts'
export { isConfidential, MODULE_ACCESS, needsAccess } from './confidential.ts'
export { cutModule, sees, visibleFields } from './cut.ts'
export type { Predicate, RowFacts } from './scope.ts'
export { explain, holds, owns, scope, scopeFields } from './scope.ts'
export { cutValues, isSubjectValue } from './subject.ts'
