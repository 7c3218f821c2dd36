import type { Subject } from './index.ts'

export function checkSources(_: Subject): void {}
