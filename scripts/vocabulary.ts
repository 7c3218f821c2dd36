/**
 * Names that descriptors can use, with descriptions: effects, guards, calculations, handlers, functions, kinds; for the
 * reference and `list`.
 */
import { FORMATS, type ParameterFormat } from '../src/engine/descriptor/check/params.ts'
import { KINDS } from '../src/engine/descriptor/resolve/kinds.ts'
import type { Registries } from '../src/engine/index.ts'
import type { Json, JsonSchema } from '../src/engine/model/module.ts'
import { FUNCTIONS } from '../src/engine/runtime/expressions/index.ts'
import { layout } from './layout.ts'

type Node = Readonly<Record<string, unknown>>
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** The type of a parameter. */
function typeOf(node: Node): string {
  if (Array.isArray(node.enum)) return (node.enum as unknown[]).map((value) => `\`${String(value)}\``).join(' ')
  const format = FORMATS[node.format as ParameterFormat]
  const kinds = [...((node.of ?? []) as string[]), ...((node.to ?? []) as string[]).map((name) => `reference to ${name}`)]
  if (format) return `${format}${kinds.length ? ` (${kinds.join(', ')})` : ''}`
  if (node.type === 'array') return `list of ${typeOf((node.items ?? {}) as Node)}`
  return Array.isArray(node.type) ? node.type.join(' or ') : String(node.type ?? 'any')
}

/** Rows of a table of parameters, those inside of others indented by their path. */
function rows(schema: Node, path = ''): string[] {
  const required = new Set((schema.required ?? []) as string[])
  return Object.entries((schema.properties ?? {}) as Record<string, Node>).flatMap(([key, child]) => {
    const preset = child.default === undefined ? '' : ` Default: \`${JSON.stringify(child.default)}\`.`
    const inner = (child.type === 'array' ? child.items : child) as Node | undefined
    return [
      `| \`${path}${key}\`${required.has(key) ? ' *' : ''} | ${typeOf(child)} | ${cell(String(child.description ?? ''))}${preset} |`,
      ...(inner?.properties ? rows(inner, `${path}${key}${child.type === 'array' ? '[]' : ''}.`) : []),
    ]
  })
}

function calls(title: string, intro: string, list: Readonly<Record<string, JsonSchema>>): string[] {
  return [
    `## ${title}`,
    '',
    intro,
    '',
    ...Object.entries(list)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, schema]) => {
        const table = rows(schema as Node)
        const description = String((schema as Node).description ?? '')
        const guard = (schema as Node).guard
        const examples = ((schema as Node).examples ?? []) as readonly Json[]
        return [
          `### \`${name}\``,
          '',
          ...(description ? [description, ''] : []),
          ...(guard ? [`A transition with it is asked \`${String(guard)}\`, also where its guards do not name it.`, ''] : []),
          ...(table.length ? ['| parameter | value | meaning |', '|---|---|---|', ...table, ''] : ['Takes no parameters.', '']),
          ...examples.flatMap((example) => ['```json', layout({ [name]: example }).trimEnd(), '```', '']),
        ]
      }),
  ]
}

const NULLS = [
  '## Empty values in expressions',
  '',
  '- A missing number reads 0, a missing yes or no reads no, a missing text or day reads empty; members of a missing record read empty. Nothing throws, and dividing by zero gives 0.',
  '- `x == null` and `x != null` ask whether a value is there.',
  '- A `check` is left alone while its own field (a text, day, time or reference) or a day or time that it compares is empty. Numbers count as 0. A check that mentions `null` handles emptiness itself and always runs.',
  '- A `visible` that is false also lifts `required` and `check`.',
  '',
]

const OVERLAY = [
  '## Overlays',
  '',
  'What a company changes of a shipped module, at `PUT /api/v1/meta/modules/{module}/overlay` with `{ "version": 0, "overlay": { … } }`; `GET` answers the present one with its version. The overlay is a partial descriptor:',
  '',
  '- `title`, `singular`, `description`, `group`, `order`, `icon`, `columns`, `filters`, `search`, `sort`, `form` replace what is shipped.',
  '- `fields` changes shipped fields: words (`title`, `description`, `help`), `default`, `widget`, `columns`, and rules that are stricter (`required`, `requiredWhen`, `check`, `sensitive`, `minimum`, `maximum`, `minLength`, `maxLength`, `pattern`).',
  '- Own fields are called `x_…` and may be of any type but `lines`; in rows of shipped child tables as well. Their columns are never planned for dropping.',
  '- After an upgrade the overlay follows fields that were renamed (`renamedFrom`). What does not fit any more is left out part by part; administrators are notified, and `GET /api/v1/meta/problems` lists it.',
  '',
]

/** The sections about names that are code. */
export function vocabulary(registries: Registries): string[] {
  return [
    '',
    '## Kinds',
    '',
    'What a module has by its `kind`, beside its own fields.',
    '',
    '| kind | fields before | fields after | workflow | actions |',
    '|---|---|---|---|---|',
    ...Object.entries(KINDS).map(([kind, { head, tail, workflow, actions }]) => {
      const names = (fields: object) =>
        Object.keys(fields)
          .map((name) => `\`${name}\``)
          .join(' ')
      return `| \`${kind}\` | ${names(head)} | ${names(tail)} | ${workflow ? `\`${workflow}\`` : ''} | ${actions.map((name) => `\`${name}\``).join(' ')} |`
    }),
    '',
    ...calls(
      'Effects',
      'Named in `workflow.transitions.*.effects`, alone or with parameters: `{ "stock.move": { "lines": "items", … } }`. They run in order in one transaction, and a void undoes them exactly.',
      registries.effects,
    ),
    ...calls('Guards', 'Named in `workflow.transitions.*.guards`; asked under lock before any effect runs.', registries.guards),
    ...calls(
      'Calculations',
      'Named in `calculations` with the parameters in `with`; they run over a child table, in the browser and on the server alike.',
      Object.fromEntries(
        Object.entries(registries.calculations).map(([name, entry]) => [
          name,
          { ...entry.params, description: (entry as { description?: string }).description ?? '' },
        ]),
      ),
    ),
    '## Handlers',
    '',
    'Named in `endpoints`, `report.handler` and `advice`. Most serve one module; these are all names.',
    '',
    [...Object.keys(registries.handlers)]
      .sort()
      .map((name) => `\`${name}\``)
      .join(' '),
    '',
    '## Functions',
    '',
    ...Object.values(FUNCTIONS).map(
      ({ help }) => `- \`${help.split(': ')[0]}\`${help.includes(': ') ? `: ${help.slice(help.indexOf(': ') + 2)}` : ''}`,
    ),
    '- `coalesce(a, b, …)`: the first value that is not empty.',
    "- `join(', ', a, b, …)`: the values that are not empty as one text, with the first between them.",
    '- `has(x)`: whether it has a value.',
    '- `sum(items, qty * price)`, `avg`, `min`, `max`, `count(items, qty > 0)`, `any(items, …)`, `all(items, …)`: over the rows of a child table; in rows `parent.field` is the document.',
    '',
    ...NULLS,
    ...OVERLAY,
  ]
}

/** Schema of the calls that descriptors may write, for the completion of editors. */
export function callSchema(registries: Registries): object {
  const call = (list: Readonly<Record<string, JsonSchema>>) => ({
    anyOf: [
      { enum: Object.keys(list).sort() },
      {
        oneOf: Object.entries(list)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, schema]) => ({
            type: 'object',
            additionalProperties: false,
            required: [name],
            description: String((schema as Node).description ?? name),
            properties: { [name]: schema },
          })),
      },
    ],
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: 'Written by `npm run module -- types` from the registries. Do not edit.',
    $defs: { effect: call(registries.effects), guard: call(registries.guards) },
  }
}

/** The names of one part of the vocabulary, with their descriptions. */
export function listOf(registries: Registries, what: string): string[] | undefined {
  const calls = (list: Readonly<Record<string, JsonSchema>>): string[] =>
    Object.entries(list)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => {
        const params = Object.keys(((schema as Node).properties ?? {}) as object).join(', ')
        return `${name}${params ? ` { ${params} }` : ''}${(schema as Node).description ? `\n    ${String((schema as Node).description)}` : ''}`
      })
  const parts: Readonly<Record<string, () => string[]>> = {
    effects: () => calls(registries.effects),
    guards: () => calls(registries.guards),
    handlers: () => calls(registries.handlers),
    calculations: () =>
      Object.entries(registries.calculations).map(
        ([name, entry]) => `${name} { ${Object.keys((entry.params as Node).properties ?? {}).join(', ')} }`,
      ),
    functions: () => Object.values(FUNCTIONS).map(({ help }) => help),
    hooks: () => [...registries.hooks],
    kinds: () => Object.keys(KINDS),
    roles: () => [...registries.roles],
    applications: () => [...registries.applications],
    access: () => [...registries.access],
    settings: () => [...registries.settings.values()].map(({ key, description }) => `${key}\n    ${description}`),
    'account-roles': () => [...registries.accountRoles.values()].map(({ role, code, name }) => `${role} (${code} ${name})`),
  }
  return parts[what]?.()
}

/** The lists that `list` can print. */
export const LISTS = [
  'effects',
  'guards',
  'handlers',
  'calculations',
  'functions',
  'hooks',
  'kinds',
  'roles',
  'applications',
  'access',
  'settings',
  'account-roles',
]
