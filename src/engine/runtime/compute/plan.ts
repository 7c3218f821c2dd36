/** The compute nodes of a module, compiled once: the inputs of each, and how it runs. */

import type { Calculation, Field, Json, Module, ModuleSet, Row } from '../../model/module.ts'
import type { Program } from '../expressions/index.ts'
import { compileExpression, scopeOf } from '../expressions/index.ts'

/** New values of a set-wise calculation: of the header, and one object per row in the order of the rows. */
export interface CalculationOutcome {
  readonly header?: Row
  readonly rows?: readonly Row[]
}
export type CalculationFn = (header: Row, rows: Row[], params: Readonly<Record<string, Json>>) => CalculationOutcome
/** The calculation registry: plain functions, or definitions that carry one as `run`. */
export type Calculations = Readonly<Record<string, CalculationFn | { readonly run: CalculationFn }>>

/** The inputs of a step: header names, and fields of child tables as `lines.field`. */
interface Reads {
  readonly header: readonly string[]
  readonly rows: readonly string[]
}
export interface FieldStep extends Reads {
  readonly kind: 'field'
  readonly field: Field
  readonly program: Program
}
export interface RowStep extends Reads {
  readonly kind: 'row'
  readonly lines: string
  readonly field: Field
  readonly program: Program
  /** Fields of the row itself that it reads. */
  readonly rowReads: readonly string[]
}
export interface SetStep extends Reads {
  readonly kind: 'set'
  readonly lines: string | undefined
  readonly run: CalculationFn
  readonly params: Readonly<Record<string, Json>>
  readonly headerFields: Readonly<Record<string, Field>>
  readonly rowFields: Readonly<Record<string, Field>>
}
export type Step = FieldStep | RowStep | SetStep

/** Compiles the nodes in their (topological) order. Throws on an expression or calculation that cannot be run. */
export function planOf(module: Module, calculations: Calculations, modules?: ModuleSet): Step[] {
  const options = modules ? { modules } : {}
  const headerScope = scopeOf(module, options)
  const names = new Set(module.lines.map((lines) => lines.name))
  const rowScopes = new Map(module.lines.map((lines) => [lines.name, scopeOf(module, { ...options, lines: lines.name })]))
  return module.compute.map((node): Step => {
    if (node.kind === 'field') {
      const program = compileExpression(node.expr, headerScope)
      return {
        kind: 'field',
        field: module.field[node.field]!,
        program,
        ...headerReads(program.reads, names),
      }
    }
    if (node.kind === 'row') {
      const lines = module.lines.find((each) => each.name === node.lines)!
      const program = compileExpression(node.expr, rowScopes.get(node.lines)!)
      const above = program.reads.filter((path) => path.startsWith('parent.')).map((path) => path.slice('parent.'.length))
      const rowReads = program.reads.filter((path) => path !== 'parent' && !path.startsWith('parent.')).map(root)
      return {
        kind: 'row',
        lines: node.lines,
        field: lines.field[node.field]!,
        program,
        rowReads,
        ...headerReads(above, names),
      }
    }
    return setStep(module, node.calculation, [...node.reads, ...node.calculation.reads], calculations)
  })
}

const root = (path: string): string => path.split('.')[0]!

function headerReads(paths: readonly string[], lines: ReadonlySet<string>): Reads {
  const header: string[] = []
  const rows: string[] = []
  for (const path of paths) {
    const [first, second] = path.split('.')
    if (second !== undefined && lines.has(first!)) rows.push(`${first}.${second}`)
    else header.push(first!)
  }
  return { header, rows }
}

function setStep(module: Module, calculation: Calculation, paths: readonly string[], calculations: Calculations): SetStep {
  const entry = Object.hasOwn(calculations, calculation.call) ? calculations[calculation.call] : undefined
  if (!entry) throw new Error(`${module.name}: there is no calculation "${calculation.call}".`)
  const lines = module.lines.find((each) => each.name === calculation.lines)
  const qualified = paths.flatMap((path) => {
    // A plain name may be a field of the document, of the rows, or of both; reading too much costs a run, too little is wrong.
    const inRows = lines && (Object.hasOwn(lines.field, root(path)) || lines.fields.some((field) => field.refAs === root(path)))
    return inRows ? [path, `${lines.name}.${root(path)}`] : [path]
  })
  const reads = headerReads(qualified, new Set(module.lines.map((each) => each.name)))
  return {
    kind: 'set',
    lines: lines?.name,
    run: typeof entry === 'function' ? entry : (header, rows, params) => entry.run(header, rows, params),
    params: (calculation.params ?? {}) as Readonly<Record<string, Json>>,
    headerFields: module.field,
    rowFields: lines?.field ?? {},
    header: lines ? [...reads.header, lines.name] : reads.header,
    rows: reads.rows,
  }
}
