/**
 * Every numbered item of the catalogue that is finished is named by the test that shows it: a comment
 * `// S212 S213` above a test, or the number in its title. What is not is listed. A number elsewhere (a serial, a list
 * like those below) is no claim.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import items from '../catalogue/items.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const isTest = (file: string) => /\.(test|spec|stories)\.tsx?$/.test(file)

/** A comment, or a line with the title of a test. */
const CLAIM = /^\s*(?:\/\/|\/?\*)|\b(?:test|it|describe)(?:\.\w+)*\(|^\s*['"`].*['"`],$/

const named = new Set<string>()
for (const folder of ['tests', 'src']) {
  for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(isTest)) {
    if (join(root, folder, file) === import.meta.filename) continue
    const lines = readFileSync(join(root, folder, file), 'utf8').split('\n')
    const text = lines.filter((line) => CLAIM.test(line)).join('\n')
    for (const [, from, to] of text.matchAll(/\b(S\d{1,3})(?:\s*[–-]\s*(S?\d{1,3}))?\b/g)) {
      const [first, last] = [Number(from!.slice(1)), Number((to ?? from!).replace('S', ''))]
      for (let n = first; n <= Math.min(last, first + 60); n++) named.add(`S${n}`)
    }
  }
}

/** Shell and platform: routes, menus, home, session, account, notifications, cart, dialogs, transport, errors, permissions. */
const FINISHED: readonly (readonly [number, number])[] = [
  [104, 350],
  [359, 360],
  [363, 365],
  [353, 358],
  [368, 372],
  [376, 377],
  [379, 382],
  [405, 408],
  [418, 422],
]
/** Menus and dashboards of modules that do not exist yet come with them. */
const LATER = new Set(['S115', 'S116', 'S133', 'S135'])

test('items of the finished parts are named by tests', () => {
  const wanted = items.filter(
    ({ id }) => FINISHED.some(([from, to]) => Number(id.slice(1)) >= from && Number(id.slice(1)) <= to) && !LATER.has(id),
  )
  const missing = wanted.filter(({ id }) => !named.has(id)).map(({ id, text }) => `${id} ${text}`)
  console.log(`${items.filter(({ id }) => named.has(id)).length} of ${items.length} items are named by tests`)
  expect(missing).toEqual([])
})
