import type { Problem } from './types.ts'

/** One problem, with all employees who have it. */
export interface SameProblem {
  readonly message: string
  readonly severity: Problem['severity']
  readonly list: readonly Problem[]
}

interface ProblemKind {
  readonly kind: string
  readonly isError: boolean
  readonly problems: readonly SameProblem[]
}

/** Problems by kind, those that read the same as one; the order in which they came stays. */
export function groupedProblems(problems: readonly Problem[]): ProblemKind[] {
  const kinds = new Map<string, Map<string, Problem[]>>()
  for (const problem of problems) {
    const same = kinds.get(problem.kind) ?? new Map<string, Problem[]>()
    kinds.set(problem.kind, same)
    const key = `${problem.severity} ${problem.message}`
    same.set(key, [...(same.get(key) ?? []), problem])
  }
  return [...kinds].map(([kind, same]) => ({
    kind,
    isError: [...same.values()].some((list) => list[0]!.severity === 'error'),
    problems: [...same.values()].map((list) => ({ message: list[0]!.message, severity: list[0]!.severity, list })),
  }))
}

/** How many different problems there are: one that many employees have counts once. */
export const differentProblems = (problems: readonly Problem[]): number =>
  groupedProblems(problems).reduce((count, kind) => count + kind.problems.length, 0)
