/** Effects and guards of leave: credits reserved, taken and given back, and the documents that give them. */

import type { Json } from '../../../engine/model/module.ts'
import type { Effect, EffectContext, Guard } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'
import type { Records } from '../records.generated.ts'
import { runAccrual } from './accrual.ts'
import { creditDocument, employeesIn, uncreditDocument } from './credits.ts'
import { leaveRefusals, release, reserve, takeReserved, typeOf } from './filing.ts'
import { holdLeave } from './ledger.ts'

const NONE = { type: ['object', 'null'], additionalProperties: false, properties: {} }
/** Leave credits lock like ledgers. */
const RANK = 40
const hold = (fx: EffectContext<Records['leave_filing']>): Promise<void> => holdLeave(fx.ctx, [fx.record.employee_id])

/** Checks who can take this kind of leave, and how it is filed. 422 `E_LEAVE_TYPE`. */
const leaveAllowed: Guard = {
  name: 'leave.allowed',
  params: {
    ...NONE,
    description: 'Refuses a kind of leave that the employee may not take, or that is not filed in this way (422 E_LEAVE_TYPE).',
  },
  async check({ ctx, record }) {
    const [first] = await leaveRefusals(ctx, record, await typeOf(ctx, record))
    if (first) throw refuse(first.rule!, first.text)
  },
}

/** `leave.reserve`: reserves the credits of a filing. 422 `E_LEAVE_BALANCE` where there are not enough. */
const leaveReserve: Effect<Json, Records['leave_filing']> = {
  name: 'leave.reserve',
  rank: RANK,
  params: { ...NONE, description: 'Reserves the leave credits of a filing; refuses where there are not enough (422 E_LEAVE_BALANCE).' },
  lock: hold,
  apply: reserve,
  async reverse(fx) {
    await release(fx)
  },
}

/** `leave.take`: marks the reserved credits as used. */
const leaveTake: Effect<Json, Records['leave_filing']> = {
  name: 'leave.take',
  rank: RANK,
  params: { ...NONE, description: 'Uses the leave credits that were reserved for the filing.' },
  lock: hold,
  apply: takeReserved,
  async reverse(fx) {
    await release(fx)
  },
}

/** `leave.release`: releases the credits that the filing reserves. Submitting it again reserves them again. */
const leaveRelease: Effect<Json, Records['leave_filing']> = {
  name: 'leave.release',
  rank: RANK,
  params: { ...NONE, description: 'Frees the leave credits that the filing holds.' },
  lock: hold,
  async apply(fx): Promise<Json> {
    return { released: (await release(fx)).length }
  },
  async reverse() {},
}

/** `leave.credit`: gives every employee of the document their credits. */
const leaveCredit: Effect<Json, Records['leave_balance']> = {
  name: 'leave.credit',
  rank: RANK,
  params: { ...NONE, description: 'Gives every employee of the document the leave credits of their row.' },
  lock: (fx) => holdLeave(fx.ctx, employeesIn(fx.record)),
  async apply(fx): Promise<Json> {
    return { ...(await creditDocument(fx)) }
  },
  reverse: uncreditDocument,
}

/** `leave.accrue`: gives the credits of a period to the employees of an accrual plan. They stay; amendments correct them. */
const leaveAccrue: Effect<Json, Records['leave_accrual']> = {
  name: 'leave.accrue',
  rank: RANK,
  params: { ...NONE, description: 'Gives the leave credits of a period to the employees of an accrual plan.' },
  lock: (fx) =>
    holdLeave(
      fx.ctx,
      fx.record.employees.map((row) => row.employee_id),
    ),
  async apply(fx): Promise<Json> {
    return { ...(await runAccrual(fx)) }
  },
  async reverse() {},
}

export const leaveEffects = [leaveReserve, leaveTake, leaveRelease, leaveCredit, leaveAccrue]
export const leaveGuards = [leaveAllowed]
