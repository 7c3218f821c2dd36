/** Rules that users with a permission override: the question what is overridden, and the entry in the audit trail. */
import { can } from '../../../engine/runtime/permissions/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import type { EffectContext } from '../../platform/context.ts'
import type { AppError } from '../../platform/errors.ts'
import { requireAnswered } from '../../records/write/questions.ts'

/** One rule that a record does not meet. */
export interface Breach {
  /** The refusal for users without the permission: with what to do instead. */
  readonly refused: AppError
  /** What is wrong, with its figures: what is asked, and what the audit trail says. */
  readonly what: string
}

/** Room of an audit entry's reason. */
const REASON = 200

/**
 * Refuses breaches of rules unless the user holds the permission code `override`. Who holds it is asked first, with what is
 * overridden, because they may have meant to post and not to make an exception; the audit trail then notes each breach. The
 * system and jobs, which have no one to ask, go ahead.
 */
export async function requireOverride(fx: EffectContext, override: string | undefined, breaches: readonly Breach[]): Promise<void> {
  const [first] = breaches
  if (!first) return
  const { ctx, module, record } = fx
  const mayOverride = override !== undefined && (ctx.system !== undefined || can(ctx.principal, module, override))
  if (!mayOverride) throw first.refused
  if (ctx.request)
    requireAnswered(
      ctx,
      breaches.map(({ refused, what }) => ({ of: [module.name, record.id, refused.rule], message: what, about: 'rule' })),
    )
  for (const { what } of breaches)
    await writeAudit(ctx, {
      module,
      record_id: Number(record.id),
      action: 'override',
      number: record[module.entity.numbers[0]?.field ?? ''],
      reason: what.slice(0, REASON),
    })
}
