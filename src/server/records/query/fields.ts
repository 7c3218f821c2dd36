/** The fields that a list request names (`fields=transaction_no,supplier.name`), so that it reads and sends no others. */
import type { Field, Module } from '../../../engine/model/module.ts'
import { referenceField, TAGS } from '../../../engine/runtime/permissions/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'
import { seesOf } from '../access.ts'
import type { FilterEnv } from './filter-env.ts'
import { didYouMean } from './paths.ts'
import type { FieldChoice } from './plan.ts'

/** Sent with every row: the fields that identify a record and its state. */
const ALWAYS = ['id', 'version', 'status', 'progress', 'label', TAGS] as const
/** The fields of every reference. */
const FRAME = new Set(['id', 'name', 'label'])
const MAX_FIELDS = 200

/**
 * The choice of a request; undefined where it makes none, or where values are computed from the whole row. 400 for a name
 * that the caller's list does not have.
 */
export function chosenFields(ctx: Ctx, env: FilterEnv, module: Module, text: string | undefined): FieldChoice | undefined {
  const asked = [...new Set((text ?? '').split(',').map((name) => name.trim()))].filter(Boolean)
  if (!asked.length) return undefined
  if (asked.length > MAX_FIELDS) throw invalid({ fields: [`At most ${MAX_FIELDS} fields.`] })
  const sees = seesOf(ctx)
  const names = new Set<string>([...ALWAYS, module.entity.name])
  const paths: string[] = []
  const chosen: Field[] = []
  const listed = [...module.columns, ...(module.offeredColumns ?? [])]
  for (const path of asked) {
    const [head = '', ...rest] = path.split('.')
    const field = rest.length ? referenceField(module, head) : (module.field[head] ?? referenceField(module, head))
    const isListed = rest.length === 0 || FRAME.has(rest.join('.')) || listed.some((column) => column.path === path)
    if (field ? !sees(field) || !isListed : rest.length > 0 || !isComputed(module, head))
      throw invalid({ fields: [`The list has no field "${path}".${didYouMean(path, env.reader.names(module, 'column'))}`] })
    names.add(field?.name ?? head)
    if (field) chosen.push(field)
    if (rest.length && !FRAME.has(rest.join('.'))) paths.push(path)
  }
  // Values computed on reading, and rows redacted by the record they are about, need fields that the request did not
  // name.
  if (module.entity.subject || chosen.some((field) => field.live)) return undefined
  return { names, paths }
}

/** Whether this is a name of every response, or a flag of the workflow. */
const isComputed = (module: Module, name: string): boolean =>
  (ALWAYS as readonly string[]).includes(name) || (module.workflow?.flags ?? []).includes(name)
