import type { Row } from '../../engine/model/module.ts'

/** The menus that this user can see, in their order on screen. */
export interface NavModule {
  name: string
  title: string
  icon: string
  /** Permission codes held on the module here: index, view, new, edit, post … */
  actions: string[]
  kind?: string
  /** Whether it is a dashboard whose tiles its reader arranges. */
  tiles?: boolean
  module_id?: number
  /** The filter of the list when it is opened from the menu. */
  query?: string
}
export interface NavGroup {
  title: string
  modules: NavModule[]
}
/** The frame around the screens of an application, as set by administrators. */
export interface LayoutFlags {
  header: boolean
  top_bar: boolean
  footer: boolean
  left_menu: boolean
  left_menu_overlay: boolean
  menu_hidden: boolean
}
export interface NavApplication {
  id?: number
  /** Subdomain, the first segment of the path. */
  name: string
  title: string
  icon: string
  /** Accent: a colour of the palette. */
  color: string
  description?: string
  version?: string | null
  layout?: LayoutFlags
  groups: NavGroup[]
}
export interface Navigation {
  applications: NavApplication[]
  /** Codes of the plugins that the user has. */
  plugins?: string[]
  /** Company settings that expressions of the modules read. */
  settings?: Row
  /** Modules whose choices are loaded once and searched in the browser (`entity.preload`). */
  preload?: string[]
}

/** A row of an effective-dated table, as `lookup()` reads it; newest first per key. */
export interface LookupRow {
  key: number
  effective_from: string
  value: number | null
}

interface SessionUser {
  id: number
  name: string
  username: string
  email?: string | null
  avatar_url?: string | null
  employee_id?: number | null
  /** 1 means dark. */
  is_dark?: number | null
  user_role?: { name: string } | null
}
/** A part of the product that a company can have. */
export interface Feature {
  name: string
  enabled: boolean
}
export interface Session {
  valid: boolean
  user: SessionUser
  /** `time_zone` is the name in the time zone database, e.g. Asia/Manila. */
  company?: { code: string; name: string; logo_url?: string | null; time_zone?: string }
  branch?: { id: number; name: string } | null
  maintenance?: boolean
  is_developer?: boolean
  features?: Feature[]
  /** The first password was set by an administrator and is still in use. */
  must_change_password?: boolean
}

/** A coloured label on a record. */
export interface Tag {
  id: number
  name: string
  color?: string | null
}

/** A resolved reference in a response, beside its `_id`. */
export interface Reference {
  id: number
  name: string
  label: string
}

/** A record read for a screen: values, references, lines, flags, version and the possible actions. */
export type RecordRow = Row & {
  id: number
  version: number
  actions?: RecordAction[]
  /** Modules whose documents can be made from it now. */
  open_targets?: string[]
  /** Of these, such as are made from documents of the record: the ids of those that are open. */
  open_sources?: Record<string, number[]>
  processing?: Processing
  /** Names of the users and roles whose decision is pending. */
  awaiting?: string[]
}
/** The job that works on a large record, or why it failed. */
interface Processing {
  state: 'running' | 'failed'
  error: string | null
}
interface RecordAction {
  name: string
  title: string
  code: string
  allowed: boolean
  /** The reader is the person concerned: another user has to do it. */
  others_only?: boolean
  /** Shown when it is not allowed. */
  reason?: string
  transition: boolean
}

/** A named set of filters, sort and columns; the user's own, or shared with everyone who can see the module. */
export interface SavedView {
  id: number
  name: string
  shared: boolean
  own: boolean
  /** The list opens with it. */
  opens_first?: boolean
  /** Of an own view: the user's own list opens with it, or those of these roles. */
  is_default?: boolean
  roles?: string[]
  state: { search?: string; sort?: string; filters?: Record<string, unknown>; columns?: string[] }
}

/** One descriptor problem found by the checker while developing. */
export interface DescriptorProblem {
  file: string
  pointer: string
  line: number
  message: string
  hint?: string
}
