import type { Subject } from './index.ts'

export function checkViews(_: Subject): void {}
