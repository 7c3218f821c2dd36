/** Fields that users cannot change on a record about themselves (`entity.secondPerson`): another user must do it. */
import { isDeepStrictEqual } from 'node:util'
import type { Field, Module, Row } from '../../../engine/model/module.ts'
import { sameValue } from '../../../engine/runtime/compute/index.ts'
import { isEmpty } from '../../../engine/runtime/expressions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { refuse } from '../../platform/errors.ts'

const isCaller = (ctx: Ctx, field: Field | undefined, value: unknown): boolean => {
  const caller = field?.to === 'user' ? ctx.principal.user_id : ctx.principal.employee_id
  return !isEmpty(caller) && !isEmpty(value) && Number(value) === caller
}

/**
 * Refuses (`E_SECOND_PERSON`) a caller's changes to a record about themselves: `before` is absent for a new record,
 * `after` for a deleted one. Does not apply to the system.
 */
export function requireSecondPerson(ctx: Ctx, module: Module, before: Row | undefined, after: Row | undefined): void {
  const rule = module.entity.secondPerson
  if (!rule || ctx.system !== undefined) return
  if (rule.setting !== undefined && ctx.settings[rule.setting] === false) return
  const refused = () => refuse('E_SECOND_PERSON', rule.message)
  const [table, column] = rule.person.split('.') as [string, string | undefined]
  if (column !== undefined) {
    const field = module.lines.find((lines) => lines.name === table)?.field[column]
    const isOwnRecord = (record: Row | undefined) =>
      ((record?.[table] as Row[] | undefined) ?? []).filter((row) => isCaller(ctx, field, row[column]))
    const lines = module.lines.find((line) => line.name === table)
    const image = (rows: readonly Row[]) =>
      rows.map((row) => Object.fromEntries((lines?.fields ?? []).map(({ name }) => [name, isEmpty(row[name]) ? null : String(row[name])])))
    if (!isDeepStrictEqual(image(isOwnRecord(before)), image(isOwnRecord(after)))) throw refused()
    // The header has the meaning of the rows only once.
    if (
      before &&
      after &&
      isOwnRecord(after).length &&
      changed(
        module.fields.filter(({ writable }) => writable),
        before,
        after,
      )
    )
      throw refused()
    return
  }
  const person = module.field[rule.person]
  const [was, is] = [isCaller(ctx, person, before?.[rule.person]), isCaller(ctx, person, after?.[rule.person])]
  if (!was && !is) return
  if (before && after && was !== is) throw refused()
  if (!rule.fields) {
    if (!before || !after || changed(module.fields, before, after)) throw refused()
    return
  }
  const fields = rule.fields.flatMap((name) => module.field[name] ?? [])
  if (!after) return
  // A new record: values other than the defaults were set by a user.
  if (before ? changed(fields, before, after) : fields.some((field) => !isEmpty(after[field.name]) && !isDefault(field, after[field.name])))
    throw refused()
}

const changed = (fields: readonly Field[], before: Row, after: Row): boolean =>
  fields.some(({ name, storage }) => storage !== 'none' && !sameValue(before[name], after[name]))

const isDefault = ({ default: initial }: Field, value: unknown): boolean =>
  initial !== undefined && 'value' in initial && sameValue(initial.value, value)

/**
 * Refuses the transition of a record about the caller: users cannot post, void or release what others entered about their
 * own pay. Where only some fields need the second person, a transition needs none.
 */
export function requireSecondPersonActs(ctx: Ctx, module: Module, record: Row): void {
  const reason = secondPersonReason(ctx, module, record)
  if (reason !== undefined) throw refuse('E_SECOND_PERSON', reason)
}

/** Why the caller cannot run any transition of the record; undefined where they can. */
export function secondPersonReason(ctx: Ctx, module: Module, record: Row): string | undefined {
  const rule = module.entity.secondPerson
  if (!rule || rule.fields || ctx.system !== undefined || (rule.setting !== undefined && ctx.settings[rule.setting] === false))
    return undefined
  const [table, column] = rule.person.split('.') as [string, string | undefined]
  const isOwn =
    column === undefined
      ? isCaller(ctx, module.field[rule.person], record[rule.person])
      : ((record[table] as Row[] | undefined) ?? []).some((row) =>
          isCaller(ctx, module.lines.find((lines) => lines.name === table)?.field[column], row[column]),
        )
  return isOwn ? rule.message : undefined
}

/** The same for a handler that writes a person's pay, by the rule of the module in which pay is usually set. */
export function requireOtherPerson(ctx: Ctx, module: Module | undefined, employeeId: number): void {
  const rule = module?.entity.secondPerson
  if (!rule || ctx.system !== undefined || (rule.setting !== undefined && ctx.settings[rule.setting] === false)) return
  if (employeeId === ctx.principal.employee_id) throw refuse('E_SECOND_PERSON', rule.message)
}
