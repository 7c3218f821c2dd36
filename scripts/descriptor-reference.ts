/** The descriptor reference, written from the schema and the registries that are data. */

import { descriptorSchema, type Registries } from '../src/engine/index.ts'
import type { FieldType } from '../src/engine/model/module.ts'
import { fieldTypes } from '../src/engine/runtime/fields/index.ts'
import { vocabulary } from './vocabulary.ts'

type Node = Readonly<Record<string, unknown>>
const definitions = (descriptorSchema as { $defs: Record<string, Node> }).$defs
const deref = (node: Node): Node => (typeof node.$ref === 'string' ? { ...definitions[node.$ref.slice('#/$defs/'.length)], ...node } : node)
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const example = (node: Node): string =>
  Array.isArray(node.examples) && node.examples.length ? `\`${cell(JSON.stringify(node.examples[0]))}\`` : ''

const typeOf = (given: Node): string => {
  const node = deref(given)
  if (given.$ref === '#/$defs/expression') return 'expression'
  if (Array.isArray(node.anyOf)) return [...new Set((node.anyOf as Node[]).map(typeOf))].join(' or ')
  if (Array.isArray(node.enum)) return node.enum.length > 12 ? 'one of a list' : node.enum.map((value) => `\`${String(value)}\``).join(' ')
  if ('const' in node) return `\`${JSON.stringify(node.const)}\``
  return Array.isArray(node.type) ? node.type.join(' or ') : String(node.type ?? 'any')
}

function table(node: Node): string[] {
  const required = new Set((node.required ?? []) as string[])
  const rows = Object.entries((node.properties ?? {}) as Record<string, Node>).map(([key, child]) => {
    const preset = child.default === undefined ? '' : ` Default: \`${JSON.stringify(child.default)}\`.`
    return `| \`${key}\`${required.has(key) ? ' *' : ''} | ${typeOf(child)} | ${cell(String(deref(child).description ?? ''))}${preset} | ${example(child)} |`
  })
  return ['| key | value | meaning | example |', '|---|---|---|---|', ...rows, '']
}

const SECTIONS: readonly [string, string][] = [
  ['field', 'Fields'],
  ['entity', 'entity'],
  ['numbering', 'entity.number'],
  ['column', 'columns'],
  ['calendar', 'calendar'],
  ['form', 'form'],
  ['section', 'form.sections'],
  ['action', 'actions'],
  ['workflow', 'workflow'],
  ['state', 'workflow.states'],
  ['transition', 'workflow.transitions'],
  ['level', 'approval.levels'],
  ['progress', 'workflow.progress'],
  ['source', 'sources'],
  ['panel', 'panels'],
  ['endpoint', 'endpoints'],
  ['notify', 'notify'],
  ['print', 'print'],
  ['report', 'report'],
  ['calculation', 'calculations'],
]

/** Objects inside a definition that have keys of their own (`lines` of a source, `confirm` of a transition). */
function inner(node: Node, path: string): string[] {
  return Object.entries((node.properties ?? {}) as Record<string, Node>).flatMap(([key, child]) => {
    const branches = [
      child,
      ...((child.anyOf ?? []) as Node[]),
      ...(typeof child.additionalProperties === 'object' ? [child.additionalProperties as Node] : []),
      ...(child.items ? [child.items as Node] : []),
    ]
    const branch = branches.find((branch) => branch.properties && !branch.$ref)
    return branch ? [`### ${path}.${key}`, '', ...(branch.description ? [String(branch.description), ''] : []), ...table(branch)] : []
  })
}

/** The text of `docs/descriptor-reference.md`. */
export function descriptorReference(registries: Registries): string {
  const lines = [
    '# Descriptor reference',
    '',
    '<!-- Written by `npm run module -- docs` from schemas/ and the registries. Do not edit. -->',
    '',
    'One file, `modules/<application>/<name>.json`, is one module. Only what differs from convention is written. Keys marked * are required.',
    '',
    '## Top level',
    '',
    ...table(descriptorSchema as Node),
    ...inner(descriptorSchema as Node, 'module'),
  ]
  for (const [name, title] of SECTIONS) {
    const node = definitions[name]!
    lines.push(`## ${title}`, '', String(node.description ?? ''), '', ...table(node), ...inner(node, title))
  }
  lines.push('## Field types', '', '| type | stored as | decimals | filters |', '|---|---|---|---|')
  for (const [name, info] of Object.entries(fieldTypes) as [FieldType, (typeof fieldTypes)[FieldType]][]) {
    lines.push(
      `| \`${name}\` | ${info.storage === 'none' ? 'a table of its own' : info.storage} | ${info.scale ?? ''} | ${info.operators.join(' ')} |`,
    )
  }
  lines.push(
    '',
    '## Line templates',
    '',
    ...Object.entries(registries.lineTemplates).map(
      ([name, template]) =>
        `- \`${name}\`: ${template.title ?? ''}. Rows: ${Object.keys(template.fields)
          .map((field) => `\`${field}\``)
          .join(', ')}.${
          template.header
            ? ` Document: ${Object.keys(template.header)
                .map((field) => `\`${field}\``)
                .join(', ')}.`
            : ''
        }`,
    ),
  )
  lines.push(
    '',
    '## Workflow templates',
    '',
    ...Object.entries(registries.workflowTemplates).map(
      ([name, template]) =>
        `- \`${name}\`: ${template.title ?? ''}. States: ${Object.keys(template.states)
          .map((state) => `\`${state}\``)
          .join(', ')}. Transitions: ${Object.keys(template.transitions)
          .map((entry) => `\`${entry}\``)
          .join(', ')}.`,
    ),
  )
  lines.push(
    '',
    '## Settings',
    '',
    '| key | default | meaning |',
    '|---|---|---|',
    ...[...registries.settings.values()].map(
      (entry) => `| \`${entry.key}\` | \`${JSON.stringify(entry.default)}\` | ${cell(entry.description)} |`,
    ),
  )
  lines.push(
    '',
    '## Account roles',
    '',
    '| role | choice | account | name |',
    '|---|---|---|---|',
    ...[...registries.accountRoles.values()].map(
      (entry) => `| \`${entry.role}\` | ${entry.title ?? entry.name} | ${entry.code} | ${entry.name} |`,
    ),
    ...vocabulary(registries),
  )
  return lines.join('\n')
}
