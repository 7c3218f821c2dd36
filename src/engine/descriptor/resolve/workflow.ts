/** States and transitions: a template with the descriptor's own laid over it. */

import type {
  Descriptor,
  State as RawState,
  Transition as RawTransition,
  Workflow as RawWorkflow,
  WorkflowTemplate,
} from '../../model/descriptor.generated.ts'
import type { Approval, Call, Due, Field, Json, Kind, Progress, State, Transition, Workflow } from '../../model/module.ts'
import type { Registries } from '../../model/registries.ts'
import { didYouMean } from '../../runtime/expressions/hint.ts'
import { SCHEMA_KEYWORDS } from '../../runtime/fields/schema.ts'
import type { Report } from '../check/report.ts'
import { step } from '../schema/structure.ts'
import { callName, calls } from './calls.ts'
import { withFixedChoices } from './choices.ts'
import { compact, type FieldSpec, resolveField } from './fields.ts'
import { fieldTitle } from './humanize.ts'
import { KINDS } from './kinds.ts'

interface WorkflowDraft {
  readonly template?: string
  readonly states: Readonly<Record<string, RawState>>
  readonly transitions: Readonly<Record<string, RawTransition>>
  readonly progress?: NonNullable<RawWorkflow['progress']>
  readonly facts?: readonly string[]
  /** Fields that the transitions stamp or ask for. */
  readonly fields: Readonly<Record<string, FieldSpec>>
}

const list = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T]

/** Calls of the template with those of the descriptor; one of the same name takes the template's place. */
function mergeCalls(base: RawTransition['guards'], overriding: RawTransition['guards']): RawTransition['guards'] {
  const named = new Set((overriding ?? []).map(callName))
  return [...(base ?? []).filter((call) => !named.has(callName(call))), ...(overriding ?? [])]
}

function mergeTransition(base: RawTransition | undefined, overriding: RawTransition): RawTransition {
  if (!base) return overriding
  return {
    ...base,
    ...overriding,
    guards: mergeCalls(base.guards, overriding.guards),
    effects: mergeCalls(base.effects, overriding.effects),
    ...(base.input || overriding.input ? { input: { ...base.input, ...overriding.input } } : {}),
    ...(base.approval || overriding.approval ? { approval: { ...base.approval, ...overriding.approval } } : {}),
  }
}

/** Lays the descriptor over its template; undefined when the module has no workflow. */
export function draftWorkflow(raw: Descriptor, kind: Kind, registries: Registries, report: Report): WorkflowDraft | undefined {
  if (raw.workflow === null) return undefined
  const declared: RawWorkflow = typeof raw.workflow === 'string' ? { extends: raw.workflow } : (raw.workflow ?? {})
  const name = declared.extends ?? (declared.states ? undefined : KINDS[kind].workflow)
  if (!name && !declared.states) return undefined
  const template: WorkflowTemplate | undefined = name ? registries.workflowTemplates[name] : undefined
  if (name && !template) {
    const names = Object.keys(registries.workflowTemplates)
    report.add(
      typeof raw.workflow === 'string' ? '/workflow' : '/workflow/extends',
      `There is no workflow template "${name}"; allowed: ${names.join(', ')}.`,
      didYouMean(name, names),
    )
    return undefined
  }
  const transitions: Record<string, RawTransition> = {}
  for (const [key, { optional, ...base }] of Object.entries(template?.transitions ?? {})) {
    const mine = declared.transitions?.[key]
    if (mine === null || (optional && mine === undefined)) continue
    transitions[key] = mergeTransition(base, mine ?? {})
  }
  for (const [key, value] of Object.entries(declared.transitions ?? {})) if (value && !template?.transitions[key]) transitions[key] = value

  const reached = new Set(Object.values(transitions).flatMap((transition) => (transition.to ? [transition.to] : [])))
  const states: Record<string, RawState> = {}
  for (const [key, base] of Object.entries(template?.states ?? {})) {
    if (!base) continue
    const mine = declared.states?.[key]
    // A state of the template that only an optional transition leads to goes with it.
    if (mine === null || (mine === undefined && !base.initial && !reached.has(key))) continue
    states[key] = { ...base, ...mine }
  }
  for (const [key, value] of Object.entries(declared.states ?? {})) if (value && !template?.states[key]) states[key] = value
  // A transition of the template goes with the states that it starts from.
  for (const [key, { from }] of Object.entries(transitions))
    if (template?.transitions[key] && !declared.transitions?.[key] && !list(from).some((state) => states[state])) delete transitions[key]

  const used = new Set(
    Object.values(transitions).flatMap((transition) => [
      transition.stamps?.by,
      transition.stamps?.at,
      ...Object.keys(transition.input ?? {}),
    ]),
  )
  const fields: Record<string, FieldSpec> = {}
  for (const [key, spec] of Object.entries(template?.fields ?? {}))
    if (spec && used.has(key)) fields[key] = { ...spec, readonly: true, serverOnly: true }
  fields.status = {
    type: 'select',
    title: 'Status',
    serverOnly: true,
    readonly: true,
    index: true,
    options: Object.entries(states).map(([value, state]) => ({
      value,
      label: state.title ?? fieldTitle(value),
    })),
  }
  if (declared.progress) {
    const { names: served = PROGRESS_NAMES, overdue, forgone } = declared.progress
    const names = [...served, ...[overdue, forgone].flatMap((entry) => entry?.name ?? [])]
    fields.progress = {
      type: 'select',
      title: 'Progress',
      serverOnly: true,
      readonly: true,
      index: true,
      options: names.map((value) => ({ value, label: fieldTitle(value) })),
    }
  }
  return compact({ template: name, states, transitions, progress: declared.progress, facts: declared.facts, fields })
}

const PROGRESS_NAMES: Progress['names'] = ['open', 'partially_served', 'fully_served']
/** A posted record is no draft: one of which nothing is served must look different from one that was never posted. */
const PROGRESS_TONES = ['blue', 'amber', 'green'] as const

/** Finishes the workflow, now that the fields are known. */
export function resolveWorkflow(
  draft: WorkflowDraft,
  registries: Registries,
  { module, fields, report }: Omit<TransitionPlace, 'pointer'>,
): Workflow {
  const names = Object.keys(draft.states)
  const initial = names.find((name) => draft.states[name]!.initial) ?? names[0] ?? ''
  const states: Record<string, State> = {}
  for (const [name, raw] of Object.entries(draft.states)) {
    states[name] = compact<State>({
      name,
      title: raw.title ?? fieldTitle(name),
      tone: raw.tone ?? 'grey',
      flags: raw.flags ?? [],
      edit: (raw.edit as State['edit']) ?? [],
      deletable: raw.deletable ?? false,
      initial: name === initial,
      final: raw.final ?? false,
      saveTo: raw.saveTo,
      external: raw.external === true ? (true as const) : undefined,
    })
  }
  const transitions: Record<string, Transition> = {}
  for (const [name, raw] of Object.entries(draft.transitions)) {
    const pointer = `/workflow/transitions${step(name)}`
    if (raw.from === undefined || raw.to === undefined) {
      report.add(
        pointer,
        `The transition "${name}" needs "from" and "to".`,
        didYouMean(
          name,
          Object.keys(draft.transitions).filter((other) => other !== name),
        ),
      )
      continue
    }
    transitions[name] = resolveTransition(name, raw, registries, { module, fields, report, pointer })
  }
  for (const { name, reverses } of Object.values(transitions))
    if (typeof reverses === 'string' && (reverses === name || !transitions[reverses]))
      report.add(
        `/workflow/transitions${step(name)}/reverses`,
        `There is no other transition "${reverses}" to undo.`,
        didYouMean(
          reverses,
          Object.keys(transitions).filter((other) => other !== name),
        ),
      )
  const progress = draft.progress && resolveProgress(draft.progress)
  return compact<Workflow>({
    template: draft.template,
    states,
    initial,
    transitions,
    progress,
    facts: draft.facts,
    flags: [...new Set(Object.values(states).flatMap((state) => state.flags))],
  })
}

/** Where a transition stands, and the fields it can name. */
interface TransitionPlace {
  readonly module: string
  readonly fields: Readonly<Record<string, Field>>
  readonly report: Report
  readonly pointer: string
}

function resolveTransition(
  name: string,
  raw: RawTransition,
  registries: Registries,
  { module, fields, report, pointer }: TransitionPlace,
): Transition {
  const input = Object.entries(raw.input ?? {}).flatMap(([key, spec]) => {
    if (!spec) return []
    const target = fields[key]
    const merged: FieldSpec = { ...(target ? asSpec(target, spec) : {}), ...spec, readonly: spec.readonly ?? false }
    if (!merged.type) {
      report.add(
        `${pointer}/input${step(key)}`,
        `"${key}" is not a field of the record, so it needs a type.`,
        didYouMean(key, Object.keys(fields)),
      )
      return []
    }
    return [resolveField(key, withFixedChoices(merged, registries), 'module')]
  })
  const effects = calls(raw.effects)
  const confirm = raw.confirm === null ? undefined : typeof raw.confirm === 'string' ? { kind: raw.confirm } : raw.confirm
  return compact<Transition>({
    name,
    title: raw.title ?? fieldTitle(name),
    from: list(raw.from),
    to: raw.to!,
    code: raw.code ?? name,
    icon: raw.icon,
    tone: raw.tone ?? 'default',
    when: raw.when,
    whenMessage: raw.whenMessage,
    doneText: raw.doneText,
    input,
    confirm,
    advice: raw.advice && calls(raw.advice),
    guards: withGuardsOfEffects(calls(raw.guards), effects, registries),
    effects,
    job: raw.job,
    reverses: raw.reverses ?? false,
    stamps: raw.stamps ?? {},
    create: raw.create && compact<NonNullable<Transition['create']>>(raw.create),
    due: raw.due && compact<Due>({ date: raw.due.date, reason: raw.due.reason, otherwise: raw.due.otherwise ?? {} }),
    approval: raw.approval && resolveApproval(raw.approval, module, fields),
    notSelf: raw.notSelf ?? false,
  })
}

/**
 * The guards of a transition with those that its effects must not go without (`guard` in the parameter schema): a
 * posting asks for an open period also where the descriptor does not name the guard. They stand last, with those of the
 * effect's parameters that the guard has too; a guard that the descriptor names stays as it is written.
 */
function withGuardsOfEffects(guards: Call[], effects: readonly Call[], registries: Registries): Call[] {
  const added = new Map<string, Call>()
  for (const { name: effect, params } of effects) {
    const name = registries.effects[effect]?.guard
    const schema = typeof name === 'string' ? registries.guards[name] : undefined
    if (typeof name !== 'string' || !schema || guards.some((guard) => guard.name === name)) continue
    const both = Object.entries((params ?? {}) as Record<string, Json>).filter(([key]) => key in ((schema.properties ?? {}) as object))
    const call = { name, params: Object.fromEntries(both) }
    added.set(JSON.stringify(call), call)
  }
  return [...guards, ...added.values()]
}

/** A resolved field as it would have been written, for an input form that only tightens it. */
const asSpec = (field: Field, over: FieldSpec): FieldSpec =>
  compact<FieldSpec>({
    type: field.type,
    title: field.title,
    description: field.description,
    help: field.help,
    to: field.to,
    filter: field.filter as FieldSpec['filter'],
    offered: field.offered as FieldSpec['offered'],
    scale: field.scale,
    widget: field.widget as FieldSpec['widget'],
    access: field.access,
    requiredWhen: over.required === undefined ? field.requiredWhen : undefined,
    options: field.options?.map((option) => ({ ...option })),
    ...Object.fromEntries(SCHEMA_KEYWORDS.filter((key) => !replaced(key, over)).map((key) => [key, field.schema[key]])),
    ...(field.checks.length ? { check: field.checks.map((check) => ({ ...check })) } : {}),
  } as Partial<FieldSpec>)

/** Of a limit and the limit that excludes its own value only one holds: the one said last. */
const replaced = (key: (typeof SCHEMA_KEYWORDS)[number], over: FieldSpec): boolean =>
  (key === 'exclusiveMinimum' && over.minimum !== undefined) ||
  (key === 'minimum' && over.exclusiveMinimum !== undefined) ||
  (key === 'exclusiveMaximum' && over.maximum !== undefined) ||
  (key === 'maximum' && over.exclusiveMaximum !== undefined)

function resolveApproval(raw: NonNullable<RawTransition['approval']>, module: string, fields: Readonly<Record<string, Field>>): Approval {
  const amount = raw.amount === '$amount' ? (fields.total ? 'total' : undefined) : raw.amount
  return compact<Approval>({
    setting: raw.setting?.replace('$module', module),
    amount,
    levels: raw.levels ?? [],
    ...(raw.refuses ? { refuses: true } : {}),
  })
}

function resolveProgress(raw: NonNullable<RawWorkflow['progress']>): Progress {
  const names = (raw.names as unknown as Progress['names'] | undefined) ?? PROGRESS_NAMES
  const tones: Record<string, State['tone']> = Object.fromEntries(names.map((name, index) => [name, PROGRESS_TONES[index]!]))
  if (raw.overdue) tones[raw.overdue.name] = 'red'
  return compact<Progress>({
    lines: raw.lines,
    served: raw.served,
    of: raw.of,
    names,
    overdue: raw.overdue,
    forgone: raw.forgone,
    tones: { ...tones, ...raw.tones } as Progress['tones'],
  })
}
