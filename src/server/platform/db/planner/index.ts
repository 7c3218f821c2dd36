export { parkedIn, previewSchema, refusedIn, type SyncOptions, syncSchema, uncheckedIn } from './apply.ts'
export { type Plan, plan, type Step } from './plan.ts'
export { columnType, hasTable, tablesOf } from './tables.ts'
