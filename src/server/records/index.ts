export { registerRecordRoutes } from './routes.ts'
export type { RecordRouteDeps } from './routes/deps.ts'
