/** The type of a feature. Packages list their features; routes, jobs and descriptors use them only through it. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { JsonSchema, Module, Row } from '../../engine/model/module.ts'
import type {
  AddressReader,
  Approver,
  Ctx,
  Effect,
  FileAccess,
  Guard,
  Handler,
  JobEnd,
  Jobs,
  PrintForm,
  SaveHook,
  TransitionJob,
} from '../platform/context.ts'
import type { Rule } from '../platform/rules.ts'
import type { ReportPage } from '../records/report/page.ts'
import type { Retired } from '../workflow/registry.ts'

/** Rows of a report for one page; `parameters` are checked against the module's filters. */
export type Report = (ctx: Ctx, module: Module, query: Readonly<Record<string, unknown>>, parameters: Row) => Promise<ReportPage>

/** A report that takes `params` from its descriptor. */
export interface ReportWithParams {
  readonly run: Report
  readonly params: JsonSchema
}

/** A kind of background job. */
export interface Queue {
  readonly name: string
  readonly work: Parameters<Jobs['work']>[1]
  /** Cleans up what the job had marked as in progress, when it failed for good. */
  readonly end?: JobEnd
}

/** Work that every process does for every company at an interval. */
export interface Timer {
  readonly name: string
  readonly everyMs: number
  /** Shown in the developer console. */
  readonly description: string
  run(ctx: Ctx): Promise<unknown>
}

interface RouteDeps {
  /** The context of a signed-in request; 401 without a session. */
  ctx(request: FastifyRequest): Promise<Ctx>
}

/**
 * A business capability: everything that descriptors can name of it, and what runs on a schedule. Its internal tables are
 * in `internal-tables.ts` and its demo rows in `demo.ts` of the same folder.
 */
export interface Feature {
  /** The name of its folder. */
  readonly name: string
  /** Custom endpoints by name (`endpoints`). */
  readonly handlers?: readonly Handler[]
  /** Reports by name (`report.handler`). */
  readonly reports?: Readonly<Record<string, Report | ReportWithParams>>
  /** Actions of a transition, which a void undoes. */
  readonly effects?: readonly Effect<never>[]
  /** Effects that descriptors no longer name: how a void undoes them for documents posted before. */
  readonly retired?: Readonly<Record<string, Retired>>
  /** Conditions that transitions name. */
  readonly guards?: readonly Guard<never>[]
  /** Conditions that hold after every transition. */
  readonly invariants?: readonly Guard[]
  /** Code that runs when a record is saved (`saved`). */
  readonly hooks?: readonly SaveHook[]
  /** Code that answers who approves a record (`approves`). */
  readonly approvers?: readonly Approver[]
  /** Work in batches before a transition (`job`). */
  readonly jobs?: readonly TransitionJob[]
  /** Print forms by name (`print[].template`). */
  readonly printForms?: Readonly<Record<string, PrintForm>>
  /** Gives the addresses of records to print: of the feature that keeps them. */
  readonly address?: AddressReader
  readonly queues?: readonly Queue[]
  readonly timers?: readonly Timer[]
  /** Rules for its refusals, `E_…`. Those of the product are in `platform/rules.ts`. */
  readonly rules?: Readonly<Record<`E_${string}`, Rule>>
  /** Routes that belong to no module. */
  readonly routes?: (app: FastifyInstance, deps: RouteDeps) => void
  /** Other users who can open the files of a module's records. */
  readonly fileAccess?: Readonly<Record<string, FileAccess>>
  /** Makes rows of a new demo company, after those of the product; `ctx` acts as the system. */
  readonly demo?: (ctx: Ctx) => Promise<void>
}
