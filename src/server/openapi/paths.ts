/** Collects the paths of a document. The first call added at an address is the one that answers. */
import type { Module } from '../../engine/model/module.ts'
import { ANY, inPath } from './parts.ts'
import type { Method, Operation, PathItem } from './types.ts'

const wordsOf = (path: string): string =>
  path
    .replaceAll(/[{}]/g, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')

export class Paths {
  readonly all: Record<string, PathItem> = {}
  /** Addresses that differ only in the names of parameters are the same. */
  readonly #known = new Map<string, string>()
  readonly #ids = new Set<string>()

  /** Adds a call at a fixed address. */
  add(
    method: Method,
    path: string,
    { summary, tag, ...more }: Partial<Operation> & { readonly summary: string; readonly tag: string },
  ): void {
    const words = wordsOf(path) || 'root'
    this.#put(method, path, {
      operationId: `${method}_${words}`,
      summary,
      tags: [tag],
      responses: ANY,
      ...more,
    })
  }

  /** Adds a call of a module; a path with a leading slash begins at the root of the API. */
  addTo(module: Module, method: Method, path: string, { summary, ...more }: Partial<Operation> & { readonly summary: string }): void {
    const url = path.startsWith('/') ? path : `/${module.name}${path ? `/${path}` : ''}`
    const parameters = [...inPath(path), ...(more.parameters ?? [])]
    const words = wordsOf(path)
    this.#put(method, url, {
      operationId: `${method}_${module.name}${words && `_${words}`}`,
      summary,
      tags: [module.name],
      responses: ANY,
      ...more,
      ...(parameters.length ? { parameters } : {}),
    })
  }

  /** Adds the addresses of a module under an alias. */
  addAlias(module: string, alias: string): void {
    const ours = Object.keys(this.all).filter((path) => path === `/${module}` || path.startsWith(`/${module}/`))
    for (const path of ours)
      this.all[`/${alias}${path.slice(module.length + 1)}`] ??= { $ref: `#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}` }
  }

  #put(method: Method, path: string, operation: Operation): void {
    const form = path.replaceAll(/\{\w+\}/g, '{}')
    const url = this.#known.get(form) ?? path
    this.#known.set(form, url)
    const item = (this.all[url] ??= {})
    item[method] ??= this.#identified(url === path ? operation : renamed(operation, url))
  }

  /** The operation with an id of its own: addresses that differ in punctuation have the same words. */
  #identified(operation: Operation): Operation {
    let operationId = operation.operationId
    for (let n = 2; this.#ids.has(operationId); n++) operationId = `${operation.operationId}_${n}`
    this.#ids.add(operationId)
    return operationId === operation.operationId ? operation : { ...operation, operationId }
  }
}

/** The operation with the parameter names of the address, in their order. */
function renamed(operation: Operation, url: string): Operation {
  const names = [...url.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const parameters = operation.parameters?.map((parameter) =>
    parameter.in === 'path' ? { ...parameter, name: names.shift() ?? parameter.name } : parameter,
  )
  return { ...operation, ...(parameters ? { parameters } : {}) }
}
