/** What `npm run module -- check [name]` says of loaded descriptors. */

import type { DescriptorFile, loadDescriptors } from '../src/engine/index.ts'
import type { Problem } from '../src/engine/model/module.ts'
import { didYouMean } from '../src/engine/runtime/expressions/index.ts'

export interface CheckReport {
  /** Lines about what is wrong, and whether the command fails for them; warnings alone do not. */
  readonly errors: { readonly lines: readonly string[]; readonly failed: boolean }
  /** The last line; empty where there is no such module. */
  readonly verdict: string
}

const textOf = (problem: Problem): string =>
  `${problem.file}:${problem.line}  ${problem.pointer || '/'}\n    ${problem.message}${problem.hint ? `\n    ${problem.hint}` : ''}`

/** Of all modules, or of `name`: then what it breaks in other modules is said as well. */
export function checkReport(
  files: readonly DescriptorFile[],
  { modules, problems, warnings }: ReturnType<typeof loadDescriptors>,
  name?: string,
): CheckReport {
  const isOf = (file: string): boolean => name === undefined || file.endsWith(`/${name}.json`)
  if (!files.some(({ path }) => isOf(path))) {
    const names = files.map(({ path }) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length))
    return { errors: { lines: [`There is no module "${name}". ${didYouMean(name!, names) ?? ''}`.trimEnd()], failed: true }, verdict: '' }
  }
  const mine = problems.filter((problem) => isOf(problem.file))
  const others = problems.filter((problem) => !isOf(problem.file))
  const lines = [
    ...mine.map(textOf),
    ...(others.length ? ['\nIn other modules:', ...others.map(textOf)] : []),
    ...warnings.filter((warning) => isOf(warning.file)).map((warning) => `warning: ${textOf(warning)}`),
  ]
  const verdict = mine.length
    ? `${mine.length} problem(s)${others.length ? `, and ${others.length} in other modules` : ''}.`
    : others.length
      ? `${name} is sound, but other modules are not: ${others.length} problem(s).`
      : name
        ? `${name} is sound.`
        : `${modules.size} modules are sound.`
  return { errors: { lines, failed: problems.length > 0 }, verdict }
}
