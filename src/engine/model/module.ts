/**
 * The resolved module, which every part of the product reads.
 *
 * A descriptor (`modules/<application>/<name>.json`) contains only differences from the conventions. `resolve` turns it
 * into a `Module`, in which every default is filled in and every list is flat. A Module is plain, frozen JSON: the server
 * compiles it into tables, plans and transitions, the browser receives the same object (without the parts that the user
 * cannot see) and draws screens from it. No code reads a raw descriptor at run time.
 */

import type { Approval } from './approval.ts'
import type { ComputeNode } from './calculation.ts'
import type { Calendar, Periods, Planner, RecordDrill, TreeView } from './calendar.ts'
import type { Dashboard } from './dashboard.ts'
import type { Entity } from './entity.ts'
import type { Expression, Field, FieldType, Json, JsonSchema, Lines, RowFilter } from './field.ts'
import type { Print } from './print.ts'
import type { Report } from './report.ts'
import type { Source } from './source.ts'
import type { State } from './state.ts'

export * from './approval.ts'
export * from './calculation.ts'
export * from './calendar.ts'
export * from './dashboard.ts'
export * from './entity.ts'
export * from './field.ts'
export * from './print.ts'
export * from './problem.ts'
export * from './report.ts'
export * from './source.ts'
export * from './state.ts'
export * from './subject.ts'

export type Kind = 'master' | 'document' | 'filing' | 'log' | 'report' | 'setting' | 'process' | 'dashboard' | 'page'

export interface Column {
  /** Field name or dotted path (`supplier.name`). */
  readonly path: string
  readonly title: string
  readonly type: FieldType | 'status'
  readonly align: 'start' | 'end'
  readonly width?: number
  readonly scale?: number
  /** A year or an id: digits without a thousands separator. */
  readonly byDigit?: true
  readonly sortable: boolean
  /** The reference field a dotted path goes through, to draw a link. */
  readonly via?: string
  /** Date field of the row: a moment of that day is shown by its time. */
  readonly day?: string
}

export interface Section {
  readonly title?: string
  readonly fields: readonly string[]
  readonly columns?: 1 | 2 | 3
}
export interface Tab {
  readonly title?: string
  /** The tab is read and saved by itself at `{id}/{section}`. */
  readonly section?: string
  /** Field access code needed to see and change the tab. */
  readonly access?: string
  /** Heading under which the view lists the tab among the parts of the record. */
  readonly group?: string
  readonly sections: readonly Section[]
}
/** The header above all parts of a record on its view. */
export interface RecordHeader {
  readonly image?: string
  readonly fields: readonly string[]
}
/** Values of one field that the server proposes when others beside it change. */
export interface FormProposal {
  /** Child table of the field; without it the field is one of the record itself. */
  readonly lines?: string
  readonly field: string
  /** Fields beside it that the value depends on. */
  readonly on: readonly string[]
  /** Fields on which it also depends, filled or not. */
  readonly also?: readonly string[]
  readonly handler: Call
}
export interface Layout {
  /** Values that the server proposes while the form is filled in. */
  readonly propose?: readonly FormProposal[]
  /** Handlers that return warnings while the form is filled in. */
  readonly advice?: readonly Call[]
  readonly header?: RecordHeader
  readonly tabs: readonly Tab[]
}

/** Permission codes are the words of the specification; each action names the code that allows it (rulings R16). */
export interface Action {
  readonly name: string
  readonly title: string
  /** Permission code: index, view, new, edit, delete, post, void, process, approval, view_all or the module's own. */
  readonly code: string
  readonly icon?: string
  readonly kind: 'collection' | 'record' | 'transition'
}

export interface Call {
  readonly name: string
  readonly params: Json
}

export interface Transition {
  readonly name: string
  readonly title: string
  readonly from: readonly string[]
  readonly to: string
  /** Permission code (see Action.code). */
  readonly code: string
  readonly icon?: string
  readonly tone?: 'primary' | 'danger' | 'default'
  readonly when?: Expression
  /** Shown when `when` is false. */
  readonly whenMessage?: string
  /** What was done, for the message after a transition that leaves the record in its state. */
  readonly doneText?: string
  /** Form shown before it runs; values are written to fields of the same name. */
  readonly input: readonly Field[]
  readonly confirm?: { readonly kind: 'warning' | 'danger' | 'confirm'; readonly message?: string }
  /** Handlers that return warnings before it is confirmed. */
  readonly advice?: readonly Call[]
  readonly guards: readonly Call[]
  readonly effects: readonly Call[]
  /** Named work in batches before the transition runs, in the background where there is much. */
  readonly job?: string
  /** Undoes every effect journaled for the record, newest first; with the name of a transition, only those of its last run. */
  readonly reverses: boolean | string
  /** Record fields stamped by this transition, e.g. posted_by / posted_at. */
  readonly stamps: { readonly by?: string; readonly at?: string; readonly clear?: readonly string[] }
  /** Document made from the record in the same transaction, by that module's mapping of its sources. */
  readonly create?: {
    readonly module: string
    readonly field?: string
    /** Carried out on the document made, while `when` is true of this record. */
    readonly transition?: string
    readonly when?: Expression
  }
  /** The server carries it out from the day in `date` on. */
  readonly due?: Due
  readonly approval?: Approval
  readonly notSelf: boolean
}

/** A transition that the server carries out on a day of the record. */
export interface Due {
  /** Date field. */
  readonly date: string
  /** Text field that says why it could not be carried out. */
  readonly reason?: string
  /** Transition carried out instead, by the rule that refused. */
  readonly otherwise: Readonly<Record<string, string>>
}

/** Progress is derived after each posting from a served quantity or amount, and never written by hand. */
export interface Progress {
  /** Child table whose rows are measured; absent: the header. */
  readonly lines?: string
  readonly served: Expression
  readonly of: Expression
  /** Names for none, partly and fully served. */
  readonly names: readonly [string, string, string]
  /** Date field after which an unfinished record reads `overdueName`. */
  readonly overdue?: { readonly date: string; readonly name: string }
  /** Amount that is given up instead of served: a finished record of which it is not zero reads `name`. */
  readonly forgone?: { readonly amount: string; readonly name: string }
  readonly tones: Readonly<Record<string, State['tone']>>
}

export interface Workflow {
  readonly template?: string
  readonly states: Readonly<Record<string, State>>
  readonly initial: string
  readonly transitions: Readonly<Record<string, Transition>>
  readonly progress?: Progress
  /** Fields shown beneath the question before a transition. */
  readonly facts?: readonly string[]
  /** Every flag that any state declares; responses contain them as booleans. */
  readonly flags: readonly string[]
}

/** Child records of another module shown on the view and answered at `{id}/{path}`. */
export interface Panel {
  readonly path: string
  readonly title: string
  /** Heading under which the view lists it among the parts of the record. */
  readonly group?: string
  readonly module: string
  /** Target field → constant or `$id`. */
  readonly where: RowFilter
  /** Boolean field of which exactly one row is true. */
  readonly default?: string
  /** The child module has no menu of its own: users who can see or change the owner can see or change these. */
  readonly through: boolean
  /** Access codes of the fields that link the children to the record: users without one of them do not see the panel. */
  readonly access?: readonly string[]
  /** Only displayed here. */
  readonly readonly?: boolean
  /** Future children, announced above the record: the field of the day, the one empty until then, and those to show. */
  readonly upcoming?: { readonly date: string; readonly done: string; readonly show: readonly string[] }
  /**
   * Child records that an import of this module creates along with a row: constant values, and the fields that are
   * columns of the sheet.
   */
  readonly imports?: readonly {
    readonly title: string
    readonly set: Readonly<Record<string, unknown>>
    readonly fields: readonly string[]
  }[]
  /** Possible actions on the child records: those of new, edit and delete that their module declares. */
  readonly may: readonly ('new' | 'edit' | 'delete')[]
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/{module}/`, e.g. `{id}/uom` or `get_data`. */
  readonly path: string
  readonly handler: string
  readonly params: Json
  readonly code: string
  readonly button?: EndpointButton
}

/** The button of an endpoint: with `{id}` in its path on a record, else above the list. */
export interface EndpointButton {
  readonly title: string
  /** Fields of the form shown first. */
  readonly input: readonly Field[]
  readonly tone: 'primary' | 'default'
  /** The response is a file. */
  readonly download: boolean
  /** Values of the record for which the button is shown; without them, it is shown on every record. */
  readonly where?: RowFilter
  /** Handlers that say, before it is made, what speaks against the call. */
  readonly advice?: readonly Call[]
}

export interface Notify {
  /** Transition; empty for a notification of a day. */
  readonly on: string
  /** Reference field: `on` is a transition of the record that it refers to. */
  readonly of?: string
  /** This many days before (negative: after) the day in a field. */
  readonly before?: { readonly date: string; readonly days: number }
  readonly when?: Expression
  readonly to: readonly string[]
  readonly title?: string
  /** Beside the notification: a mail, and of approvers a task until the decision is made. */
  readonly also?: readonly ('task' | 'mail')[]
}

export interface AlsoIn {
  readonly application: string
  readonly group?: string
  /** Title of its entry in the menu there. */
  readonly title?: string
  /** Filter of its list when it is opened from the menu there. */
  readonly filter?: Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>
  readonly actions?: readonly string[]
}

export interface Module {
  readonly name: string
  readonly title: string
  readonly singular: string
  readonly description?: string
  readonly application: string
  readonly group: string
  readonly order: number
  readonly icon: string
  readonly alsoIn: readonly AlsoIn[]
  /** Not in menus of its own: opened from other records. */
  readonly hidden: boolean
  /** Only in menus of developers, no matter what a role grants. */
  readonly developers?: boolean
  /** Other addresses below the API that answer as this module. */
  readonly aliases?: readonly string[]
  readonly kind: Kind
  /** Content hash of the resolved module; addresses validators and browser caches. */
  readonly hash: string
  readonly entity: Entity
  /** Header fields in order, without child tables. */
  readonly fields: readonly Field[]
  readonly field: Readonly<Record<string, Field>>
  readonly lines: readonly Lines[]
  readonly columns: readonly Column[]
  /** Columns of referenced records that users can add to the list (`entity.offeredColumns` of their modules). */
  readonly offeredColumns?: readonly Column[]
  /** Quick filters: own fields by name, those of a referenced record by path (`employee.branch_id`). */
  readonly filters: readonly string[]
  /** The fields that quick filters reach in referenced modules, by path. */
  readonly reached?: Readonly<Record<string, Field>>
  readonly search: readonly string[]
  readonly sort: readonly { readonly field: string; readonly descending: boolean }[]
  readonly form: Layout
  readonly calendar?: Calendar
  readonly periods?: Periods
  readonly planner?: Planner
  readonly drill?: readonly RecordDrill[]
  readonly tree?: TreeView
  readonly actions: Readonly<Record<string, Action>>
  readonly workflow?: Workflow
  readonly sources: readonly Source[]
  readonly panels: readonly Panel[]
  readonly endpoints: readonly Endpoint[]
  readonly notify: readonly Notify[]
  /** Permission codes of every signed-in user. */
  readonly everyone: readonly string[]
  /** Save hooks, by name, in order. */
  readonly saved: readonly string[]
  /** Named code that determines, from this module's records, the approvers of records of any workflow. */
  readonly approves?: string
  readonly print: readonly Print[]
  readonly report?: Report
  readonly dashboard?: Dashboard
  readonly rows?: string
  readonly compute: readonly ComputeNode[]
  /** Effective-dated tables that expressions look up (`module.lines.field`). */
  readonly lookups: readonly string[]
  /** Request schema of create and update: writable fields, standard JSON Schema 2020-12. */
  readonly schema: JsonSchema
  /** Only in a module as sent to a user: what that user can create from its records. */
  readonly targets?: readonly Target[]
}

/** A module whose documents are made from another's, in the application where the user reaches it. */
export interface Target {
  readonly module: string
  readonly title: string
  readonly application: string
  /** Label of the action that makes one, where the descriptor has it. */
  readonly action?: string
  /** Out of the ordinary course: never the next step. */
  readonly exception?: boolean
  /** Module of the documents that it is made from, where these are made from the record in turn. */
  readonly via?: string
}

export type ModuleSet = ReadonlyMap<string, Module>

/** A signed-in user, as far as the engine needs to know them. */
export interface Principal {
  readonly user_id: number
  readonly username: string
  readonly name: string
  /** The role's name on screen. */
  readonly role: string
  /** The role's name in descriptors and settings; its display name where it has none. */
  readonly role_code?: string
  readonly branch_id: number | null
  /** Empty: all branches. */
  readonly branch_ids: readonly number[]
  readonly employee_id: number | null
  readonly is_developer: boolean
  /** Module → permission codes granted (union over the role's applications, after the user's own overrides). */
  readonly grants: Readonly<Record<string, readonly string[]>>
  /** Field access codes held (e.g. `compensation`). */
  readonly access: readonly string[]
  /** Applications that the role can open, in order. */
  readonly applications: readonly string[]
}
