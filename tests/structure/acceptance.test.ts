/**
 * Every numbered item of the catalogue that is finished is claimed by a test: its number stands in the title of the test, or in
 * a comment that begins with numbers, `// S212 S213 E8`, directly above the test, the group of tests or the story. A number
 * anywhere else (a serial, a list like those below, a sentence about something) is no claim.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import items from '../catalogue/items.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const isTest = (file: string) => /\.(test|spec|stories)\.tsx?$/.test(file)

/** The first line of a test, of a group or a loop of tests, or of a story; the title may stand on it. */
const BEGINS = /^\s*(?:test|it|describe)(?:\.\w+)*(?:\(|$)|^\s*for \(const |^export const \w+(?:: Story)? = /
/** A comment that declares numbers, and may say of them what is shown: `// S228 S229 E8`, `// S353–S358: the screens`. */
const DECLARES = /^\s*(?:\/\/|\/\*\*)\s*((?:[SEL]\d{1,4}(?:\s*[–-]\s*[SE]?\d{1,4})?[\s,]*)+)(?::.*|\*\/)?$/
const NUMBERS = /\b(S\d{1,3})(?:\s*[–-]\s*(S?\d{1,3}))?\b/g

/** The numbers that a text names, ranges whole. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(NUMBERS)].flatMap(([, from, to]) => {
    const [first, last] = [Number(from!.slice(1)), Number((to ?? from!).replace('S', ''))]
    return Array.from({ length: Math.max(0, Math.min(last, first + 60) - first + 1) }, (_, n) => `S${first + n}`)
  })
}

/** What the tests of a file claim, by the line on which the test begins. */
function claimsOf(text: string): { line: number; numbers: string[] }[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    if (!BEGINS.test(line)) return []
    let above = index - 1
    while (/^\s*(\/\/|\*|\/\*)/.test(lines[above] ?? '')) above--
    const declared = lines.slice(above + 1, index).flatMap((name) => DECLARES.exec(name)?.[1] ?? [])
    // The title may stand on the line below.
    const title = /['"`]/.test(line) ? line : (lines[index + 1] ?? '')
    const titled = line.startsWith('export') ? '' : (/['"`](.*?)['"`]\s*,/.exec(title)?.[1] ?? '')
    const numbers = numbersIn([...declared, titled].join('\n'))
    return numbers.length ? [{ line: index + 1, numbers }] : []
  })
}

const claimed = new Map<string, string[]>()
for (const folder of ['tests', 'src'])
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(isTest)) {
    if (join(root, folder, file) === import.meta.filename) continue
    for (const { line, numbers } of claimsOf(readFileSync(join(root, folder, file), 'utf8')))
      for (const id of numbers) claimed.set(id, [...(claimed.get(id) ?? []), `${folder}/${file}:${line}`])
  }

/** Shell and platform: routes, menus, home, session, account, notifications, cart, dialogs, transport, errors, permissions. */
const FINISHED: readonly (readonly [number, number])[] = [
  // Screens, flags and steps of trade.
  [9, 11],
  [17, 19],
  [28, 31],
  [35, 37],
  [50, 51],
  [54, 56],
  [26, 26],
  [33, 33],
  [39, 39],
  [80, 80],
  [82, 82],
  [88, 88],
  [92, 92],
  [98, 98],
  [389, 390],
  [392, 392],
  [411, 412],
  [351, 352],
  [361, 362],
  [104, 350],
  [359, 360],
  [363, 372],
  [353, 358],
  [376, 377],
  [379, 382],
  [405, 408],
  [418, 422],
] /** Reports of Resource can be exported and printed, and there are more of them, than the specification lists. */
const WIDER = new Set(['S135'])

test('every acceptance item of the finished parts is claimed by a test', () => {
  const finished = (id: string) => FINISHED.some(([from, to]) => Number(id.slice(1)) >= from && Number(id.slice(1)) <= to)
  const wanted = items.filter(({ id }) => finished(id) && !WIDER.has(id))
  const missing = wanted.filter(({ id }) => !claimed.has(id)).map(({ id, text }) => `${id} ${text}`)
  console.log(`${items.filter(({ id }) => claimed.has(id)).length} of ${items.length} items are claimed by tests`)
  expect(missing).toEqual([])
})

test('an acceptance number is a claim only in the title of a test or directly above it', () => {
  expect(claimsOf("// S1 S2 E8\ntest('a', () => {})")).toEqual([{ line: 2, numbers: ['S1', 'S2'] }])
  expect(claimsOf("test('S3–S5: a', () => {})")).toEqual([{ line: 1, numbers: ['S3', 'S4', 'S5'] }])
  expect(claimsOf("test.each([1])(\n  'S6: a',\n  () => {})")).toEqual([{ line: 1, numbers: ['S6'] }])
  expect(claimsOf("// S7: as S8 says\nfor (const a of b)\n  test('c', () => {})")).toEqual([{ line: 2, numbers: ['S7'] }])
  expect(claimsOf('/** S7 */\nexport const One: Story = {}')).toEqual([{ line: 2, numbers: ['S7'] }])
  expect(claimsOf("// S8\nconst a = 1\ntest('b', () => {})")).toEqual([])
  expect(claimsOf("// as S9 says\ntest('b', () => {})")).toEqual([])
  expect(claimsOf("test('b', () => {\n  const serial = 'S10'\n})")).toEqual([])
})
