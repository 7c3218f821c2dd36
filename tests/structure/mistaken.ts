/** The product's descriptors with a mistake in one of them: what the checker says. */
import { checkReport } from '../../scripts/check-report.ts'
import { descriptorFiles, productRegistries } from '../../scripts/descriptors.ts'
import { Loader } from '../../src/engine/index.ts'

// biome-ignore lint/suspicious/noExplicitAny: a descriptor while a test breaks it.
export type Raw = any
export type Mistake = readonly [title: string, module: string, change: (raw: Raw) => void, pointer: string, words: RegExp]

const files = descriptorFiles()
const loader = new Loader(await productRegistries())
loader.load(files)

/** What is wrong with the product as it is: nothing. */
export const problemsOfProduct = (kind: 'problems' | 'warnings') => loader.load(files)[kind]

/** The files with a change in one of them. */
const changed = (module: string, change: (raw: Raw) => void) =>
  files.map((file) => {
    if (!file.path.endsWith(`/${module}.json`)) return file
    const raw = JSON.parse(file.text)
    change(raw)
    return { ...file, text: JSON.stringify(raw, null, 2) }
  })

/** What the command `check` says of a module after a change in it. */
export const checked = (module: string, change: (raw: Raw) => void) => checkReport(files, loader.load(changed(module, change)), module)

/** The problems (or warnings) of one file after a change, as `pointer message hint`. */
export function problemsOf(module: string, change: (raw: Raw) => void, kind: 'problems' | 'warnings' = 'problems'): string[] {
  const problems = loader.load(changed(module, change))[kind]
  return problems.map(({ pointer, message, hint }) => `${pointer} ${message} ${hint ?? ''}`)
}
