export { builtinEffects, builtinGuards } from './builtin/index.ts'
export { type Code, codeOf } from './code.ts'
export { registerWorkflowRoutes } from './routes.ts'
export { createWorkflow } from './service.ts'
