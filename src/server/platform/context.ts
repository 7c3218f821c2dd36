/** The server's shared types: the context of a request, and the contracts of effects, guards, handlers and services. */

import type { ApprovalLevel, Call, Json, JsonSchema, Module, ModuleSet, Principal, Row, Transition } from '../../engine/model/module.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import type { Company } from './company.ts'
import type { Config } from './config.ts'
import type { Db } from './db/contract.ts'
import type { Contents } from './files/contents.ts'
import type { ByteStore } from './files/store.ts'
import type { ListQuery, Page } from './list-query.ts'
import type { Letterhead, PdfDefinition } from './print-form.ts'
import type { ProductFacts } from './product.ts'
import type { ActionState, AwaitedDecision, TransitionRun } from './record-state.ts'
import type { Schedule } from './schedule.ts'

export type { Company } from './company.ts'
export type { Db, Statement } from './db/contract.ts'
export type { ListQuery, Page } from './list-query.ts'
export type { ActionState, AwaitedDecision, Processing, TransitionRun } from './record-state.ts'

/** The business clock. It is injected everywhere; no other code reads the system's time. */
export interface Clock {
  now(): Date
  /** Business date `YYYY-MM-DD` in the zone given. */
  today(timeZone: string): string
}

export interface Log {
  debug(data: object | string, message?: string): void
  info(data: object | string, message?: string): void
  warn(data: object | string, message?: string): void
  error(data: object | string, message?: string): void
}

/** Company settings by key (`over_receipt_percent`), with defaults from `schemas/settings.json` filled in. */
export type Settings = Readonly<Record<string, Json>>

/** Everything a service needs to act for a user in a company. Created per request, per job and by `asSystem`. */
export interface Ctx {
  readonly company: Company
  readonly principal: Principal
  /** Resolved modules of this company (shipped + overlay). */
  readonly modules: ModuleSet
  readonly settings: Settings
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly services: Services
  readonly request?: {
    readonly id: string
    readonly ip?: string
    readonly agent?: string
    /** The server's address as the caller used it: `https://office.example`. */
    readonly origin?: string
    readonly client_time?: string
    readonly confirmed?: ReadonlySet<string>
  }
  /** The session of the request. */
  readonly session_id?: number
  /** Set by `asSystem(reason)`: row and action permissions are lifted, the reason is logged. */
  readonly system?: string
  /** Set in a batch of saves: checks that wait for its end, by what they check; see `records/batch.ts`. */
  readonly atEnd?: Map<string, () => Promise<void>>
  /** Set in a job: receives the progress of a long transition. */
  progress?(done: number, total: number, note?: string): void
}

/** Generic record services, implemented in `src/server/records`; all other code calls them through this type. */
export interface Records {
  list(ctx: Ctx, module: Module, query: ListQuery): Promise<Page>
  dropdown(ctx: Ctx, module: Module, query: ListQuery): Promise<Row[]>
  /** The record with references, lines, flags, progress and `actions`. 404 outside the caller's scope. */
  get(ctx: Ctx, module: Module, id: number, action?: string): Promise<Row>
  create(ctx: Ctx, module: Module, input: Row): Promise<Row>
  /** The same where the caller needs only the id of the new record. */
  add(ctx: Ctx, module: Module, input: Row): Promise<number>
  update(ctx: Ctx, module: Module, id: number, input: Row): Promise<Row>
  remove(ctx: Ctx, module: Module, id: number): Promise<void>
  defaults(ctx: Ctx, module: Module, from?: { module: string; ids: number[] }, given?: Row): Promise<Row>
  /** The record with exact decimals, for effects and handlers; locks the row when `lock`. No permission check. */
  load(ctx: Ctx, module: Module, id: number, options?: { lock?: boolean }): Promise<Row>
}

/** A transition of one record; `input` has the values of its form. */
export interface TransitionCall {
  readonly id: number
  readonly action: string
  readonly input: Row
}

export interface WorkflowService {
  /** Runs one transition in one transaction and returns the record. */
  transition(ctx: Ctx, module: Module, input: TransitionCall): Promise<Row>
  /** The same where the caller does not need the record: in bulk, and by jobs. It is read once. */
  carryOut(ctx: Ctx, module: Module, input: TransitionCall): Promise<void>
  /** The actions that this user can do with this record now, and the reasons against the others. */
  actions(ctx: Ctx, module: Module, record: Row): Promise<ActionState[]>
  /**
   * A transition requested by a user: with its job first, or at once. Returns the record, with `job_id` where a
   * background job does it. `atOnce`: the most parts of a job that the caller waits for, by default the job's own number.
   */
  request(ctx: Ctx, module: Module, input: TransitionCall & { readonly options?: { readonly atOnce?: number } }): Promise<Row>
  /** Warnings about an action on records that the caller can see; they never block. */
  advice(
    ctx: Ctx,
    module: Module,
    action: string,
    ids: readonly number[],
  ): Promise<readonly { readonly id?: number; readonly text: string }[]>
  /** Recreates the record's pending approval tasks after a save or a decision; returns the present and the former approvers. */
  refreshTasks(ctx: Ctx, module: Module, record: Row): Promise<readonly AwaitedDecision[]>
  /** Ends the approvals that were given to a record before these fields of it change; returns the names of who gave them. */
  restartApproval(ctx: Ctx, module: Module, before: Row, changed: readonly string[]): Promise<readonly string[]>
  /** Tells those whose decision the record awaits that it does, once it has come before them; `only` the given users where others know. */
  askApprovers(ctx: Ctx, module: Module, record: Row, only?: readonly number[]): Promise<void>
  /** Whether the record awaits a decision, so that saving it recreates its approval tasks. */
  awaitsDecision(ctx: Ctx, module: Module, record: Row): boolean
  /** Whether any approval of the module is switched on. */
  decides(ctx: Ctx, module: Module): boolean
  /** Names of the users and roles whose decision is pending. */
  awaited(ctx: Ctx, module: Module, record: Row): Promise<readonly string[]>
}

/** Delivery of the outbox entries that transactions have written. */
export interface Outbox {
  /** Signals that there may be new entries for the company. */
  wake(company: Company): void
}

/** Whether the caller can open the files of a record that they cannot see otherwise. Registered by module. */
export type FileAccess = (ctx: Ctx, recordId: number) => Promise<boolean>

/** Services of a request, and the code that features registered by the name that descriptors use. */
export interface Services {
  readonly records: Records
  readonly workflow: WorkflowService
  readonly files: Files
  readonly jobs: Jobs
  readonly mail: Mail
  readonly events: Events
  readonly outbox: Outbox
  readonly handlers: ReadonlyMap<string, Handler>
  readonly hooks: ReadonlyMap<string, SaveHook>
  readonly approvers: ReadonlyMap<string, Approver>
  readonly transitionJobs: ReadonlyMap<string, TransitionJob>
  readonly fileAccess: ReadonlyMap<string, FileAccess>
  /** Print forms of features, by name. */
  readonly printForms: ReadonlyMap<string, PrintForm>
  /** What gives the address of a record to print. */
  readonly addresses: readonly AddressReader[]
  /** The declarations of the packages. */
  readonly product: ProductFacts
  readonly instance: InstanceParts
}

/** The process and its start parameters, for the few users of them: console, backups, assistant. */
interface InstanceParts {
  readonly config: Config
  readonly version: string
  readonly embedded: boolean
  readonly startedAt: Date
  /** The scheduled tasks of this process. */
  readonly schedule: Schedule
  /** The store of the bytes of files. */
  readonly bytes: ByteStore
  /** The context of an active user of any company of the instance, with the rights they have there. */
  ctxOf(companyCode: string, userId: number): Promise<Ctx | undefined>
}

export interface Files {
  put(
    ctx: Ctx,
    file: { name: string; type: string; body: Contents | AsyncIterable<Buffer> },
    /** `access`: field access that users other than the record's owner need for the contents. */
    owner?: { module: string; record_id: number; access?: string },
  ): Promise<Row>
  get(ctx: Ctx, id: number): Promise<{ row: Row; body: AsyncIterable<Buffer> }>
}
/** The text of a notification about a failed job, and its link: a record, or the list of its module. */
export interface JobSubject {
  readonly module: string
  readonly record_id?: number
  readonly title: string
}
/**
 * Resets what a job of the queue had marked as in progress (`processing`, `Running` …) when it failed for good, for any
 * reason. Runs as the system, in one transaction with the end of the job.
 */
export type JobEnd = (
  ctx: Ctx,
  data: Json,
  message: string,
  job: { readonly id: string; readonly user_id: number },
) => Promise<JobSubject | undefined>
export interface Jobs {
  /** Queues in the current transaction; the job exists only if it commits. Returns the job id. */
  send(ctx: Ctx, queue: string, data: Json): Promise<string>
  /**
   * Registers the worker of a queue, and the cleanup after its failed jobs. A job may be started again after its process
   * died, and, rarely, while another process still works on it: the handler continues where it stopped and does nothing
   * twice. An error that it throws ends the job as failed. A later handler keeps the `settle` of an earlier one.
   */
  work(
    queue: string,
    handler: (ctx: Ctx, data: Json, progress: (done: number, total: number, note?: string) => void) => Promise<Json>,
    settle?: JobEnd,
  ): void
}
export interface Mail {
  send(
    ctx: Ctx,
    message: {
      to: string
      subject: string
      text: string
      html?: string
      attachments?: readonly { name: string; type: string; body: Buffer }[]
    },
  ): Promise<void>
}
/**
 * The audience of a record's events: decided for each listener from this value only, without a query. Without `row` the
 * event names no record, and the right to list the module is enough.
 */
export interface Audience {
  readonly module: string
  /** The columns that row scopes compare (owner, branch, sharing). */
  readonly row?: Row
  readonly awaited?: readonly AwaitedDecision[]
  /** The record belongs to one that is open only to these users. */
  readonly members?: readonly number[]
}

/** Server-sent events: `{module, id, version, actor}` and the like, never record data. */
export interface Events {
  /** Publishes to the listeners of a company: one user, or those of the `audience`; without either, all of them. */
  publish(company: string, event: { type: string; user_id?: number; data: Json; audience?: Audience }): void
}

/* ---------- effects, guards, handlers: the named code that descriptors refer to ---------- */

/**
 * The parameters of an effect or guard: the locked record with exact decimals, and the company's services. `R` is the type
 * of the record where the code is for one module (`features/records.generated.ts`).
 */
export interface EffectContext<R extends Row = Row> {
  readonly ctx: Ctx
  readonly module: Module
  readonly record: R
  readonly transition: Transition
  /** Ledger date of the transition: the document's date, or for a void the date by ruling R26. */
  readonly date: string
  /** All effects that the transition applies or reverses: what is locked together is locked in one order. */
  readonly calls?: readonly Call[]
  /** Values of the transition's input form. */
  readonly input: Row
  /** Monotonic posting order, one number per posting. */
  readonly posting_seq: number
  /** Evaluates an expression over the record, or over one of its rows. */
  evaluate(expr: string, row?: Row): unknown
  /** Same, as an exact decimal (null reads 0). */
  decimal(expr: string, row?: Row): Decimal
  /** Recomputes the rows of the record after an effect wrote what their computed fields read. */
  derive(): void
}

/**
 * A named action of a transition. `apply` returns what it did (the journal entry); `reverse` undoes exactly that when the
 * record is voided. Locks are taken first, by ascending `rank`, so that all transactions lock in one order: sources 10,
 * stock buckets 20, open items 30, ledgers 40.
 */
export interface Effect<P extends Json = Json, R extends Row = Row> {
  readonly name: string
  readonly rank: number
  readonly params: JsonSchema
  /**
   * Its changes to the record or its lines, by `apply` or `reverse`, are in `fx.record` too: the record need not be read
   * again after it.
   */
  readonly keepsRecord?: true
  lock?(fx: EffectContext<R>, params: P): Promise<void>
  apply(fx: EffectContext<R>, params: P): Promise<Json | undefined>
  /** Runs in the same transaction once the record's new state is written, after `apply` and after `reverse`. */
  afterTransition?(fx: EffectContext<R>, params: P): Promise<void>
  /** `date` of `fx` is the void date; `entry` is the value that `apply` returned. */
  reverse(fx: EffectContext<R>, entry: Json): Promise<void>
}

/** A named condition; throws `refuse(rule, message)` when it does not hold. Runs after locks, before effects. */
export interface Guard<P extends Json = Json, R extends Row = Row> {
  readonly name: string
  readonly params: JsonSchema
  check(fx: EffectContext<R>, params: P): Promise<void>
}

/** A file sent with a multipart request. */
export interface Upload {
  readonly name: string
  readonly type: string
  readonly body: Contents
}
export interface HandlerRequest {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  /** Of a multipart request: its other fields, as texts. */
  readonly body: Row
  readonly files: readonly Upload[]
}
/** An answer that is not JSON, e.g. a file. */
export interface Reply {
  readonly reply: {
    readonly type: string
    readonly filename?: string
    readonly body: unknown
    readonly headers?: Readonly<Record<string, string>>
    /** The handler writes the audit entry itself. */
    readonly audited?: boolean
  }
}
/** The parameters of a save hook: exact records as stored, before and after; `before` is absent on create, `after` on delete. */
export interface SaveEvent {
  readonly before?: Row
  readonly after?: Row
  /** The fields that the caller sent; texts of passwords are removed by then. */
  readonly changed: ReadonlySet<string>
}
/** Named code that runs when a record is created, updated, deleted or taken through a transition, in its transaction. Throws to refuse. */
export interface SaveHook {
  readonly name: string
  /** It only refuses what users get wrong: the rows that companies begin with, which are inserted as a set, do without it. */
  readonly forUsersOnly?: true
  afterSave(ctx: Ctx, module: Module, event: SaveEvent): Promise<void>
  /** May change the checked record before it is stored; `before` is absent on create. */
  beforeSave?(
    ctx: Ctx,
    module: Module,
    event: { readonly before?: Row; readonly record: Row; readonly given: ReadonlySet<string> },
  ): Promise<void>
  afterTransition?(ctx: Ctx, module: Module, event: { readonly record: Row; readonly transition: Transition }): Promise<void>
}

/** The parameters of an approver. */
export interface ApprovalQuestion {
  /** The module whose records define the approvers. */
  readonly flows: Module
  readonly module: Module
  readonly record: Row
  /** Levels of the setting or the descriptor. */
  readonly base: readonly ApprovalLevel[]
  /** Instant since which the due level has been waiting. */
  readonly since?: string
}

/** Named code that returns the approvers of a record (`approves`); undefined leaves it to `base`. */
export interface Approver {
  readonly name: string
  levels(ctx: Ctx, question: ApprovalQuestion): Promise<readonly ApprovalLevel[] | undefined>
  /** Determines the approvers of pending records again, after the commit of a change that concerns them (`noteRecheck`). */
  recheck?(ctx: Ctx): Promise<void>
}

/** Work in batches that a transition names (`job`): it is done before the transition runs. */
export interface TransitionJob {
  readonly name: string
  readonly description: string
  /** The most parts that are done while the user waits; more become a background job. */
  readonly atOnce: number
  /** Runs in the transaction that locks the record: returns the number of parts, and the data that every batch needs. */
  begin(ctx: Ctx, record: Row): Promise<{ readonly parts: number; readonly data: Json }>
  /**
   * Reads once what all batches of a run need. The function that it returns is called in one transaction after another:
   * it does the next parts that are not marked with the run, and returns how many are left.
   */
  open(ctx: Ctx, run: TransitionRun): Promise<() => Promise<number>>
  /** In the transaction of the transition, before it. */
  finish?(ctx: Ctx, run: TransitionRun): Promise<void>
}

/** A named custom endpoint or report. Its result becomes `data`, unless it is a `Reply` or an envelope with `success`. */
export interface Handler {
  readonly name: string
  readonly params: JsonSchema
  run(ctx: Ctx, module: Module, request: HandlerRequest, params: Json): Promise<unknown>
}

export interface PrintInput {
  readonly ctx: Ctx
  readonly module: Module
  /** The record as its reader can see it, with its lines. */
  readonly record: Row
  readonly head: Letterhead
}

/** The address of a record to print, else an empty text; `preferred` is the id of the one that the document names. */
export type AddressReader = (ctx: Ctx, owner: { readonly module: string; readonly id: number }, preferred: number | null) => Promise<string>

/** A form that a feature draws itself (`print[].template`). Drawn once per copy. */
export type PrintForm = (input: PrintInput) => PdfDefinition | Promise<PdfDefinition>
