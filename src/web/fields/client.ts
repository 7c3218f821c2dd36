import { createContext, useContext } from 'react'
import type { Field, Module, Row } from '../../engine/model/module.ts'
import { get, type Params, post, upload } from '../api/client.ts'
import { choicesOf } from '../api/dropdown.ts'
import { ApiError } from '../api/errors.ts'
import { navigationQuery, queryClient } from '../api/queries.ts'
import type { Navigation } from '../api/types.ts'
import type { Ref } from './ref.ts'

/** A stored file as answers carry it. */
export interface StoredFile extends Row {
  readonly id: number
  readonly name: string
  readonly url?: string
  readonly type?: string
  readonly size?: number
}

/** The call of a module that answers a picker's choices in place of its dropdown, with the values around the picker. */
export interface AskedChoices {
  readonly call: string
  readonly params: Params
}

/** A value that a text offers, with what is shown beside it. */
export interface Suggestion {
  readonly value: string
  readonly details: readonly { readonly title: string; readonly type: Field['type']; readonly value: number | string }[]
}

/** The few calls that fields make. Stories and tests give their own. */
export interface FieldClient {
  /** Choices of a reference: `{module}/dropdown`. */
  dropdown(
    module: string,
    query: { search?: string; filter?: Row; limit?: number; asked?: AskedChoices },
    signal?: AbortSignal,
  ): Promise<Ref[]>
  /** Rows of a call of the module for these ids: `{module}/{call}?ids=1,2`; none when the user may not make it. */
  figures?(module: string, call: string, params: Params, signal: AbortSignal): Promise<readonly Row[]>
  /** Values that a text offers: `place` is its module and path, as in `invoice.items.lot_no`. */
  suggest?(place: string, asked: Row, signal: AbortSignal): Promise<readonly Suggestion[]>
  upload(file: File): Promise<StoredFile>
  /** Whether this user can create records of the module, as far as is known. Absent: checked on the attempt. */
  mayCreate?(module: string): boolean
  /** The resolved module, for quick create; null when the user may not create there. */
  creatable(module: string): Promise<Module | null>
  create(module: string, values: Row): Promise<Ref>
}

/** `filter[field]=v` and `filter[field][in]=a,b`, as lists and pickers take them. */
export function filterParams(filter: Row | undefined): Params {
  const params: Params = {}
  for (const [field, value] of Object.entries(filter ?? {})) {
    if (value === undefined) continue
    if (Array.isArray(value)) params[`filter[${field}][in]`] = value.map((entry) => entry ?? 'null').join(',')
    else params[`filter[${field}]`] = value === null ? 'null' : String(value)
  }
  return params
}

/** Calls that this user may not make. */
const refusedCalls = new Set<string>()

const apiFieldClient: FieldClient = {
  dropdown: (module, { search = '', filter, limit = 20, asked }, signal) =>
    asked
      ? get<Ref[]>(`${module}/${asked.call}`, { search, limit, ...filterParams(filter), ...asked.params }, signal)
      : (choicesOf(module, { search, filter: filterParams(filter), limit, signal }) as Promise<Ref[]>),
  mayCreate: (name) => {
    const menu = queryClient.getQueryData<Navigation>(navigationQuery.queryKey)
    if (!menu) return true
    const entries = menu.applications.flatMap(({ groups }) => groups.flatMap(({ modules }) => modules))
    return entries.some((entry) => entry.name === name && entry.actions.includes('new'))
  },
  figures: async (module, call, params, signal) => {
    const path = `${module}/${call}`
    if (refusedCalls.has(path)) return []
    try {
      return await get<Row[]>(path, params, signal)
    } catch (error) {
      // Asked again at the next sign-in, which reloads the page.
      if (error instanceof ApiError && error.status === 403) refusedCalls.add(path)
      return []
    }
  },
  suggest: (place, asked, signal) => {
    const dot = place.indexOf('.')
    return post<Suggestion[]>(`${place.slice(0, dot)}/suggest`, { ...asked, field: place.slice(dot + 1) }, { signal })
  },
  upload: (file) => {
    const form = new FormData()
    form.append('file', file)
    return upload<StoredFile>('files', form)
  },
  creatable: async (name) => {
    const module = await get<Module>(`meta/modules/${name}`)
    return module.actions.new ? module : null
  },
  create: (module, values) => post<Ref>(module, values),
}

const FieldClientContext = createContext<FieldClient>(apiFieldClient)
export const FieldClientProvider = FieldClientContext.Provider
export const useFieldClient = (): FieldClient => useContext(FieldClientContext)
