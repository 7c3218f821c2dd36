/** Answers by a language model (CHAT_URL): it gets the same look-ups as tools, run as the person who asks. */
import type { Json, Row } from '../../../engine/model/module.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Answer } from './answers.ts'
import { amountOf, findHelp, type Link, queryRecords, visibleModules } from './tools.ts'

const ROUNDS = 6
const TIMEOUT_MS = 60_000
const MAX_TEXT = 12_000

const TOOLS = [
  tool('list_modules', 'Modules whose records this person may list, with their fields.', {
    module: { type: 'string', description: 'Only this module, with its fields' },
  }),
  tool('query_records', 'Lists, counts or adds up records of a module that this person may see.', {
    module: { type: 'string' },
    search: { type: 'string' },
    filter: { type: 'object', description: 'field → value or {eq|ne|gt|gte|lt|lte|in|like|null|between}' },
    sort: { type: 'string' },
    limit: { type: 'integer' },
    sum: { type: 'string', description: 'money field to add up over all rows' },
  }),
  tool('find_help', 'A help page by words.', { words: { type: 'string' } }),
]

function tool(name: string, description: string, properties: Record<string, Json>) {
  return { type: 'function', function: { name, description, parameters: { type: 'object', properties } } }
}

interface Message {
  role: string
  content: string | null
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

async function call(ctx: Ctx, name: string, args: Row, links: Link[]): Promise<unknown> {
  if (name === 'find_help')
    return (
      findHelp(
        String(args.words ?? '')
          .toLowerCase()
          .split(/\W+/),
      ) ?? 'There is no such help page.'
    )
  const modules = visibleModules(ctx)
  if (name === 'list_modules') {
    const module = modules.find((module) => module.name === args.module)
    return module
      ? {
          name: module.name,
          fields: module.fields.map((field) => ({ name: field.name, type: field.type, title: field.title })),
          amount: amountOf(module) ?? null,
          states: Object.keys(module.workflow?.states ?? {}),
          progress: module.workflow?.progress?.names ?? [],
        }
      : modules.map((module) => ({ name: module.name, title: module.title }))
  }
  if (name !== 'query_records') return 'There is no such tool.'
  const module = modules.find((candidate) => candidate.name === args.module)
  if (!module) return 'The module does not exist, or the user has no access to it.'
  const sum = typeof args.sum === 'string' && module.field[args.sum]?.type === 'money' ? args.sum : undefined
  const found = await queryRecords(
    ctx,
    module,
    {
      ...(typeof args.search === 'string' ? { search: args.search } : {}),
      ...(typeof args.filter === 'object' && args.filter !== null ? { filter: args.filter as Row } : {}),
      ...(typeof args.sort === 'string' ? { sort: args.sort } : {}),
      limit: Math.min(Number(args.limit) || 10, 50),
    },
    sum,
  )
  links.push(...found.links)
  return found
}

/** Asks the model until it answers in words. Throws when it cannot be reached. */
export async function askModel(
  ctx: Ctx,
  chat: NonNullable<Config['chat']>,
  history: readonly { role: 'user' | 'other'; message: string }[],
): Promise<Answer> {
  const links: Link[] = []
  const messages: Message[] = [
    {
      role: 'system',
      content: `You are the assistant of ${ctx.company.name}'s back-office. Today is ${ctx.clock.today(ctx.company.time_zone)}. You answer ${ctx.principal.name} (${ctx.principal.role}) from the tools only, briefly and in plain text; amounts are Philippine pesos. You cannot change anything; say so when asked to.`,
    },
    ...history.map((entry) => ({ role: entry.role === 'user' ? 'user' : 'assistant', content: entry.message })),
  ]
  for (let round = 0; round < ROUNDS; round++) {
    const response = await fetch(`${chat.url.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      redirect: 'error',
      headers: { 'content-type': 'application/json', ...(chat.key ? { authorization: `Bearer ${chat.key}` } : {}) },
      body: JSON.stringify({ ...(chat.model ? { model: chat.model } : {}), messages, tools: TOOLS }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new AppError('busy', 'The assistant cannot be reached just now.')
    const message = ((await response.json()) as { choices: { message: Message }[] }).choices[0]?.message
    if (!message) throw new AppError('busy', 'The assistant gave no answer.')
    if (!message.tool_calls?.length)
      return { text: message.content ?? '', links: [...new Map(links.map((link) => [link.route, link])).values()].slice(0, 6) }
    messages.push(message)
    for (const tool_call of message.tool_calls) {
      const result = await Promise.resolve()
        .then(() => call(ctx, tool_call.function.name, JSON.parse(tool_call.function.arguments || '{}') as Row, links))
        .catch((error: unknown) => (error instanceof AppError ? error.message : 'The tool could not read its parameters.'))
      messages.push({ role: 'tool', tool_call_id: tool_call.id, content: JSON.stringify(result).slice(0, MAX_TEXT) })
    }
  }
  throw new AppError('busy', 'The assistant found no answer.')
}
