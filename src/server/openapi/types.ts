/** As much of OpenAPI 3.1 as is written here. */
import type { JsonSchema } from '../../engine/model/module.ts'

export interface Parameter {
  readonly name: string
  readonly in: 'query' | 'path'
  readonly required?: boolean
  readonly description?: string
  readonly schema: JsonSchema
}
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  /** Other than the document's own: none for a call that needs no session. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> }
  readonly responses: Readonly<Record<string, unknown>>
}
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** The calls at a path; `$ref` where it answers as another path does. */
export type PathItem = Partial<Record<Method, Operation>> & { readonly $ref?: string }
export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
    readonly responses: Readonly<Record<string, unknown>>
  }
}
