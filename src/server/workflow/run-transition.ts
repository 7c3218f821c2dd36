/**
 * Transitions. One database transaction: lock the record, check whether it is allowed, take every lock in one order,
 * check the guards, run the effects and journal them, assign gap-free numbers last, write the status.
 */

import type { Call, Json, Module, Row, Transition } from '../../engine/model/module.ts'
import { toJson } from '../../engine/runtime/compute/index.ts'
import type { EvalEnv } from '../../engine/runtime/expressions/index.ts'
import {
  approvalPlan,
  assents,
  availableActions,
  can,
  currentLevel,
  flagsOf,
  followers,
  lastApproval,
  mayDecide,
  permitted,
  progressOf,
  refusal,
} from '../../engine/runtime/workflow/index.ts'
import { writeAudit } from '../platform/audit/index.ts'
import { asSystem } from '../platform/auth/as-system.ts'
import type { ActionState, Ctx, EffectContext, TransitionCall, WorkflowService } from '../platform/context.ts'
import { qualify } from '../platform/db/name.ts'
import { assignments, ref, sql, table } from '../platform/db/sql.ts'
import { AppError, forbidden, notFound, refuse } from '../platform/errors.ts'
import { callerOf, computerWith, envFor, programFor } from '../platform/expressions.ts'
import { noteIssue } from '../platform/issued/facts.ts'
import { assignNumber } from '../platform/numbering/index.ts'
import { requireAction, seesOf } from '../records/access.ts'
import { audienceOf, publishRecord } from '../records/audience/audience.ts'
import { loadExact } from '../records/load.ts'
import { answer } from '../records/response.ts'
import { requireSecondPersonActs, secondPersonReason } from '../records/write/second-person.ts'
import { approvalContext, decides, dueDecision, recordDecision } from './approvals/approvals.ts'
import { awaited } from './approvals/awaited.ts'
import { requireDeciders } from './approvals/deciders.ts'
import { restartApproval } from './approvals/restart.ts'
import { refreshTasks } from './approvals/tasks.ts'
import { transitionLater } from './background.ts'
import { childrenNone } from './builtin/children.ts'
import { effectContext } from './context.ts'
import {
  alreadyDone,
  applyEffects,
  type Execution,
  entriesOf,
  liveExecutions,
  lockAll,
  recordExecution,
  reverseEffects,
} from './effect-log.ts'
import { readInput } from './input.ts'
import { startJob, type TransitionAttempt } from './jobs.ts'
import { noteAwaiting, noteOutbox } from './outbox-notes.ts'
import { type Code, effectOf, guardOf } from './registry.ts'
import { writeComputedRows } from './stored-values.ts'
import { adviceOn } from './warnings.ts'

/** The service with a registry of effects and guards. */
export function createWorkflow(code: Code): WorkflowService {
  return {
    advice: (ctx, module, action, ids) => adviceOn(ctx, module, action, ids),
    transition: (ctx, module, call) => ctx.db.tx(() => run(code, ctx, { module, ...call })),
    carryOut: async (ctx, module, call) => void (await ctx.db.tx(() => run(code, ctx, { module, ...call }, async () => ({})))),
    request: (ctx, module, { options, ...call }) => request(code, ctx, { module, ...call }, options),
    actions,
    refreshTasks,
    restartApproval,
    askApprovers: async (ctx, module, record, only) => {
      if (dueDecision(ctx, module, record)) await noteAwaiting(ctx, module, record, { action: 'save', only })
    },
    decides,
    awaitsDecision: (ctx, module, record) => dueDecision(ctx, module, record) !== undefined,
    awaited,
  }
}

/** The caller's present actions on the record. */
async function actions(ctx: Ctx, module: Module, record: Row): Promise<ActionState[]> {
  const { principal, company } = ctx
  const env = {
    user: callerOf(ctx),
    company: { id: company.id },
    settings: ctx.settings as Row,
    today: () => ctx.clock.today(company.time_zone),
    now: () => ctx.clock.now().toISOString(),
  }
  // Approvers are looked up only for callers who might be one of them.
  const asked = Object.values(module.workflow?.transitions ?? {}).some(
    (transition) => transition.approval && transition.from.includes(String(record.status)) && can(principal, module, transition.code),
  )
  const approvals = asked && decides(ctx, module) ? await approvalContext(ctx, module, record) : undefined
  const states = availableActions(module, record, principal, {
    settings: ctx.settings,
    env,
    system: ctx.system !== undefined,
    ...(approvals ? { approvals } : {}),
  })
  const secondPerson = secondPersonReason(ctx, module, record)
  return secondPerson === undefined
    ? states
    : states.map((state) =>
        state.transition && state.allowed ? { ...state, allowed: false, others_only: true, reason: secondPerson } : state,
      )
}

/** The transition of a name; 404 when the module has none. */
function transitionOf(module: Module, action: string): Transition {
  const known = module.workflow && Object.hasOwn(module.workflow.transitions, action)
  if (!known) throw notFound(`${module.singular} has no action "${action}".`)
  return module.workflow!.transitions[action]!
}

/** A transition of a record, as it is asked for. */
interface Wanted extends TransitionCall {
  readonly module: Module
}

/** A transition requested by a user: its job first, in the background where the record or the job is large. */
async function request(code: Code, ctx: Ctx, wanted: Wanted, options: { readonly atOnce?: number } = {}): Promise<Row> {
  const { module, id, action, input } = wanted
  const transition = transitionOf(module, action)
  if (transition.job) return startJob(admit, ctx, { module, transition, id, input, ...options })
  return (await transitionLater(ctx, module, wanted)) ?? (await ctx.db.tx(() => run(code, ctx, wanted)))
}

/** Locks the record and refuses what the caller cannot do with it. */
async function admit(ctx: Ctx, module: Module, { transition, id, input }: TransitionAttempt): Promise<Row> {
  const record = await loadExact(ctx, module, id, { action: 'view', lock: true })
  if (ctx.system === undefined && !permitted(module, transition, record, ctx.principal)) requireAction(ctx, module, transition.name)
  await requireAllowed(ctx, module, transition, { record, given: input })
  return record
}

/** Refuses a stale version, and a transition that state, permissions, approval or conditions do not allow. */
async function requireAllowed(
  ctx: Ctx,
  module: Module,
  transition: Transition,
  { record, given }: { readonly record: Row; readonly given: Row },
) {
  if (given.version !== undefined && Number(given.version) !== Number(record.version)) {
    throw refuse('E_STALE', 'This record was changed by another user. Please reload.', { yours: given, theirs: toJson(record) })
  }
  const env = await envFor(ctx, module)
  const approvals = ctx.system === undefined && decides(ctx, module) ? await approvalContext(ctx, module, record) : undefined
  const refused = refusal(module, transition, {
    record,
    principal: ctx.principal,
    context: {
      settings: ctx.settings,
      env,
      system: ctx.system !== undefined,
      ...(approvals ? { approvals } : {}),
    },
  })
  if (refused !== undefined) {
    if (refused.kind === 'permission') throw forbidden(refused.message)
    // The message says so when no one can give the approval that is pending.
    if (refused.kind === 'approval' && !transition.approval) await requireDeciders(ctx, module, record)
    throw refuse(transition.approval ? 'E_APPROVAL' : isLocked(module, refused, record) ? 'E_LOCKED' : 'E_STATE', refused.message)
  }
  requireSecondPersonActs(ctx, module, record)
  return { env, approvals }
}

/** True when the refusal is due to a state that is flagged as locked. */
const isLocked = (module: Module, refused: { readonly kind: string }, record: Row): boolean =>
  refused.kind === 'state' && module.workflow?.states[String(record.status)]?.flags.includes('is_locked') === true

/** Runs a transition; `reply` reads the response, which is omitted where the caller does not need it. */
async function run(
  code: Code,
  ctx: Ctx,
  { module, id, action, input: sent }: Wanted,
  reply: (ctx: Ctx, module: Module, id: number) => Promise<Row> = answer,
): Promise<Row> {
  const transition = transitionOf(module, action)
  const { remarks, given } = withoutRemarks(transition, sent)
  // Applies the row predicate first: callers who cannot see the record learn nothing about it.
  const record = await loadExact(ctx, module, id, { action: 'view', lock: true })
  if (ctx.system === undefined && !permitted(module, transition, record, ctx.principal)) requireAction(ctx, module, action)
  // A repeated request gets the first response, regardless of its version.
  if (
    record.status === transition.to &&
    !transition.from.includes(String(record.status)) &&
    (await alreadyDone(ctx, module.name, record, action))
  ) {
    return reply(ctx, module, id)
  }
  const { env, approvals } = await requireAllowed(ctx, module, transition, { record, given })
  const input = readInput(module, transition, { sent: given, record, env, rights: { sees: seesOf(ctx), modules: ctx.modules } })
  const words = Object.entries(input).find(([name]) => name.endsWith('_reason'))?.[1] ?? remarks
  const reason = typeof words === 'string' ? words : undefined
  if (transition.approval && approvals && transition.to !== record.status) {
    const plan = approvalPlan(module, transition.approval, { record, settings: ctx.settings, env, given: approvals.levels })
    const verdict = mayDecide(module, plan, { record, person: ctx.principal, context: approvals })
    await recordDecision(ctx, module, {
      id,
      transition,
      level: currentLevel(plan, approvals.decisions)?.index ?? 0,
      ...(verdict.allowed && verdict.for_user_id !== undefined ? { on_behalf_of: verdict.for_user_id } : {}),
      ...(reason === undefined ? {} : { remarks: reason }),
    })
    if (assents(transition) && !lastApproval(plan, approvals.decisions)) {
      const number = record[module.entity.numbers[0]?.field ?? '']
      await writeAudit(ctx, { module, record_id: id, action, number, ...(reason === undefined ? {} : { reason: reason.slice(0, 200) }) })
      await refreshTasks(ctx, module, record)
      await noteAwaiting(ctx, module, record, { action })
      return reply(ctx, module, id)
    }
  }
  await carryOut(code, { ctx, module, transition, record, input, env, reason })
  return reply(ctx, module, id)
}

interface Plan {
  readonly ctx: Ctx
  readonly module: Module
  readonly transition: Transition
  readonly record: Row
  readonly input: Row
  readonly env: EvalEnv
  /** The reason given by the user. */
  readonly reason: string | undefined
}

async function carryOut(code: Code, plan: Plan): Promise<void> {
  const { ctx, module, transition, record, input } = plan
  const live = transition.reverses ? await liveExecutions(ctx, module.name, record.id as number) : []
  const executions =
    typeof transition.reverses === 'string' ? live.filter(({ action }) => action === transition.reverses).slice(0, 1) : live
  const journaled = (await Promise.all(executions.map((entry) => entriesOf(code, ctx, entry.id)))).flat()
  const undone = journaled.flatMap(({ effect, params }): Call[] => (params === undefined ? [] : [{ name: effect, params }]))
  const calls = [...undone, ...transition.effects]
  const date = await dateOf(code, plan, executions)
  const needsSeq = calls.length > 0 || module.field.posting_seq !== undefined
  const [seq] = needsSeq
    ? await ctx.db.query<{ n: number }>(sql`SELECT nextval(${qualify(ctx.company.schema, 'posting_seq')}::regclass) AS n`)
    : []
  const fx = await effectContext({
    ctx,
    module,
    transition,
    record: { ...record, ...input },
    input,
    date,
    posting_seq: Number(seq?.n ?? 0),
    calls,
  })
  await lockAll(code, fx, calls)
  if (transition.reverses === true) {
    const names = followers(ctx.modules, module.name).map((follower) => follower.name)
    await childrenNone.check(fx, names)
  }
  for (const guard of transition.guards) await guardOf(code, guard.name).check(fx, guard.params)
  await reverseEffects(code, fx, journaled)
  await recordExecution(fx, await applyEffects(code, fx, transition.effects), executions)
  for (const invariant of code.invariants) await invariant.check(fx, null)
  await write(
    plan,
    fx,
    calls.some(({ name }) => effectOf(code, name).keepsRecord !== true),
  )
  for (const { name, params } of calls) await effectOf(code, name).afterTransition?.(fx, params)
  if (transition.create) await createFollower(code, plan, transition.create)
}

/** Remarks are allowed with any decision; they are stored with it, not with the record. */
function withoutRemarks(transition: Transition, sent: Row): { remarks: unknown; given: Row } {
  if (!transition.approval || transition.input.some((field) => field.name === 'remarks')) return { remarks: undefined, given: sent }
  const { remarks, ...given } = sent
  return { remarks: typeof remarks === 'string' ? remarks.trim().slice(0, 1000) || undefined : undefined, given }
}

/**
 * Makes the document that the transition brings about, from the record as it now is, notes it on the record, and carries
 * out its own transition where the descriptor says so.
 */
async function createFollower(code: Code, { ctx, module, record, env }: Plan, { module: name, ...how }: NonNullable<Transition['create']>) {
  const id = record.id as number
  const target = ctx.modules.get(name)!
  const system = asSystem(ctx, `made by a ${module.singular.toLowerCase()}`)
  const draft = await ctx.services.records.defaults(system, target, { module: module.name, ids: [id] })
  const made = await ctx.services.records.add(system, target, draft)
  if (how.field) await ctx.db.query(sql`UPDATE ${table(ctx, module.entity.table)} SET ${ref(how.field)} = ${made} WHERE id = ${id}`)
  if (how.transition && (!how.when || programFor(ctx, module, how.when).evaluate(record, env) === true))
    await run(code, system, { module: target, id: made, action: how.transition, input: {} }, async () => ({}))
}

/**
 * The ledger date: the document's own, and for a void the document's while its period is open, else the day of the void.
 * The guard of the undone action decides whether a period is open; what has no date of its own, and an action that is undone
 * alone, is undone on the day that the guard names: a check that bounced on one day has not been on hand in between.
 */
async function dateOf(code: Code, { ctx, module, transition, record, input }: Plan, executions: readonly Execution[]): Promise<string> {
  const today = ctx.clock.today(ctx.company.time_zone)
  const dayIn = (field: unknown): string | undefined =>
    typeof field === 'string' && typeof record[field] === 'string' ? String(record[field]) : undefined
  const documentDate = dayIn(module.entity.date)
  if (!transition.reverses || executions.length === 0) return documentDate ?? today
  const periods = executions
    .flatMap((execution) => module.workflow?.transitions[execution.action]?.guards ?? [])
    .filter((guard) => guard.name === 'period.open')
    .map(({ name, params }) => ({ name, params: (params ?? {}) as Row }))
  const actionDate =
    documentDate === undefined || transition.reverses !== true ? periods.map(({ params }) => dayIn(params.date)).find(Boolean) : undefined
  const date = actionDate ?? documentDate ?? today
  const checkPeriod = async (day: string) => {
    const fx: EffectContext = await effectContext({ ctx, module, transition, record, input, date: day, posting_seq: 0 })
    for (const { name, params } of periods) {
      const { date: _, ...rest } = params
      await guardOf(code, name).check(fx, (actionDate === undefined ? params : rest) as Json)
    }
  }
  try {
    await checkPeriod(date)
    return date
  } catch (error) {
    if (!(error instanceof AppError) || error.kind !== 'locked') throw error
    await checkPeriod(today)
    return today
  }
}

/** The header without lines: comparing a thousand lines with themselves would add nothing to the audit trail. */
const withoutLines = (module: Module, row: Row): Row => {
  const header = { ...row }
  for (const lines of module.lines) delete header[lines.name]
  return header
}

/** The values that effects may have written: the record's own fields. Their changes to lines are in their journal. */
const ownValues = (module: Module, row: Row): Row =>
  Object.fromEntries(module.fields.filter(({ name, origin }) => origin !== 'system' && name in row).map(({ name }) => [name, row[name]]))

/**
 * Writes status, stamps, input, numbers and the values derived from them, with the audit entry and the outbox. After effects
 * that write values which are not in `fx.record` (`isRead`) the record is read again, so that nothing is overwritten.
 */
async function write({ ctx, module, transition, record, input, env, reason }: Plan, fx: EffectContext, isRead: boolean): Promise<void> {
  const now = ctx.clock.now().toISOString()
  const { by, at: stampField, clear } = transition.stamps
  const set: Row = { ...input, status: transition.to }
  if (by) set[by] = ctx.principal.user_id || null
  // A day is the company's: before 8 AM in Manila it is still yesterday in UTC.
  if (stampField) set[stampField] = module.field[stampField]?.type === 'date' ? ctx.clock.today(ctx.company.time_zone) : now
  for (const name of clear ?? []) set[name] = null
  if (module.field.posting_seq && fx.posting_seq && !transition.reverses) set.posting_seq = fx.posting_seq
  const stored = isRead ? await ctx.services.records.load(ctx, module, record.id as number) : fx.record
  const computed = computerWith(ctx, module, env).all({ ...stored, ...set })
  for (const field of module.fields) if (field.computed && !field.live) set[field.name] = computed[field.name]
  const numbers = await assignNumber(ctx, module, computed, transition.name)
  Object.assign(set, numbers)
  const columns = Object.keys(set).filter((name) => name === 'status' || module.field[name]?.storage !== undefined)
  const after = { ...computed, ...set }
  if (module.workflow?.progress) {
    set.progress = progressOf(module, after, env) ?? null
    columns.push('progress')
  }
  const values = toJson(set)
  await ctx.db.query(
    sql`
      UPDATE ${table(ctx, module.entity.table)}
      SET ${assignments(Object.fromEntries(columns.map((name) => [name, values[name]])))}, version = version + 1,
        updated_by = ${ctx.principal.user_id || null}, updated_at = ${now}
      WHERE id = ${record.id}
    `,
  )
  if (Object.keys(numbers).length) await noteIssue(ctx, module, after)
  const header = withoutLines(module, record)
  await writeAudit(ctx, {
    module,
    record_id: record.id as number,
    action: transition.name,
    before: header,
    after: { ...header, ...ownValues(module, stored), ...set, ...flagsOf(module, transition.to) },
  })
  await writeComputedRows(ctx, module, stored, computed)
  for (const name of module.saved) await ctx.services.hooks.get(name)?.afterTransition?.(ctx, module, { record: after, transition })
  const awaited = await refreshTasks(ctx, module, after)
  // What is taken back can be corrected before anybody is asked.
  if (!transition.approval && !transition.reverses && ctx.system === undefined) await requireDeciders(ctx, module, after)
  if (module.notify.some((entry) => entry.on === transition.name))
    await noteOutbox(ctx, {
      module: module.name,
      id: Number(record.id),
      action: transition.name,
      status: transition.to,
      ...(reason === undefined ? {} : { reason }),
    })
  publishRecord(ctx, await audienceOf(ctx, module, { ...after, ...set }, awaited), {
    id: record.id as number,
    version: Number(record.version) + 1,
  })
}
