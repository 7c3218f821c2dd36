/**
 * From descriptor files to modules. Pure: the caller has read the files. A loader caches its results per file, so that
 * after a change of one file only that module and those that refer to it are resolved again.
 */
import { type ParseError, parse } from 'jsonc-parser'
import type { Descriptor } from '../model/descriptor.generated.ts'
import type { Module, Problem } from '../model/module.ts'
import type { Registries } from '../model/registries.ts'
import { didYouMean } from '../runtime/expressions/hint.ts'
import { checkModule } from './check/index.ts'
import { Report } from './check/report.ts'
import { link, World } from './resolve/link-modules.ts'
import { placeOf, type Shape, shape } from './resolve/normalize.ts'
import { checkStructure, descriptorSchema } from './schema/index.ts'
import { repeatedKeys, syntaxError } from './schema/json.ts'

export interface DescriptorFile {
  readonly path: string
  readonly text: string
  /** Names of the files with rows in its folder; absent where the folder was not read. */
  readonly rowFiles?: readonly string[]
}
export interface Loaded {
  /** Modules without fatal problems, by name. With any problem, a server does not start. */
  readonly modules: Map<string, Module>
  readonly problems: Problem[]
  /** Allowed values that look like mistakes. */
  readonly warnings: Problem[]
}

interface Parsed {
  readonly text: string
  readonly shape?: Shape
  readonly report: Report
  readonly problems: readonly Problem[]
}
interface Done {
  readonly shape: Shape
  readonly near: readonly (Shape | undefined)[]
  readonly served: string
  readonly module: Module
  readonly problems: readonly Problem[]
}

export class Loader {
  readonly #registries: Registries
  readonly #parsed = new Map<string, Parsed>()
  readonly #done = new Map<string, Done>()
  constructor(registries: Registries) {
    this.#registries = registries
  }

  /** Resolves and checks all files together. Reports all problems of all files at once. */
  load(files: readonly DescriptorFile[]): Loaded {
    const parsed = new Map<string, Parsed>()
    const problems: Problem[] = []
    const shapes = new Map<string, Shape>()
    const names = new Set<string>()
    for (const file of files) {
      const known = this.#parsed.get(file.path)
      const entry = known?.text === file.text ? known : this.#parse(file)
      parsed.set(file.path, entry)
      const { name } = placeOf(file.path)
      if (names.has(name))
        problems.push({
          file: file.path,
          pointer: '',
          line: 1,
          message: `The module "${name}" exists already in ${shapes.get(name)?.file ?? 'another folder'}.`,
        })
      else if (entry.shape) shapes.set(name, entry.shape)
      names.add(name)
      problems.push(...entry.problems, ...missingRows(file, entry))
    }
    this.#parsed.clear()
    for (const [path, entry] of parsed) this.#parsed.set(path, entry)

    const world = new World(shapes, names, this.#registries)
    const modules = new Map<string, Module>()
    for (const [name, entry] of shapes) {
      const near = neighbours(entry).map((other) => shapes.get(other))
      const served = [...world.served(name), world.referenced.has(name) ? 'referenced' : ''].sort().join(' ')
      let done = this.#done.get(name)
      if (
        !done ||
        done.shape !== entry ||
        done.served !== served ||
        done.near.length !== near.length ||
        done.near.some((other, index) => other !== near[index])
      ) {
        done = this.#link(entry, world, near, served)
        this.#done.set(name, done)
      }
      modules.set(name, done.module)
      problems.push(...done.problems)
    }
    for (const name of this.#done.keys()) if (!shapes.has(name)) this.#done.delete(name)
    problems.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line))
    return { modules, problems: problems.filter((problem) => !problem.warning), warnings: problems.filter((problem) => problem.warning) }
  }

  #link(entry: Shape, world: World, near: readonly (Shape | undefined)[], served: string): Done {
    const report = entry.report.fresh()
    const linked = link(entry, world)
    checkModule({ ...entry, report }, linked, world)
    return { shape: entry, near, served, module: linked.module, problems: report.problems }
  }

  #parse(file: DescriptorFile): Parsed {
    const report = new Report(file.path, file.text)
    const errors: ParseError[] = []
    const raw: unknown = parse(file.text, errors, { allowTrailingComma: false, disallowComments: true })
    for (const error of errors)
      report.addAt(error.offset, { pointer: '', message: `The file is not valid JSON: ${syntaxError(error, file.text)}.` })
    if (!errors.length)
      for (const { offset, pointer, key } of repeatedKeys(file.text))
        report.addAt(offset, { pointer, message: `"${key}" stands here twice; the last one would count.`, hint: 'Leave one of them.' })
    if (errors.length) return { text: file.text, report, problems: report.problems }
    const { name } = placeOf(file.path)
    if (!/^[a-z][a-z0-9_]*$/.test(name)) report.add('', `The file name "${name}" is not a snake_case name.`)
    const findings = checkStructure(descriptorSchema, raw)
    for (const finding of findings) report.add(finding.pointer, finding.message, finding.hint)
    if (findings.some((finding) => finding.fatal)) return { text: file.text, report, problems: report.problems }
    const made = shape(file.path, raw as Descriptor, this.#registries, report)
    return { text: file.text, shape: made, report, problems: report.problems }
  }
}

/** Missing fixture rows of a module: no company could be created. Files can be added or removed without a change of the descriptor. */
function missingRows({ rowFiles }: DescriptorFile, { shape, report }: Parsed): readonly Problem[] {
  const rows = shape?.raw.rows
  if (rows === undefined || !rowFiles || rowFiles.includes(rows)) return []
  const fresh = report.fresh()
  fresh.add('/rows', `There is no file "${rows}" beside the descriptor.`, didYouMean(rows, rowFiles))
  return fresh.problems
}

/** Modules whose fields are read while this one is resolved. */
function neighbours(entry: Shape): string[] {
  const { module, raw } = entry
  const names = new Set<string>()
  for (const field of [...module.fields, ...module.lines.flatMap((lines) => lines.fields)]) {
    if (field.to) names.add(field.to)
    if (field.lookup) names.add(field.lookup.module)
    if (field.suggest && 'module' in field.suggest) names.add(field.suggest.module)
  }
  for (const name of Object.keys(raw.sources ?? {})) names.add(name)
  for (const panel of module.panels) names.add(panel.module)
  if (raw.report?.query) names.add(raw.report.query.from)
  for (const transition of Object.values(module.workflow?.transitions ?? {})) if (transition.create) names.add(transition.create.module)
  // Expressions name the tables that they look up in their text.
  for (const match of JSON.stringify([raw, module.fields]).matchAll(/lookup\(\s*(?:'|\\")([a-z0-9_]+)\./g)) names.add(match[1]!)
  return [...names].sort()
}

/** Resolves and checks descriptor files once. A server that reloads keeps a `Loader` instead. */
export function loadDescriptors(files: readonly DescriptorFile[], registries: Registries): Loaded {
  return new Loader(registries).load(files)
}
