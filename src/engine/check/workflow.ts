import type { Subject } from './index.ts'

export function checkWorkflow(_: Subject): void {}
