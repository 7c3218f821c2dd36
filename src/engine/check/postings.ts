import type { Subject } from './index.ts'

export function checkPostings(_: Subject): void {}
