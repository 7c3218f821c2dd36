/** The assistant with a language model behind it: the model gets look-ups as tools, and they answer as the person who asks. */
import { createServer as createHttp, type Server as Http } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '../../src/engine/model/module.ts'
import { askModel } from '../../src/server/features/chat/model.ts'
import { startInstance } from './instance.ts'

interface Asked {
  readonly authorization: string | undefined
  readonly body: { model: string; messages: Row[]; tools: { function: { name: string } }[] }
}
let instance: Awaited<ReturnType<typeof startInstance>>
let http: Http
let url: string
const asked: Asked[] = []
/** What the pretended model says, turn by turn. */
let script: Row[] = []
let status = 200
beforeAll(async () => {
  instance = await startInstance('chatmodel', ['MODL'])
  http = createHttp((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      asked.push({ authorization: request.headers.authorization, body: JSON.parse(text) as Asked['body'] })
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ choices: [{ message: script.shift() }] }))
    })
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`
})
afterAll(async () => {
  http.close()
  await instance.stop()
})

const tool = (name: string, args: Row): Row => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: `call-${name}`, function: { name, arguments: JSON.stringify(args) } }],
})
const ask = async (who: string, message: string) =>
  askModel(await instance.server.as('MODL', who), { url, key: 'sk-test', model: 'small' }, [{ role: 'user', message }])
/** What the last tool answered to the model. */
const lastReply = () => String((asked.at(-1)!.body.messages.at(-1) as Row).content)

test('looks up records with the rights of the user', async () => {
  script = [
    tool('list_modules', {}),
    tool('query_records', { module: 'branch', limit: 2 }),
    { role: 'assistant', content: 'There are three branches.' },
  ]
  const answer = await ask('buyer', 'How many branches do we have?')
  expect(answer.text).toBe('There are three branches.')
  expect(answer.links.at(-1)).toMatchObject({ title: 'Branches' })
  expect(asked[0]).toMatchObject({
    authorization: 'Bearer sk-test',
    body: {
      model: 'small',
      tools: [{ function: { name: 'list_modules' } }, { function: { name: 'query_records' } }, { function: { name: 'find_help' } }],
    },
  })
  expect(JSON.stringify(asked[1]!.body.messages.at(-1))).toContain('supplier')
  expect(JSON.stringify(asked[1]!.body.messages.at(-1))).not.toContain('check_voucher')

  script = [tool('query_records', { module: 'check_voucher' }), { role: 'assistant', content: 'I may not look there.' }]
  await ask('buyer', 'What did we pay?')
  expect(lastReply()).toContain('has no access to it')
  script = [
    tool('query_records', { module: 'branch', filter: { nonsense: 1 } }),
    tool('drop_everything', {}),
    { role: 'assistant', content: 'That did not work.' },
  ]
  expect((await ask('buyer', 'Break it')).text).toBe('That did not work.')
  expect(lastReply()).toContain('There is no such tool')
})

test('reports that the model cannot be reached, or gives no answer', async () => {
  status = 500
  script = [{}]
  await expect(ask('buyer', 'Hello')).rejects.toThrow('The assistant cannot be reached just now.')
  status = 200
  script = Array.from({ length: 10 }, () => tool('find_help', { words: 'import' }))
  await expect(ask('buyer', 'Hello')).rejects.toThrow('The assistant found no answer.')
})
