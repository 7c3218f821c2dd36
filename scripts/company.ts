/**
 * `npm run company -- new <code> <name> --username <name> --email <address> [--first-name <name>] [--last-name <name>]`
 * creates a further company of an instance that is set up. The first user has every right; the password is printed once,
 * and has to be changed at the first sign-in. Works while the product runs.
 */
import { parseArgs } from 'node:util'
import { openModules } from '../src/server/packages/registry.ts'
import { readConfig } from '../src/server/platform/config.ts'
import { EmbeddedProblem } from '../src/server/platform/db/index.ts'
import { AppError } from '../src/server/platform/errors.ts'
import { createServer } from '../src/server/server.ts'
import { productFromEnvironment, wordsOf } from './descriptors.ts'

const USAGE = 'Usage: npm run company -- new <code> "<name>" --username <name> --email <address> [--first-name <name>] [--last-name <name>]'

/** The words of the command; nothing where they are not as they should be. */
function readWords() {
  try {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args: wordsOf(process.argv.slice(2)),
      allowPositionals: true,
      options: { username: text, email: text, 'first-name': text, 'last-name': text },
    })
    const [command, code, ...name] = positionals
    if (command !== 'new' || !code || !name.length || !values.username || !values.email) return undefined
    return {
      code,
      name: name.join(' '),
      user: {
        username: values.username,
        email: values.email,
        first_name: values['first-name'] ?? 'System',
        last_name: values['last-name'] ?? 'Administrator',
      },
    }
  } catch {
    return undefined
  }
}

async function addCompany(input: NonNullable<ReturnType<typeof readWords>>): Promise<void> {
  const product = await productFromEnvironment()
  const store = openModules(product)
  for (const { file, line, message } of store.problems) console.error(`${file}:${line} ${message}`)
  if (store.problems.length) throw new Error('The descriptors have errors; nothing was created.')
  const server = await createServer({ config: readConfig(process.env), product, store, isCommand: true })
  try {
    const { code, username, password } = await server.addCompany(input)
    console.log(`Company ${code} is ready. Sign in to it as ${username} with the password ${password}`)
    console.log('The password is not shown again. It has to be changed at the first sign-in.')
  } finally {
    await server.close()
  }
}

const input = readWords()
if (!input) {
  console.error(USAGE)
  process.exitCode = 1
} else
  try {
    await addCompany(input)
  } catch (error) {
    if (!(error instanceof AppError || error instanceof EmbeddedProblem)) throw error
    const fields = error instanceof AppError ? Object.entries(error.errors ?? {}) : []
    console.error(error.message)
    for (const [field, messages] of fields) console.error(`${field}: ${messages.join(' ')}`)
    process.exitCode = 1
  }
