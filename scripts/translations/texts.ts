/** Every text of the product for users, with its source file, for the check of translations. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'
import type { Loaded } from '../../src/engine/index.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const json = (path: string): unknown => JSON.parse(readFileSync(`${ROOT}${path}`, 'utf8'))
const files = (pattern: string): string[] => globSync(pattern, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/'))

export type Texts = Readonly<Record<string, string>>
/** Text → folder of the application it belongs to, or `shared`. */
export type Labels = ReadonlyMap<string, string>

interface Manifest {
  readonly contributes: { readonly applications?: readonly { title: string; description: string; groups?: readonly string[] }[] }
}

/** Keys of a resolved module whose value is a text. */
const TEXT_KEYS = new Set([
  'title',
  'singular',
  'description',
  'group',
  'label',
  'help',
  'message',
  'whenMessage',
  'doneText',
  'placeholder',
  'note',
  'text',
])
/** Keys whose values are data of the module, not texts. */
const DATA_KEYS = new Set(['schema', 'default', 'overdue', 'query'])

/** The title of a notice: what follows the number of its record is a text. */
const NOTICE = /^\{[\w.]+\}: ([^{}]+)$/
const isText = (text: string): boolean => /\p{L}{2}/u.test(text) && !/[{}]/.test(text)

const textsOfModule = (value: unknown, key: string, found: Set<string>): void => {
  if (typeof value === 'string') {
    if (TEXT_KEYS.has(key) && isText(value)) found.add(value)
    const news = key === 'title' ? NOTICE.exec(value)?.[1] : undefined
    if (news) found.add(news)
  } else if (Array.isArray(value)) {
    for (const entry of value)
      if (key === 'names' && typeof entry === 'string') found.add(entry.charAt(0).toUpperCase() + entry.slice(1).replaceAll('_', ' '))
      else textsOfModule(entry, key, found)
  } else if (value && typeof value === 'object')
    for (const [name, entry] of Object.entries(value)) if (!DATA_KEYS.has(name)) textsOfModule(entry, name, found)
}

/** Texts of all modules, settings and applications. A text of more than one application is shared. */
export function labels(modules: Loaded['modules']): Labels {
  const owner = new Map<string, string>()
  const add = (found: Iterable<string>, folder: string): void => {
    for (const name of found) owner.set(name, (owner.get(name) ?? folder) === folder ? folder : 'shared')
  }
  const folderOf = new Map(files('modules/*/*.json').map((path) => [posix.basename(path, '.json'), path.split('/')[1]!]))
  for (const module of modules.values()) {
    const result = new Set<string>()
    textsOfModule(module, '', result)
    add(result, folderOf.get(module.name) ?? 'shared')
  }
  for (const { group, label, description } of json('schemas/settings.json') as Record<string, string>[])
    add([group!, label!, ...(description ? [description] : [])], 'shared')
  for (const path of files('modules/*/package.json')) {
    const { contributes } = json(path) as Manifest
    for (const { title, description, groups } of contributes.applications ?? []) add([title, description, ...(groups ?? [])], 'shared')
  }
  return owner
}

/** Sources with sentences only for developers and operators. */
const FOR_DEVELOPERS =
  /\.test\.ts$|generated|\/demo|\/registry\.ts$|src\/engine\/(descriptor|testing|runtime\/expressions)|src\/server\/(openapi|packages\/|main\.ts|server\.ts|print\/|platform\/(db|rules\.ts|config|workers|meta\/(store|watch|data-problems)))|\/catalog|features\/(chat|console|builtin)|\/internal-tables/
/** Properties that describe code, in lists for developers. */
const CODE_PROPERTIES = new Set(['description', 'says', 'doc', 'purpose', '$comment'])
/** Parameters of calculations, as descriptors name them. */
const IS_PARAMETER = /^(Header|Line) (field|path)/
const IS_SENTENCE = /^[\p{Lu}{“"].* .*[.?!]["”)]?$/su

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** `effect('loan.pause', 'What it does.', …)`: descriptions of registered names are for developers. */
const isRegistration = (node: Node): boolean => {
  const [name, about] = (node.type === 'CallExpression' ? node.arguments : []) as { type: string; value?: unknown }[]
  return name?.type === 'Literal' && about?.type === 'Literal' && /^[\w-]+\.[\w-]+$/.test(String(name.value))
}

/** A template of less than two words would also match sentences that are not from it. */
const hasWords = (text: string): boolean =>
  !text.includes('{{') || (text.replace(/\{\{\w+\}\}/g, ' ').match(/\p{L}{2,}/gu) ?? []).length > 1

/** Sentences in a program, with `{{1}}` for each inserted value. */
export function sentencesOfProgram(source: string): string[] {
  const result: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!value || typeof value !== 'object') return
    const node = value as Node
    if (node.type === 'Property' && CODE_PROPERTIES.has(String((node.key as { name?: string }).name))) return
    if (isRegistration(node)) return visit((node.arguments as unknown[]).slice(2))
    const said =
      node.type === 'Literal' && typeof node.value === 'string'
        ? node.value
        : node.type === 'TemplateLiteral'
          ? (node.quasis as { value: { cooked: string } }[])
              .map((part, index) => (index ? `{{${index}}}` : '') + part.value.cooked)
              .join('')
          : undefined
    // What follows a sentence, such as a hint, is a sentence of another template.
    const sentence = said?.replace(/(?<=[.?!]["”)]?)\{\{\d+\}\}$/, '')
    if (sentence && !IS_PARAMETER.test(sentence) && IS_SENTENCE.test(sentence) && hasWords(sentence)) result.push(sentence)
    for (const [key, entry] of Object.entries(node)) if (key !== 'type') visit(entry)
  }
  visit((parseAst(source, { lang: 'ts' }) as unknown as { body: unknown }).body)
  return result
}

const withNumbers = (message: string): string => {
  let index = 0
  return message.replace(/\{[\w.]+\}/g, () => `{{${++index}}}`)
}

/** Messages of a descriptor with values in them, as the server sends them; of one that can be overridden also what is overridden. */
function sentencesOfModule(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(sentencesOfModule)
  if (!value || typeof value !== 'object') return []
  const { message, override } = value as { message?: unknown; override?: unknown }
  const texts =
    typeof message === 'string' && /\{[\w.]+\}/.test(message)
      ? [withNumbers(message), ...(override ? [`${withNumbers(message.split(/\. (?=\p{Lu})/u)[0]!)}.`] : [])]
      : []
  return [...texts, ...Object.values(value).flatMap(sentencesOfModule)]
}

let found: ReadonlyMap<string, string> | undefined
/** The server's sentences for users (refusals, problems, notices, explanations), with their source file. */
export const sentences = (): ReadonlyMap<string, string> => {
  found ??= new Map([
    ...files('src/{server,engine,domain}/**/*.ts')
      .filter((path) => !FOR_DEVELOPERS.test(path))
      .flatMap((path) => sentencesOfProgram(readFileSync(`${ROOT}${path}`, 'utf8')).map((name) => [name, path] as const)),
    ...files('modules/*/*.json').flatMap((path) => sentencesOfModule(json(path)).map((name) => [name, path] as const)),
  ])
  return found
}

/** English messages of the screens by their file's part: `''` for `en.json`, `records` for `en.records.json`. */
export const messages = (): Map<string, Texts> =>
  new Map(files('src/web/i18n/en*.json').map((path) => [/en\.?(\w*)\.?json$/.exec(path)![1]!.replace(/\.$/, ''), json(path) as Texts]))

/** The texts of a locale's files, by path. */
export const translations = (locale: string): Map<string, Texts> =>
  new Map(
    files(`{src/web/i18n/${locale}.json,src/web/i18n/${locale}.*.json,modules/*/i18n/${locale}.json}`).map((path) => [
      path,
      json(path) as Texts,
    ]),
  )

/** File of a locale for a text of the given kind. */
export const fileOf = (locale: string, kind: 'labels' | 'server', folder = 'shared'): string =>
  folder === 'shared' ? `src/web/i18n/${locale}.${kind}.json` : `modules/${folder}/i18n/${locale}.json`
