/** The store of files' bytes: a folder, or an S3 bucket. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { notFound } from '../errors.ts'
import type { Contents } from './contents.ts'
import { moveWhole, openToRead, writeWhole } from './disk.ts'

const GONE = 'The contents of this file are missing.'

export interface ByteStore {
  /** Stores the bytes; a temporary file may be moved. */
  put(key: string, body: Contents, type: string): Promise<void>
  /** The bytes of an open file: a key without a file is a 404. */
  get(key: string): Promise<AsyncIterable<Buffer>>
}

/** Keys are made by the server (`company/2026/hash`), never by a user. */
export function folderStore(folder: string): ByteStore {
  return {
    put: (key, body) => (Buffer.isBuffer(body) ? writeWhole(join(folder, key), body) : moveWhole(body.path, join(folder, key))),
    get: (key) => openToRead(join(folder, key), GONE),
  }
}

/** `s3://bucket/prefix`; credentials and region come from the usual AWS variables, `?endpoint=` serves other makers. */
export function bucketStore(url: string): ByteStore {
  const { hostname: Bucket, pathname, searchParams } = new URL(url)
  const prefix = pathname.replace(/^\/|\/$/g, '')
  const keyPath = (key: string) => (prefix ? `${prefix}/${key}` : key)
  const endpoint = searchParams.get('endpoint')
  const client = import('@aws-sdk/client-s3').then((s3) => ({
    s3,
    client: new s3.S3Client({
      region: searchParams.get('region') ?? process.env['AWS_REGION'] ?? 'ap-southeast-1',
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    }),
  }))
  return {
    async put(key, body, type) {
      const { s3, client: to } = await client
      const Body = Buffer.isBuffer(body) ? body : createReadStream(body.path)
      const ContentLength = Buffer.isBuffer(body) ? body.length : body.size
      await to.send(new s3.PutObjectCommand({ Bucket, Key: keyPath(key), Body, ContentLength, ContentType: type }))
    },
    async get(key) {
      const { s3, client: from } = await client
      const { Body } = await from.send(new s3.GetObjectCommand({ Bucket, Key: keyPath(key) })).catch((error: Error) => {
        throw error.name === 'NoSuchKey' ? notFound(GONE) : error
      })
      const body = Body as Readable
      // Readers still get the error; without this listener, a stream that has no reader yet would end the process.
      body.on('error', () => undefined)
      return body
    },
  }
}
