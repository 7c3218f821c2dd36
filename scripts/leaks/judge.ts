/**
 * The data that a user may know, computed only from the descriptors and the grants. Deliberately written without the
 * permission code of the engine, which it tests.
 */
import type { Field, Lines, Module, ModuleSet } from '../../src/engine/model/module.ts'

export interface Person {
  readonly role: string
  /** Module → permission codes. */
  readonly grants: Readonly<Record<string, readonly string[]>>
  /** Field access codes. */
  readonly access: readonly string[]
}

/** `open`: the user may name it. `hidden`: naming it must be refused or have no influence. `unknown`: the path does not exist. */
export type Verdict = 'open' | 'hidden' | 'unknown'

const CONFIDENTIAL_TYPES: ReadonlySet<string> = new Set(['money', 'tin', 'sss_no', 'philhealth_no', 'pagibig_no'])
const NEVER_TYPES: ReadonlySet<string> = new Set(['password', 'secret'])

export interface Judge {
  readonly person: Person
  /** Whether the user may list the module. */
  lists(module: Module): boolean
  /** Whether the user may open records of the module. */
  opens(module: Module): boolean
  /** Whether the user may know the field of a record that they reach. */
  knows(module: Module, field: Field, lines?: Lines): boolean
  /** Whether the field is known for every record, as part of pickers and labels. */
  shown(module: Module, name: string): boolean
  /** Whether references to the module contain the field, because a descriptor that the user sees asks for it there. */
  isNamed(module: Module, name: string): boolean
  /** Whether the user may use the path in a filter, sort, column, search or label. */
  path(module: Module, path: string): Verdict
  /** Whether the path reads rows of its target module regardless of which rows the user reaches. */
  free(module: Module, path: string): boolean
  /** Whether references to the module ask for exactly this value of a choice or boolean field. Pickers may ask for it, too. */
  asks(module: Module, name: string, value: string): boolean
  /** Whether the user may ask for choices of the module at all. */
  picks(module: Module): boolean
}

/** Whether the type of this field by itself makes it confidential. */
export const isConfidential = (field: Field): boolean => CONFIDENTIAL_TYPES.has(field.type) || field.sensitive

const labelPaths = (label: string): string[] => [...label.matchAll(/\{\s*([a-z_][\w.]*)/gi)].map((match) => match[1]!)

interface Names {
  /** Part of every reference to a record: its name and its label. */
  readonly label: ReadonlySet<string>
  /** Further fields of a picker: search fields, details beside each choice, and the fields by which references are filtered. */
  readonly picker: ReadonlySet<string>
}

/** For each module, the names that pickers and labels need. */
function publicNames(modules: ModuleSet): ReadonlyMap<string, Names> {
  const filtered = new Map<string, Set<string>>()
  for (const module of modules.values())
    for (const field of [...module.fields, ...module.lines.flatMap((lines) => lines.fields)]) {
      const conditions = { ...field.filter, ...field.offered }
      if (!field.to || !Object.keys(conditions).length) continue
      const names = filtered.get(field.to) ?? new Set()
      filtered.set(field.to, names)
      for (const name of Object.keys(conditions)) names.add(name)
    }
  return new Map(
    [...modules.values()].map((module) => {
      const label = new Set(['id', module.entity.name, ...labelPaths(module.entity.label)])
      return [
        module.name,
        {
          label,
          picker: new Set([...module.search, ...(module.entity.picker ?? []), 'code', 'is_active', ...(filtered.get(module.name) ?? [])]),
        },
      ]
    }),
  )
}

const known = new WeakMap<ModuleSet, ReadonlyMap<string, Names>>()

/** Paths through references that a module's own descriptor shows, filters, searches or sorts by. */
const declaredPaths = (module: Module): ReadonlySet<string> => {
  let match = declaredBy.get(module)
  if (!match) declaredBy.set(module, (match = new Set(readDeclared(module))))
  return match
}
const declaredBy = new WeakMap<Module, ReadonlySet<string>>()

const readDeclared = (module: Module): string[] =>
  [
    ...module.columns.map((column) => column.path),
    ...module.filters,
    ...module.search,
    ...module.sort.map((sort) => sort.field),
    ...labelPaths(module.entity.label),
    ...[module.calendar?.start, module.calendar?.end, module.calendar?.color, module.calendar?.group].filter((path) => path !== undefined),
    ...labelPaths(`${module.calendar?.title ?? ''} ${module.tree?.title ?? ''} ${module.tree?.detail ?? ''}`),
  ].filter((path) => path.includes('.'))

/** The fields that a path of references goes through, with their modules; undefined when it does not exist. */
function along(
  modules: ModuleSet,
  part: Pick<Module, 'fields' | 'field'>,
  path: string,
): { module: Module | undefined; field: Field }[] | undefined {
  const result: { module: Module | undefined; field: Field }[] = []
  let node: Pick<Module, 'fields' | 'field'> | undefined = part
  let module: Module | undefined
  const segments = path.split('.')
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1
    if (last && segment === 'id') return result
    const field: Field | undefined =
      node && (last && Object.hasOwn(node.field, segment) ? node.field[segment] : referenceNamed(node.fields, segment))
    if (!field) return undefined
    result.push({ module, field })
    module = field.to ? modules.get(field.to) : undefined
    node = module
  }
  return result
}

const closed = (field: Field): boolean => isConfidential(field) || field.access !== undefined || NEVER_TYPES.has(field.type)

/** References by their own names, and else by those of their records; read once, because every path asks. */
function referenceNamed(fields: readonly Field[], segment: string): Field | undefined {
  let named = references.get(fields)
  if (!named) {
    const all = fields.filter((field) => field.to).toReversed()
    named = new Map([...all.map((field) => [field.refAs, field] as const), ...all.map((field) => [field.name, field] as const)])
    references.set(fields, named)
  }
  return named.get(segment)
}
const references = new WeakMap<readonly Field[], ReadonlyMap<string | undefined, Field>>()

export function createJudge(modules: ModuleSet, person: Person): Judge {
  let names = known.get(modules)
  if (!names) known.set(modules, (names = publicNames(modules)))
  const everyName = names
  const holds = (module: Module, ...codes: string[]): boolean =>
    codes.some(
      (code) => (Object.hasOwn(person.grants, module.name) && person.grants[module.name]!.includes(code)) || module.everyone.includes(code),
    )
  const lists = (module: Module) => holds(module, 'index', 'view')
  const opens = (module: Module) => holds(module, 'view')
  const heldAccess = (code: string | undefined) => code === undefined || code === 'module' || person.access.includes(code)
  const knows = (module: Module, field: Field, lines?: Lines) =>
    lists(module) &&
    !NEVER_TYPES.has(field.type) &&
    field.storage !== 'none' &&
    heldAccess(lines?.access) &&
    heldAccess(field.access) &&
    (!field.sensitive || opens(module))
  const shown = (module: Module, name: string) => {
    if (name === 'id') return true
    const field = Object.hasOwn(module.field, name) ? module.field[name] : undefined
    if (field && (isConfidential(field) || NEVER_TYPES.has(field.type))) return false
    const { label, picker } = everyName.get(module.name)!
    if (label.has(name)) return true
    if (field?.access !== undefined) return false
    return picker.has(name) || saidBy(label, field, name) || saidBy(picker, field, name)
  }
  // A label with data of a referenced record reveals which record that is.
  const saidBy = (names: ReadonlySet<string>, field: Field | undefined, name: string) =>
    [...names].some((candidate) => candidate.startsWith(`${field?.refAs ?? name}.`) || candidate.startsWith(`${name}.`))
  const meets = (module: Module) => holds(module, 'index', 'view', 'new', 'edit')
  /** Fields that references contain, by module. */
  let beside: Map<string, Set<string>> | undefined
  const isNamed = (target: Module, name: string) => {
    beside ??= toldFields()
    return beside.get(target.name)?.has(name) ?? false
  }
  const toldFields = () => {
    const result = new Map<string, Set<string>>()
    const add = (module: Module | undefined, field: Field) => {
      if (!module || NEVER_TYPES.has(field.type)) return
      result.set(module.name, (result.get(module.name) ?? new Set()).add(field.name))
    }
    for (const module of modules.values()) {
      const owners = [...modules.values()].filter(
        (owner) => holds(owner, 'view', 'edit') && owner.panels.some((panel) => panel.through && panel.module === module.name),
      )
      if (!meets(module) && !owners.length) continue
      for (const path of declaredPaths(module)) {
        const fields = along(modules, module, path)
        if (fields?.[0] && heldAccess(fields[0].field.access) && !fields.slice(1).some(({ field }) => closed(field)))
          for (const field of fields.slice(1)) add(field.module, field.field)
      }
      for (const part of [module, ...module.lines.filter((lines) => heldAccess(lines.access))])
        for (const field of part.fields) {
          if (!field.to || !heldAccess(field.access)) continue
          for (const column of field.refColumns) {
            const fields = along(modules, part, `${field.name}.${column}`)
            if (fields && !fields.slice(1).some((candidate) => closed(candidate.field)))
              for (const entry of fields.slice(1)) add(entry.module, entry.field)
          }
          if (!holds(module, 'new', 'edit')) continue
          // The user may know values that a form copies into a field that they may write.
          for (const into of [...module.fields, ...module.lines.flatMap((lines) => lines.fields)])
            for (const { from, path } of (into.writable && heldAccess(into.access) && into.fetch) || []) {
              if (![field.name, `parent.${field.name}`].includes(from)) continue
              const fields = along(modules, part, `${field.name}.${path}`)
              for (const entry of fields?.slice(1) ?? []) add(entry.module, entry.field)
            }
        }
    }
    return result
  }
  const answers = new Map<string, Verdict>()
  const path: Judge['path'] = (module, given) => {
    const key = `${module.name} ${given}`
    let answer = answers.get(key)
    if (answer === undefined) answers.set(key, (answer = judged(module, given)))
    return answer
  }
  const judged: Judge['path'] = (module, given) => {
    const [head, ...rest] = given.split('.') as [string, ...string[]]
    if (!rest.length) {
      const field = Object.hasOwn(module.field, head) ? module.field[head] : undefined
      if (field) return knows(module, field) || shown(module, head) ? 'open' : 'hidden'
      if (head === 'id') return 'open'
      if (head === 'version' || head === 'tags') return lists(module) ? 'open' : 'hidden'
      if (module.workflow?.flags.includes(head)) return lists(module) || shown(module, 'status') ? 'open' : 'hidden'
      return 'unknown'
    }
    const lines = module.lines.find((line) => line.name === head)
    if (lines) {
      if (rest.length === 1) {
        const field = Object.hasOwn(lines.field, rest[0]!) ? lines.field[rest[0]!] : undefined
        if (!field) return rest[0] === 'id' ? (lists(module) && heldAccess(lines.access) ? 'open' : 'hidden') : 'unknown'
        return knows(module, field, lines) ? 'open' : 'hidden'
      }
      return through(
        referenceNamed(lines.fields, rest[0]!),
        (field) => knows(module, field, lines),
        rest.slice(1),
        (field) => lists(module) && besideReference(field, rest.slice(1).join('.')),
      )
    }
    return through(
      referenceNamed(module.fields, head),
      (field) => knows(module, field) || shown(module, field.name),
      rest,
      (field) => saidWhole(module, given) || (lists(module) && (declared(module, given) || besideReference(field, rest.join('.')))),
    )
  }
  const saidWhole = (module: Module, given: string) => {
    const fields = along(modules, module, given)
    const { label, picker } = everyName.get(module.name)!
    return (
      fields !== undefined &&
      (label.has(given)
        ? !fields.some(({ field }) => isConfidential(field))
        : picker.has(given) && !fields.some(({ field }) => closed(field)))
    )
  }
  const declared = (module: Module, given: string) => {
    const fields = declaredPaths(module).has(given) ? along(modules, module, given) : undefined
    return fields !== undefined && !fields.slice(1).some(({ field }) => closed(field))
  }
  const besideReference = (field: Field, tail: string) => {
    if (!field.refColumns.includes(tail)) return false
    const target = modules.get(field.to!)!
    const fields = along(modules, target, tail)
    return fields !== undefined && !fields.some((candidate) => closed(candidate.field))
  }
  const through = (
    field: Field | undefined,
    open: (field: Field) => boolean,
    rest: string[],
    whole: (field: Field) => boolean,
  ): Verdict => {
    const target = field?.to ? modules.get(field.to) : undefined
    if (!field || !target) return 'unknown'
    const inner = path(target, rest.join('.'))
    if (inner === 'unknown') return 'unknown'
    return open(field) && (inner === 'open' || whole(field)) ? 'open' : 'hidden'
  }
  const within = (module: Module) =>
    [...modules.values()].some(
      (owner) => holds(owner, 'view', 'edit') && owner.panels.some((panel) => panel.through && panel.module === module.name),
    )
  /** Modules whose records may be picked: the targets of fields that the user sees in lists, forms and input dialogs. */
  let picked: Set<string> | undefined
  const picks = (target: Module) => {
    picked ??= pickedModules()
    return lists(target) || picked.has(target.name)
  }
  const pickedModules = () => {
    const result = new Set<string>()
    const add = (fields: Iterable<Field>) => {
      for (const field of fields) {
        if (!heldAccess(field.access)) continue
        if (field.to) result.add(field.to)
        // An address is filled in from the lists of places with the names of its parts.
        if (field.type === 'address') for (const part of Object.keys((field.schema.properties ?? {}) as object)) result.add(part)
      }
    }
    for (const module of modules.values()) {
      if (meets(module) || within(module)) {
        add(module.fields)
        for (const lines of module.lines) if (heldAccess(lines.access)) add(lines.fields)
      }
      for (const transition of Object.values(module.workflow?.transitions ?? {})) if (holds(module, transition.code)) add(transition.input)
      for (const endpoint of module.endpoints)
        if (endpoint.code === 'everyone' || holds(module, endpoint.code)) add(endpoint.button?.input ?? [])
      if (lists(module)) add([...Object.values(module.reached ?? {}), ...(module.report?.parameters ?? [])])
    }
    return result
  }
  const free: Judge['free'] = (module, given) => {
    const dot = given.indexOf('.')
    const field = referenceNamed(module.fields, given.slice(0, dot))
    const tail = given.slice(dot + 1)
    const target = field?.to ? modules.get(field.to) : undefined
    if (!field || !target) return false
    return (
      everyName.get(target.name)!.label.has(tail) ||
      saidWhole(module, given) ||
      (lists(module) && (declared(module, given) || besideReference(field, tail)))
    )
  }
  const asks: Judge['asks'] = (target, name, value) => {
    const wanted = target.field[name]
    if (!wanted || !['select', 'boolean'].includes(wanted.type) || isConfidential(wanted)) return false
    return [...modules.values()].some((module) => {
      const within = [...modules.values()].some(
        (owner) => holds(owner, 'view', 'edit') && owner.panels.some((panel) => panel.through && panel.module === module.name),
      )
      const parts = meets(module) || within ? [module, ...module.lines.filter((lines) => heldAccess(lines.access))] : []
      const inputs = Object.values(module.workflow?.transitions ?? {}).flatMap((transition) =>
        holds(module, transition.code) ? transition.input : [],
      )
      return [...parts.flatMap((part) => part.fields), ...inputs].some(
        (field) => field.to === target.name && heldAccess(field.access) && String(field.filter?.[name]) === value,
      )
    })
  }
  return { person, lists, opens, knows, shown, isNamed, path, free, asks, picks }
}

/** Paths of a module: its own names, and through references (also of child tables) up to `depth` hops. */
export function* pathsOf(modules: ModuleSet, module: Module, depth: number): Generator<string> {
  yield* namesOf(module.fields)
  for (const lines of module.lines) {
    for (const name of namesOf(lines.fields)) yield `${lines.name}.${name}`
    if (depth > 1) for (const path of hops(modules, lines.fields, depth)) yield `${lines.name}.${path}`
  }
  if (depth > 1) yield* hops(modules, module.fields, depth)
}

function* namesOf(fields: readonly Field[]): Generator<string> {
  for (const field of fields) yield field.name
}

function* hops(modules: ModuleSet, fields: readonly Field[], depth: number): Generator<string> {
  for (const field of fields) {
    const target = field.to ? modules.get(field.to) : undefined
    if (!target) continue
    for (const path of pathsOf(modules, target, depth - 1)) yield `${field.refAs ?? field.name}.${path}`
  }
}
