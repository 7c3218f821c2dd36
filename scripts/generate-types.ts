/**
 * Writes files that are derived from other sources: the TypeScript type of descriptors from `schemas/module.schema.json`,
 * and the list of icon names from the icon library. `npm run module -- types`; a test says when they are stale.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compile } from 'json-schema-to-typescript'
import type { Registries } from '../src/engine/index.ts'
import { callSchema } from './vocabulary.ts'

const root = new URL('..', import.meta.url)
const at = (path: string) => fileURLToPath(new URL(path, root))

export const TYPES_FILE = at('src/engine/model/descriptor.generated.ts')
export const CALLS_FILE = at('schemas/calls.schema.json')
export const ICONS_FILE = at('schemas/icons.json')

/** The text of `src/engine/model/descriptor.generated.ts`. */
export async function descriptorTypes(): Promise<string> {
  const schema = JSON.parse(readFileSync(at('schemas/module.schema.json'), 'utf8'))
  schema.$defs.json = { tsType: 'unknown' }
  return await compile(plainRefs(schema) as object, 'Descriptor', {
    additionalProperties: false,
    bannerComment: '/* Generated from schemas/module.schema.json by scripts/generate-types.ts. Do not edit. */',
    format: true,
    style: { semi: false, singleQuote: true, printWidth: 110, trailingComma: 'all' },
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: true,
  })
}

/** References without the words beside them; otherwise every place that refers to a type becomes a type of its own. */
function plainRefs(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(plainRefs)
  if (node === null || typeof node !== 'object') return node
  if ('$ref' in node) return { $ref: node.$ref }
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, plainRefs(value)]))
}

/** The text of `schemas/icons.json`: one string of names, because one line per name would be 6,000 lines. */
export function iconNames(): string {
  const source = readFileSync(at('node_modules/@tabler/icons-react/dist/esm/icons-list.mjs'), 'utf8')
  const names = [...source.matchAll(/^\s+"([a-z0-9-]+)",?$/gm)].map((match) => match[1]!)
  const outline = names.filter((name) => !name.endsWith('-filled'))
  return `${JSON.stringify({ names: outline.sort().join(' ') })}\n`
}

/** The text of `schemas/calls.schema.json`, from which editors complete lists of effects and guards. */
export const callsText = (registries: Registries): string => `${JSON.stringify(callSchema(registries))}\n`

/** Writes all files. */
export async function writeGenerated(registries: Registries): Promise<void> {
  writeFileSync(CALLS_FILE, callsText(registries))
  writeFileSync(TYPES_FILE, await descriptorTypes())
  writeFileSync(ICONS_FILE, iconNames())
}
