import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import type { RequestLimit } from './request-limit.ts'
import { registerSecurity, registerWeb } from './security.ts'

const folder = mkdtempSync(join(tmpdir(), 'web-'))
afterAll(() => rmSync(folder, { recursive: true }))
const FREE = { key: () => 'one', isFree: () => true } as unknown as RequestLimit

test('build assets are sent compressed to browsers that accept it; no other path reaches a file', async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<p>page</p>')
  writeFileSync(join(folder, 'assets/app-1.js'), 'plain()')
  writeFileSync(join(folder, 'assets/app-1.js.gz'), gzipSync('packed()'))
  writeFileSync(join(folder, 'assets/app-1.js.br'), brotliCompressSync('packed()'))
  writeFileSync(join(folder, 'assets/small-1.js'), 'small()')
  const app = Fastify()
  await registerSecurity(app, { requestsPerMinute: 1000, limit: FREE })
  await registerWeb(app, folder)
  const get = (url: string, accepted = 'gzip, deflate, br') => app.inject({ url, headers: { 'accept-encoding': accepted } })

  // Browsers name Brotli last, and only over HTTPS or to their own machine.
  for (const [accepted, encoding, unpack] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ] as const) {
    const packed = await get('/assets/app-1.js', accepted)
    expect(packed.headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(unpack(packed.rawPayload).toString()).toBe('packed()')
  }
  for (const [url, encoding] of [['/assets/small-1.js'], ['/assets/app-1.js', 'identity']] as const) {
    const plain = await get(url, encoding)
    expect([plain.statusCode, plain.headers['content-encoding'], plain.body]).toEqual([
      200,
      undefined,
      url.includes('small') ? 'small()' : 'plain()',
    ])
  }
  for (const url of ['/assets/app-2.js', '/assets/..%2findex.html', '/assets/.hidden', '/assets/%2e%2e%2findex.html'])
    expect([url, (await get(url)).statusCode]).toEqual([url, 404])
  await app.close()
})

test('a file whose text begins like compressed data is sent unchanged, and others compressed', async () => {
  const app = Fastify()
  await registerSecurity(app, { requestsPerMinute: 1000, limit: FREE })
  const texts = { relief: `H,S,"123456789"${',0.00'.repeat(1000)}`, years: '80,90\r\n'.repeat(500), usual: 'TIN,Name\r\n'.repeat(500) }
  for (const [name, text] of Object.entries(texts)) {
    app.get(`/${name}`, (_request, reply) => reply.type('application/octet-stream').send(Buffer.from(text)))
    app.get(`/${name}/stored`, (_request, reply) =>
      reply
        .type('text/csv')
        .header('content-disposition', 'attachment')
        .send(Readable.from([Buffer.from(text)])),
    )
  }
  for (const [name, text] of Object.entries(texts))
    for (const url of [`/${name}`, `/${name}/stored`]) {
      const { headers, rawPayload } = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
      const isPacked = headers['content-encoding'] === 'gzip'
      expect([url, isPacked]).toEqual([url, url === '/usual'])
      expect((isPacked ? gunzipSync(rawPayload) : rawPayload).toString()).toBe(text)
    }
  await app.close()
})
