/** Problems of one file, by JSON pointer; line numbers are computed only when there is a problem. */
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import type { Problem } from '../../model/module.ts'

/** A mistake at a place of a descriptor; a warning does not keep it from loading. */
interface Finding {
  readonly pointer: string
  readonly message: string
  readonly hint?: string
  readonly warning?: boolean
}

export class Report {
  readonly file: string
  readonly problems: Problem[] = []
  readonly #text: string
  #tree: Node | undefined
  constructor(file: string, text: string) {
    this.file = file
    this.#text = text
  }

  /** An empty report on the same file. */
  fresh(): Report {
    return new Report(this.file, this.#text)
  }

  add(pointer: string, message: string, hint?: string): void {
    this.addAt(this.#offset(pointer), { pointer, message, hint })
  }

  /** An allowed value that looks like a mistake. */
  warn(pointer: string, message: string, hint?: string): void {
    this.addAt(this.#offset(pointer), { pointer, message, hint, warning: true })
  }

  addAt(offset: number, { pointer, message, hint, warning = false }: Finding): void {
    const line = this.#text.slice(0, offset).split('\n').length
    if (this.problems.some((other) => other.pointer === pointer && other.message === message)) return
    this.problems.push({
      file: this.file,
      pointer,
      line,
      message,
      ...(hint ? { hint } : {}),
      ...(warning ? { warning: true as const } : {}),
    })
  }

  /** The position of the pointer in the text; for values from a template or kind, the position of the nearest written value. */
  #offset(pointer: string): number {
    this.#tree ??= parseTree(this.#text)
    if (!this.#tree) return 0
    const path = pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    for (let length = path.length; length > 0; length--) {
      const steps = path.slice(0, length).map((part) => (/^\d+$/.test(part) ? Number(part) : part))
      const node = findNodeAtLocation(this.#tree, steps)
      if (node) return node.parent?.type === 'property' ? node.parent.offset : node.offset
    }
    return 0
  }
}
