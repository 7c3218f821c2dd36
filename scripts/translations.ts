/**
 * `npm run translations` prints how many texts each locale has and lacks; `-- fil` lists the texts without Filipino, as
 * JSON to fill in, `-- fil <file>` adds the filled-in texts to the files they belong to, and `-- fil tidy` removes texts
 * that the product no longer has (docs/translation.md).
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { loadDescriptors } from '../src/engine/index.ts'
import { LOCALES } from '../src/web/i18n/locales.ts'
import { descriptorFiles, productRegistries } from './descriptors.ts'
import { lacking, stale, type Text } from './translations/lacking.ts'
import { ROOT } from './translations/texts.ts'

const [locale, filled] = process.argv.slice(2)
const { modules } = loadDescriptors(descriptorFiles(), await productRegistries())

/** Adds texts to their files; a file keeps its order, new texts are at its end. */
const add = (texts: readonly Text[], filledIn: Readonly<Record<string, string>>): number => {
  let added = 0
  for (const file of new Set(texts.map((text) => text.file))) {
    const path = `${ROOT}${file}`
    const now = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>) : {}
    const more = texts.filter((text) => text.file === file && filledIn[text.key]?.trim())
    for (const { key } of more) now[key] = filledIn[key]!
    if (!more.length) continue
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`)
    added += more.length
  }
  return added
}

/** Removes texts that the product no longer has. */
const tidy = (name: string): number => {
  const left = stale(name, modules)
  for (const [file, keys] of left) {
    const now = Object.entries(JSON.parse(readFileSync(`${ROOT}${file}`, 'utf8')) as Record<string, string>)
    writeFileSync(`${ROOT}${file}`, `${JSON.stringify(Object.fromEntries(now.filter(([key]) => !keys.includes(key))), null, 2)}\n`)
  }
  return [...left.values()].flat().length
}

if (!locale)
  for (const name of LOCALES.filter((candidate) => !candidate.startsWith('en'))) {
    const { missing, present } = lacking(name, modules)
    console.log(
      `${name.padEnd(7)} ${present} texts, ${missing.length} lacking, ${[...stale(name, modules).values()].flat().length} no longer said`,
    )
  }
else if (filled === 'tidy') console.log(`${tidy(locale)} texts removed.`)
else {
  const { missing } = lacking(locale, modules)
  if (filled) console.log(`${add(missing, JSON.parse(readFileSync(filled, 'utf8')) as Record<string, string>)} texts added.`)
  else console.log(JSON.stringify(Object.fromEntries(missing.map(({ key, english }) => [key, english])), null, 2))
}
