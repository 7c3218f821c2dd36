import { useEffect, useRef, useState } from 'react'
import { errorDetail, isSilent } from '../../api/errors.ts'
import { uploadWithProgress } from '../../api/upload.ts'
import { makeThumbnail } from './makeThumbnail.ts'
import { refreshMedia } from './queries.ts'

/** Sent at the same time; the others wait. */
const AT_ONCE = 3

export interface Upload {
  readonly key: number
  readonly name: string
  readonly size: number
  readonly sent: number
  readonly state: 'waiting' | 'sending' | 'done' | 'failed'
  readonly error?: string
}
interface Job {
  readonly key: number
  readonly file: File
  readonly folder: number | null
  readonly stop: AbortController
}

let nextKey = 1

/** Running uploads. They continue while the user looks at another folder; leaving the page ends them. */
export function useUploads() {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const waiting = useRef<Job[]>([])
  const running = useRef(new Map<number, Job>())

  const update = (key: number, change: Partial<Upload>) =>
    setUploads((known) => known.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))

  const run = async (job: Job) => {
    running.current.set(job.key, job)
    update(job.key, { state: 'sending' })
    const form = new FormData()
    // Fields that come after the file are not read.
    if (job.folder !== null) form.append('folder', String(job.folder))
    form.append('privacy', 'private')
    try {
      const thumbnail = await makeThumbnail(job.file)
      if (thumbnail) form.append('thumbnail', thumbnail)
      form.append('file', job.file)
      await uploadWithProgress('media/upload-file', form, (sent) => update(job.key, { sent }), job.stop.signal)
      update(job.key, { state: 'done', sent: job.file.size })
    } catch (error) {
      if (isSilent(error)) setUploads((known) => known.filter(({ key }) => key !== job.key))
      else update(job.key, { state: 'failed', error: errorDetail(error) })
    } finally {
      running.current.delete(job.key)
      next()
      if (running.current.size === 0) void refreshMedia()
    }
  }
  const next = () => {
    while (running.current.size < AT_ONCE) {
      const job = waiting.current.shift()
      if (!job) return
      void run(job)
    }
  }
  const add = (files: readonly File[], folder: number | null) => {
    const jobs = files.map((file): Job => ({ key: nextKey++, file, folder, stop: new AbortController() }))
    setUploads((known) => [
      ...known,
      ...jobs.map(({ key, file }): Upload => ({ key, name: file.name, size: file.size, sent: 0, state: 'waiting' })),
    ])
    waiting.current.push(...jobs)
    next()
  }
  const cancel = (key: number) => {
    waiting.current = waiting.current.filter((job) => job.key !== key)
    running.current.get(key)?.stop.abort()
    setUploads((known) => known.filter((upload) => upload.key !== key || upload.state === 'sending'))
  }
  const clear = () => setUploads((known) => known.filter(({ state }) => state === 'waiting' || state === 'sending'))

  useEffect(() => {
    const jobs = running.current
    return () => {
      waiting.current = []
      for (const { stop } of jobs.values()) stop.abort()
    }
  }, [])
  return { uploads, add, cancel, clear }
}
