/** The page for implementers while the descriptors cannot be loaded at all: the checker's messages, until they are corrected. */
import { createServer } from 'node:http'
import type { Problem } from '../../../engine/model/module.ts'
import type { ModuleStore } from './store.ts'
import { watchDescriptors } from './watch.ts'

const inHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const page = (problems: readonly Problem[]) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="1"><title>Descriptor problems</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}li{margin:.75rem 0}code{font-size:.9em}</style>
</head><body><main><h1>Descriptor problems</h1><p>${problems.length} to mend before the server can start. This page follows as you save.</p><ul>
${problems
  .map(
    ({ file, line, pointer, message, hint }) =>
      `<li><code>${inHtml(file)}:${line}</code> <code>${inHtml(pointer)}</code><br><strong>${inHtml(message)}</strong>${hint ? ` ${inHtml(hint)}` : ''}</li>`,
  )
  .join('\n')}
</ul></main></body></html>`

/** Serves the problems until the descriptors are sound. */
export function untilSound(store: ModuleStore, address: { port: number; host: string }): Promise<void> {
  return new Promise((resolve) => {
    const server = createServer((request, response) => {
      if (request.url?.startsWith('/api/')) {
        response.writeHead(503, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ success: false, message: 'The descriptors have errors.', code: 10011, data: store.problems }))
        return
      }
      response.writeHead(503, { 'content-type': 'text/html; charset=utf-8' }).end(page(store.problems))
    }).listen(address.port, address.host)
    const stop = watchDescriptors(
      store.folders,
      async () => {
        if (store.reload().length) return printProblems(store.problems)
        stop()
        server.closeAllConnections()
        server.close(() => resolve())
      },
      (error) => console.error(error),
    )
  })
}

/** The problems as a compiler would print them. */
export function printProblems(problems: readonly Problem[]): void {
  for (const { file, line, pointer, message, hint } of problems)
    console.error(`${file}:${line} ${pointer} ${message}${hint ? ` ${hint}` : ''}`)
}
