/** Questions to confirm: checks that ask before a record is saved (`severity: confirm`), and rules that would be overridden. */
import { createHash } from 'node:crypto'
import type { Module, Row } from '../../../engine/model/module.ts'
import { fromJson, sameValue } from '../../../engine/runtime/compute/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import { computerWith, envFor } from '../../platform/expressions.ts'

/** One question, as the 422 contains it; a request with `key` in `X-Confirm` has confirmed exactly this question. */
export interface Asked {
  readonly key: string
  readonly field: string
  readonly message: string
  /** `rule`: what would be overridden; else values that would be saved. */
  readonly about?: 'rule'
}

/** The rule of a refusal that a confirmation overrides. */
const CONFIRM_RULE = 'E_CONFIRM' as const

/** The record as it was, and the fields that the request gives; without them, all fields count as given. */
interface Saved {
  readonly before?: Row
  readonly given?: ReadonlySet<string>
}

/**
 * Refuses with `E_CONFIRM` and the questions until the request confirms them. The key of a question is derived from its record and
 * its text, so that other values ask again.
 */
export async function requireConfirmed(ctx: Ctx, module: Module, record: Row, saved: Saved = {}): Promise<void> {
  requireNoQuestions(await unconfirmed(ctx, module, record, saved))
}

/**
 * The questions about a record that the request does not confirm. A check is on a field: fields that the request neither gives
 * nor changes are not asked about. The system is never asked.
 */
export async function unconfirmed(ctx: Ctx, module: Module, record: Row, { before, given }: Saved = {}): Promise<Asked[]> {
  const isSaid = ({ field }: Asked): boolean => given === undefined || given.has(field) || !sameValue(record[field], before?.[field])
  return (await questionsOf(ctx, module, record, before)).filter(
    (question) => isSaid(question) && !ctx.request?.confirmed?.has(question.key),
  )
}

/** Refuses with `E_CONFIRM` while there are questions. */
export function requireNoQuestions(asked: readonly Asked[]): void {
  if (asked.length) throw refuse(CONFIRM_RULE, asked.map(({ message }) => message).join(' '), { questions: asked })
}

/** Refuses with questions until the request confirms them. `of` and the message make the key of each: other figures ask again. */
export function requireAnswered(ctx: Ctx, questions: readonly { of: readonly unknown[]; message: string; about?: 'rule' }[]): void {
  const asked = questions.map(
    ({ of: subject, message, ...about }): Asked => ({ key: hash([subject, message]), field: '', message, ...about }),
  )
  requireNoQuestions(asked.filter(({ key }) => !ctx.request?.confirmed?.has(key)))
}

/** The questions about a record, confirmed or not. */
export async function questionsOf(ctx: Ctx, module: Module, record: Row, before?: Row): Promise<Asked[]> {
  if (ctx.system !== undefined || !module.fields.some((field) => field.checks.some(({ severity }) => severity === 'confirm'))) return []
  const computer = computerWith(ctx, module, await envFor(ctx, module))
  return computer
    .questions(record, before && fromJson(module, before))
    .map(({ field, message }): Asked => ({ key: hash([module.name, before?.id ?? null, field, message]), field, message }))
}

/** One question for many records: confirming it confirms all of them. */
export function requireAllConfirmed(ctx: Ctx, asked: readonly Asked[], message: string, details: object): void {
  if (!asked.length) return
  const key = hash(asked.map((entry) => entry.key))
  if (!ctx.request?.confirmed?.has(key)) throw refuse(CONFIRM_RULE, message, { ...details, questions: [{ key, field: '', message }] })
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

/** Keys of the `X-Confirm` header. */
export const confirmedOf = (header: unknown): ReadonlySet<string> =>
  new Set(typeof header === 'string' ? header.split(',').flatMap((key) => key.trim().match(/^[0-9a-f]{16}$/)?.[0] ?? []) : [])
