/** The engine's computer on the server: built once per module, given the caller's world for each record. */
import { type Calculations, createComputer } from '../../../engine/compute/index.ts'
import type { EvalEnv } from '../../../engine/expressions/index.ts'
import type { Module, ModuleSet, Row } from '../../../engine/module.ts'
import { pesoWords } from '../../../domain/words.ts'
import type { Ctx } from '../../context.ts'

type Built = ReturnType<typeof createComputer>

/** What expressions of a record see beside it. */
export function evalEnv(ctx: Ctx): EvalEnv {
  const { principal, company, clock } = ctx
  return {
    user: { id: principal.user_id, name: principal.name, username: principal.username, branch_id: principal.branch_id, employee_id: principal.employee_id, role: principal.role },
    company: { id: company.id, code: company.code, name: company.name },
    branch: { id: principal.branch_id },
    settings: ctx.settings as Row,
    today: () => clock.today(company.time_zone),
    now: () => clock.now().toISOString(),
    words: (amount) => pesoWords(amount),
  }
}

/** Evaluation is synchronous, so one computer can serve all callers: it looks at whoever uses it now. */
let current: EvalEnv | undefined
const borrowed: EvalEnv = {
  get user() { return current?.user },
  get company() { return current?.company },
  get branch() { return current?.branch },
  get settings() { return current?.settings },
  today: () => current?.today() ?? '',
  now: () => current?.now() ?? '',
  words: (amount) => current?.words?.(amount) ?? '',
  lookup: (table, key, date) => current?.lookup?.(table, key, date) ?? null,
}

/** Computers of modules under one calculation registry. */
export class Computing {
  readonly #calculations: Calculations
  readonly #built = new WeakMap<ModuleSet, WeakMap<Module, Built>>()

  constructor(calculations: Calculations) {
    this.#calculations = calculations
  }

  /** Runs `work` (synchronous) with the module's computer in the caller's environment. */
  with<T>(ctx: Ctx, module: Module, work: (computer: Built) => T): T {
    let ofSet = this.#built.get(ctx.modules)
    if (!ofSet) this.#built.set(ctx.modules, (ofSet = new WeakMap()))
    let built = ofSet.get(module)
    if (!built) ofSet.set(module, (built = createComputer(module, borrowed, this.#calculations, ctx.modules)))
    const before = current
    current = evalEnv(ctx)
    try {
      return work(built)
    } finally {
      current = before
    }
  }
}
