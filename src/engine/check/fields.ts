import type { Subject } from './index.ts'

export function checkFields(_: Subject): void {}
