/* Generated from schemas/module.schema.json by scripts/generate-types.ts. Do not edit. */

/**
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "json".
 */
export type Json = unknown
/**
 * A CEL expression in source form, parsed and type-checked when the module is loaded.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "expression".
 */
export type Expression = string
/**
 * A condition that must hold, with the message shown when it does not.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "check".
 */
export type Check =
  | Expression
  | {
      expr: Expression
      /**
       * What the user reads when it does not hold. With `confirm`, `{field}` and `{before.field}` stand for values of the record.
       */
      message?: string
      /**
       * `confirm`: it may be saved all the same, once the person has confirmed the message. Such a check reads the stored record as `before`, and asks only when a value that it reads has changed. Fields of the record only, not of lines.
       */
      severity?: 'error' | 'confirm'
    }
/**
 * One choice.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "option".
 */
export type Option =
  | string
  | {
      /**
       * Stored value.
       */
      value: string
      /**
       * What people read.
       */
      label?: string
      /**
       * Colour of the badge that it is shown as in lists and views.
       */
      tone?: 'grey' | 'green' | 'amber' | 'red' | 'blue'
      /**
       * `false`: forms do not offer it, because only the server sets it; lists still filter by it.
       */
      offered?: boolean
    }
/**
 * A named effect or guard, alone or as the only key of an object with its parameters.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "call".
 */
export type Call =
  | string
  | {
      [k: string]: Json
    }

/**
 * One module: modules/<application>/<name>.json. Only what differs from convention is written.
 */
export interface Descriptor {
  /**
   * Path to this schema, for completion in the editor.
   */
  $schema?: string
  /**
   * How people read it, plural; derived from the name when absent.
   */
  title?: string
  /**
   * One of them; derived from the title.
   */
  singular?: string
  /**
   * What it is for; shown when the list is empty.
   */
  description?: string
  /**
   * Application it belongs to; the folder by default.
   */
  application?: string
  /**
   * Menu group.
   */
  group?: string
  /**
   * Field access of the module's fields of confidential kind, rows and report columns included, that name none: a code such as `compensation`, or `module` for everyone who can see the record.
   */
  access?: string
  /**
   * Position in its menu group, smallest first; modules without one follow, in the order of their file names.
   */
  order?: number
  /**
   * Icon name (Tabler, without prefix).
   */
  icon?: string
  /**
   * Other applications that link to it.
   */
  alsoIn?: (
    | string
    | {
        /**
         * Application.
         */
        application: string
        /**
         * Menu group there.
         */
        group?: string
        /**
         * What its entry in the menu is called there.
         */
        title?: string
        /**
         * What its list is narrowed to when it is opened from the menu there: field to a value, or to any of several. People may clear it.
         */
        filter?: {
          [k: string]: string | number | boolean | (string | number)[]
        }
        /**
         * Actions offered there, when fewer.
         */
        actions?: string[]
      }
  )[]
  /**
   * Not in menus of its own: opened from other records.
   */
  hidden?: boolean
  /**
   * In the menus of developers only, whatever a role grants.
   */
  developers?: boolean
  /**
   * Other addresses below the API that answer as this module; one may have two segments.
   */
  aliases?: string[]
  /**
   * Brings fields, workflow and actions by convention. A `dashboard` and a `page` have no records: a hand-written screen of their name draws them.
   */
  kind?: 'master' | 'document' | 'filing' | 'log' | 'report' | 'setting' | 'process' | 'dashboard' | 'page'
  entity?: Entity
  fields?: Fields
  /**
   * Columns of the list: names, dotted paths or objects. Default: the first six scalar fields and the status.
   */
  columns?: (string | Column)[]
  /**
   * Quick filters. Default: status, references, selects, booleans and dates among the columns.
   */
  filters?: string[]
  /**
   * Fields and dotted paths searched as text; choices of a select by the words shown. Default: the label's and text columns.
   */
  search?: string[]
  /**
   * Default order; `-` descends.
   */
  sort?: string | string[]
  calendar?: Calendar
  periods?: Periods
  planner?: Planner
  /**
   * Figures of a record that open the rows of a report which they are made of.
   */
  drill?: RecordDrill[]
  tree?: Tree
  form?: Form
  /**
   * Permitted actions: a list of names, or name to title, code and icon. Default by kind.
   */
  actions?:
    | string[]
    | {
        [k: string]: Action
      }
  /**
   * States and transitions: a template's name, or one extended. `null`: none.
   */
  workflow?: string | Workflow | null
  /**
   * Documents this one is created from.
   */
  sources?: {
    [k: string]: Source
  }
  /**
   * Child records of other modules, by the path at which they are answered: the name of their module, or more about them.
   */
  panels?: {
    [k: string]: string | Panel
  }
  /**
   * Extra calls: method and path below the module, or with a leading slash from the root of the API, to a handler.
   */
  endpoints?: {
    [k: string]: string | Endpoint
  }
  /**
   * Permission codes that every signed-in user holds without a grant; with `entity.owner` they concern the user's own rows only.
   */
  everyone?: string[]
  /**
   * Named code that runs in the same transaction after a record was created, updated or deleted.
   */
  saved?: string[]
  /**
   * Named code that answers, from this module's records, who has to approve records of any workflow.
   */
  approves?: string
  /**
   * Who hears of which transition. Default by kind.
   */
  notify?: Notify[]
  /**
   * Print form(s): a template's name, one form, several, or `false` for none. Default: derived from the form.
   */
  print?: string | Print | Print[] | false
  report?: Report
  dashboard?: Dashboard
  /**
   * Fixture file beside the descriptor, loaded into new companies.
   */
  rows?: string
  /**
   * Set-wise calculations beside those of line templates. One that a template brings for the same lines is given further parameters.
   */
  calculations?: Calculation[]
}
/**
 * What a record is: how it is named, numbered, owned and stored.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "entity".
 */
export interface Entity {
  /**
   * How a reference to the record reads; field paths in braces.
   */
  label?: string
  /**
   * Field that plays `name` in `{id, name, label}`.
   */
  name?: string
  /**
   * Number series: a format, a series, or several.
   */
  number?: string | Numbering | Numbering[]
  /**
   * Main child table, answered by `{id}/items`; the first `lines` field by default.
   */
  items?: string
  /**
   * Field combinations that are unique.
   */
  unique?: string[][]
  /**
   * Further indexes.
   */
  indexes?: string[][]
  /**
   * Field (a user or employee) that decides whose own rows they are; others need `view_all`.
   */
  owner?: string
  /**
   * The rows are their owner's alone: no code, `view_all` included, opens them to anybody else.
   */
  personal?: boolean
  /**
   * States in which owners see their own rows; in the others only users with `view_all` do. Default: all states.
   *
   * @minItems 1
   */
  ownerSees?: string[]
  /**
   * The owner's managers (see `leaders`) can read the row, too. Default: for filings.
   */
  supervised?: boolean
  /**
   * Lines and their field with further people whom the record is about, as in a filing for a group: once it is no draft, they can read it, and they are notified as its owner is.
   */
  listed?: string
  /**
   * What tells two records apart in pickers beneath their labels: fields, or fields of referenced records.
   *
   * @minItems 1
   * @maxItems 4
   */
  picker?: string[]
  /**
   * Figures that pickers show beneath labels beside `picker`, from a call of the module that answers rows with their `id` for `ids`. Who may not make the call does not see them.
   *
   * @minItems 1
   * @maxItems 2
   */
  pickerFigures?: {
    /**
     * Path of a GET endpoint of the module.
     */
    call: string
    /**
     * Name of the figure in the rows that the call answers.
     */
    value: string
    /**
     * What the figure is.
     */
    title: string
    /**
     * How the figure reads.
     */
    type?: 'quantity' | 'integer' | 'money' | 'rate'
    /**
     * Parameters of the call, each from a field of that name in the document around the picker (its header, or the line), where there is one.
     *
     * @minItems 1
     */
    with?: string[]
  }[]
  /**
   * Fields of its records, besides the name, that users can add as columns to the lists of other modules that refer to them.
   *
   * @minItems 1
   */
  offeredColumns?: string[]
  /**
   * Call of the module that pickers ask in place of `dropdown`, so that the server narrows the choices to the document around them. Saving checks the choice in any case.
   */
  pickerChoices?: {
    /**
     * Path of a GET endpoint of the module that takes the query of `dropdown` and answers its rows.
     */
    call: string
    /**
     * Parameters of the call, each from a field of that name in the document around the picker. Where the first is empty, pickers ask `dropdown`.
     *
     * @minItems 1
     */
    with: string[]
    /**
     * Pickers ask the call also where the first parameter is empty or the document has no such field: it knows an order that `dropdown` does not.
     */
    always?: boolean
  }
  /**
   * Reference field that names employees. Users without access to all employees may choose the ones they lead (see `leaders`) as well as the ones they already have access to.
   */
  involves?: string
  /**
   * Required reference to a person: users who cannot see all people (`view_all` of their module) reach only the rows of people whom they lead (see `leaders`), whatever they do with them. Their own rows they can read.
   */
  led?: string
  /**
   * Of a module of people: fields, or fields of referenced records, with the people who lead them.
   *
   * @minItems 1
   */
  leaders?: string[]
  /**
   * Field with the day that a record is about, or the fields with its first and last day.
   *
   * @minItems 1
   * @maxItems 2
   */
  period?: string[]
  /**
   * Date fields with the first and the last day on which a record is in force, each of which may be empty. Pickers offer what is in force today, and nothing else can be chosen; records that refer to another keep it. A record that has ended itself may refer to what was in force on its last day.
   *
   * @minItems 2
   * @maxItems 2
   */
  inForce?: string[]
  /**
   * Pickers load all choices once, up to 500 under a filter, and search them in the browser: for lists that rarely change, such as the provinces of a country.
   */
  preload?: boolean
  /**
   * Text field with the code that a public list has for the record. Imports find records by it, and companies that exist receive by it the rows that a later version of the module's `rows` adds, and what those say where a record says nothing.
   */
  publicCode?: string
  /**
   * Field by which the product finds the record that it needs, such as the role of an account. Where a company that exists has no record with a key of the module's `rows`, the record with the row's code receives it if it has none and is otherwise of the same kind; a code that is not taken is added.
   */
  systemKey?: string
  /**
   * Order in which pickers offer the records, as a list of fields, `-field` for descending; by name unless given. Records named exactly as typed come first in any case.
   *
   * @minItems 1
   */
  choices?: string[]
  /**
   * Rows that others than the owner may read: a field with `private`, `shared` or `public`, and a field with the users a shared row is for.
   */
  sharing?: {
    /**
     * Select field with the options private, shared and public.
     */
    level: string
    /**
     * Field with the users.
     */
    with: string
  }
  /**
   * Fields that name the record of any module that a row was made by. Each is then shown among the other's related documents.
   */
  origin?: {
    /**
     * Text field with the name of the module.
     */
    module: string
    /**
     * Integer field with the id of the record.
     */
    id: string
  }
  /**
   * For rows about records of other modules, such as a log of changes. The values are shown to users who can see that record and its fields, and no query may name them.
   */
  subject?: {
    /**
     * Reference to the registry of modules.
     */
    module: string
    /**
     * Integer field with the id of the record.
     */
    record: string
    /**
     * Fields with values of that record: JSON objects by field name, or texts about it.
     */
    values: string[]
  }
  /**
   * A record of this module may be closed to all but its members: a field that says so, and a field with the users. Rows of modules that lie `within` it are then seen by them only, even with `view_all`.
   */
  members?: {
    /**
     * Boolean field: the record is closed.
     */
    when: string
    /**
     * Field with the users.
     */
    users: string
  }
  /**
   * Reference, or path of references, to the record whose `members` may see the row when that is closed. Owners always see their own rows.
   */
  within?: string
  /**
   * Field access codes, each with a reference, or path of references, to a record with `members`. When that record is closed, only its members and the owner of the row see, name or change the fields with that code; the row itself stays as visible as it is. Others cannot take the row out of the closed record either.
   */
  membersOnly?: {
    [k: string]: string
  }
  /**
   * Field (yes or no) that marks the default among the records, of all or of a group. Marking one takes the mark from the one that had it, whichever way it is saved. References propose it with `propose`.
   */
  defaultRecord?: {
    /**
     * Field (yes or no) with the mark.
     */
    field: string
    /**
     * Fields whose values make the group that has one default; all records are one group unless given.
     *
     * @minItems 1
     */
    within?: string[]
  }
  /**
   * Fields that users cannot change on records about themselves: another user must do it. Applies to every way of writing.
   */
  secondPerson?: {
    /**
     * Field that says whom the record is about, a user or an employee; `lines.field` where each row of a child table is about a person.
     */
    person: string
    /**
     * Fields that need the second person; all, deleting the record and its transitions, unless given. Linking the record to oneself always does.
     *
     * @minItems 1
     */
    fields?: string[]
    /**
     * Company setting that switches it on; absent: always on.
     */
    setting?: string
    /**
     * What the person reads.
     */
    message: string
  }
  /**
   * Field with the row's branch; users see the rows of their branches. `null`: rows are not restricted.
   */
  branch?: string | null
  /**
   * Fields with further branches whose users can read the row, but not change it: the branch that goods are on their way to.
   *
   * @minItems 1
   */
  alsoBranches?: string[]
  /**
   * `large`: lists open on a date window and counts are capped.
   */
  volume?: 'normal' | 'large'
  /**
   * Percent of each page of the table that new rows fill, as in PostgreSQL. Half (50) where nearly every row is updated once after it was written, as when days are locked: the new version fits beside the old one, and no index changes.
   */
  fillfactor?: number
  /**
   * Field with the business date of a row.
   */
  date?: string
  /**
   * Reference to the same module that makes it a tree.
   */
  tree?: string
  /**
   * Exactly one record exists.
   */
  single?: boolean
}
/**
 * A series of numbers.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "numbering".
 */
export interface Numbering {
  /**
   * Text with tokens: `{branch.code}` and other paths, `{YYYY}` `{YY}` `{MM}` `{DD}` of the record's date, and one counter `{######}`. Everything before the counter is its scope.
   */
  format: string
  /**
   * When it is given: `save` (first save) or the name of a transition.
   */
  at?: string
  /**
   * Assigned last in the transaction under a lock, so that no number is ever missing.
   */
  gapless?: boolean
  /**
   * Field that takes the number.
   */
  field?: string
  /**
   * Only records that meet it take a number, so that a series of official papers counts those papers only.
   */
  when?: string
}
/**
 * Name to field; order is the default order of form and columns. A field that a kind or template brings may be adjusted without `type` and then stays in its place; `null` leaves it out.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "fields".
 */
export interface Fields {
  [k: string]: Field | null
}
/**
 * One value of the record.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "field".
 */
export interface Field {
  /**
   * Semantic type: decides storage, widget, alignment, filter operators and import. Needed unless the field overrides one of a template or kind.
   */
  type?:
    | 'text'
    | 'longtext'
    | 'richtext'
    | 'code'
    | 'email'
    | 'phone'
    | 'url'
    | 'password'
    | 'secret'
    | 'licensekey'
    | 'money'
    | 'quantity'
    | 'rate'
    | 'percent'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'time'
    | 'daterange'
    | 'month'
    | 'select'
    | 'multiselect'
    | 'toggle'
    | 'reference'
    | 'references'
    | 'lines'
    | 'address'
    | 'attachment'
    | 'attachments'
    | 'image'
    | 'color'
    | 'geopoint'
    | 'geofence'
    | 'user'
    | 'employee'
    | 'tin'
    | 'sss_no'
    | 'philhealth_no'
    | 'pagibig_no'
    | 'json'
  /**
   * Label; derived from the name when absent.
   */
  title?: string
  /**
   * One sentence under the field.
   */
  description?: string
  /**
   * Longer help, shown on demand.
   */
  help?: string
  /**
   * People must fill it in (form, API, import). Never makes the column NOT NULL by itself.
   */
  required?: boolean
  /**
   * Module that a reference points to.
   */
  to?: string
  filter?: Filter
  offered?: Filter
  /**
   * Of a reference: as `entity.pickerChoices` of the module it points to, for the pickers of this field only.
   */
  pickerChoices?: {
    /**
     * Path of a GET endpoint of that module that takes the query of `dropdown` and answers its rows.
     */
    call: string
    /**
     * Parameters of the call, each from a field of that name in the document around the picker. Where the first is empty, pickers ask `dropdown`.
     *
     * @minItems 1
     */
    with: string[]
  }
  /**
   * Copied from a picked reference when this field is empty: `reference_field.column`; `parent.` reaches the header from a line. A list where one of several references is picked.
   */
  fetch?: string | string[]
  /**
   * What a new form starts with where nothing else fills the field; it is not saved while `visible` hides the field. `next` (text fields): the number after that of the newest record that has one; `{ "next": [fields] }`: of the newest with the same values there. `{ "where": {…} }` (references): the record with these values, when there is only one. `{ "first": true }` (references whose module has `entity.pickerChoices`): the first of these choices, while the form is filled in.
   */
  propose?:
    | 'next'
    | {
        /**
         * Fields of this record; nothing is proposed while one of them is empty.
         *
         * @minItems 1
         */
        next: string[]
      }
    | {
        /**
         * Values of the record to propose. Of several conditions the first that just one record meets beside `filter`; `{}` is met by any. Where `filter` or a condition names fields of the record, or the field has `fetch`, the form asks once those are filled and `fetch` has brought nothing, and proposes another when they change and the user entered none.
         */
        where: Filter | Filter[]
      }
    | {
        /**
         * The first choice that `entity.pickerChoices` of the target returns; a new one when the values around it change and the user entered none.
         */
        first: true
      }
  /**
   * Of a text, or a json with `widget` `list`: values that are offered while it is entered, of rows of another module, or with `{ "source": field }` of the row that the line was copied from. Other values can be entered as well.
   */
  suggest?:
    | {
        /**
         * Module whose rows have the values.
         */
        module: string
        where: Filter
        /**
         * Column that is offered, each value once.
         */
        value: string
        /**
         * Number column, summed for each value and shown beside it: only values with more than 0 are offered.
         */
        left?: string
        /**
         * Column, shown beside the value: those with the least come first.
         */
        first?: string
      }
    | {
        /**
         * Field of the lines of the sources of this child table. Nothing is offered in lines without a source.
         */
        source: string
      }
  /**
   * Filled by the server from a row of another module, once per save for all lines; read-only.
   */
  lookup?: {
    /**
     * Module that is looked up.
     */
    module: string
    where: Filter
    /**
     * Column that is taken.
     */
    value: string
    /**
     * Value when no row is found.
     */
    else?: {
      [k: string]: unknown
    }
    /**
     * Refuses to save a new or changed record, or row, for which no row is found. Nothing is asked of those saved earlier.
     */
    missing?: {
      /**
       * Field beside it at which the message is shown.
       */
      field: string
      /**
       * What the user reads.
       */
      message: string
      unless?: Expression
    }
  }
  computed?: Expression
  /**
   * Of a computed field: not stored but computed whenever the record is read, for what depends on the day. Cannot be filtered or sorted by.
   */
  live?: boolean
  /**
   * Initial value: a constant, or {"expr": …} evaluated when the form opens.
   */
  default?:
    | {
        expr: Expression
      }
    | (string | number | boolean | null | unknown[])
  visible?: Expression
  /**
   * Not editable: always, or while the expression is true.
   */
  readonly?: boolean | Expression
  /**
   * Of a child table: its rows can be changed, but neither added, removed nor moved; always, or while the expression is true.
   */
  fixed?: boolean | Expression
  requiredWhen?: Expression
  /**
   * Conditions that must hold on save, with their messages.
   */
  check?:
    | Expression
    | {
        expr: Expression
        /**
         * What the user reads when it does not hold. With `confirm`, `{field}` and `{before.field}` stand for values of the record.
         */
        message?: string
        /**
         * `confirm`: it may be saved all the same, once the person has confirmed the message. Such a check reads the stored record as `before`, and asks only when a value that it reads has changed. Fields of the record only, not of lines.
         */
        severity?: 'error' | 'confirm'
      }
    | Check[]
  /**
   * No two records have the same value.
   */
  unique?: boolean
  /**
   * Indexed for filters and sorting. References, numbers and dates of large modules are indexed without saying so.
   */
  index?: boolean
  /**
   * Field access code needed to see or change the field at all, or `module`: everyone who can see the record can see the field. Fields of confidential kind (money, tin, sss_no, philhealth_no, pagibig_no, or `sensitive`) must have one, here, on their tab or rows, or from the module.
   */
  access?: string
  /**
   * For an integer of the header: it is the number of a record of the module that this other field names, a text or a select. The form picks the record by name, a view shows the name with a link, and the server refuses numbers that the module does not have.
   */
  recordOf?: string
  /**
   * Right, as `module.code`, without which a user sees the field but cannot change it: the form shows it read-only and the server refuses another value.
   */
  editRight?: string
  /**
   * Masked in lists, logs and exports.
   */
  sensitive?: boolean
  /**
   * Former name; the planner renames the column instead of adding one.
   */
  renamedFrom?: string
  /**
   * Decimals kept, for money, quantity, rate, percent and number.
   */
  scale?: number
  /**
   * Presentation other than the type's usual one. `hidden`: not drawn; a parameter of a report is drawn where its address sets it, so that figures of other reports can lead with it. `radio`, for a reference: buttons instead of a list. `words`, for a text or a multiselect without options: names in code as words. `birthdate`, for a date: the calendar begins in 1990. `list`, for a json: texts, each entered by itself. `card`, for a field of rows that is typed row after row: on a phone it is an input of the row's card. `bookmark`, for a boolean column of a report that `opens` lists: a star that sets and removes the reader's bookmark.
   */
  widget?: 'hidden' | 'radio' | 'words' | 'birthdate' | 'list' | 'card' | 'bookmark'
  /**
   * For a select, instead of `options`: its choices are a list of the product to which packages add. `accountRoles`: the account roles that postings name. A stored value that is no longer a choice can stay until it is changed.
   */
  optionsOf?: 'accountRoles'
  /**
   * Choices of select, multiselect and toggle, in order.
   *
   * @minItems 1
   */
  options?: Option[]
  /**
   * Smallest value.
   */
  minimum?: number
  /**
   * Largest value.
   */
  maximum?: number
  /**
   * Value must be greater than this; `null` takes away that of a line template.
   */
  exclusiveMinimum?: number | null
  /**
   * Value must be less than this.
   */
  exclusiveMaximum?: number
  /**
   * Value must be a multiple of this.
   */
  multipleOf?: number
  /**
   * Fewest characters.
   */
  minLength?: number
  /**
   * Most characters.
   */
  maxLength?: number
  /**
   * Regular expression that the text matches.
   */
  pattern?: string
  /**
   * Fewest rows, references or files.
   */
  minItems?: number
  /**
   * Most rows, references or files.
   */
  maxItems?: number
  /**
   * Further indexes of the rows of a `lines` field, each of the fields that rows are looked up by together; `parent_id` is the record that they belong to.
   *
   * @minItems 1
   */
  indexes?: string[][]
  /**
   * Rows of a `lines` field that are kept apart from the record, because there may be very many: neither answered, loaded nor saved with it, only by calls of their own.
   */
  apart?: boolean
  /**
   * Line template that gives the rows of a `lines` field their usual fields and calculations.
   */
  lines?: string
  fields?: Fields
  /**
   * Columns of the line grid in order; the rest open in the row's own form.
   */
  columns?: string[]
}
/**
 * Conditions on rows of another module: a value, a list of values, or `$field` / `$parent.field` / `$id` for values of this record. In a list `null` is the empty value. A condition on a field of this record that is still empty is left out.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "filter".
 */
export interface Filter {
  [k: string]: Json
}
/**
 * A column with its own title or width.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "column".
 */
export interface Column {
  /**
   * Field or dotted path.
   */
  path: string
  /**
   * Heading.
   */
  title?: string
  /**
   * Width in pixels.
   */
  width?: number
  /**
   * Date column of the list, for a moment of that day: the list shows its time, with "+1" on the day after.
   */
  day?: string
}
/**
 * Records of a month on its days. What is read are the rows of the list, narrowed to the days shown.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "calendar".
 */
export interface Calendar {
  /**
   * Date field with the first day; of a report, a column.
   */
  start: string
  /**
   * Date field with the last day; absent: one day.
   */
  end?: string
  /**
   * How an entry reads: text with field paths. The label of the record when absent.
   */
  title?: string
  /**
   * Field by whose value entries are coloured; the legend names the values. A status has the colours of its states.
   */
  color?: string
  /**
   * Colours of the values of `color`, where they are no states; others are grey.
   */
  tones?: {
    [k: string]: 'grey' | 'green' | 'amber' | 'red' | 'blue'
  }
  /**
   * Field or dotted path by which the entries of a day stand together, under its value.
   */
  group?: string
  /**
   * Field or dotted path: the list also as a heat map, with a row for each of its values and a column for each day of the month.
   */
  rows?: string
  /**
   * Of a report: the two date parameters that take the first and the last day shown.
   *
   * @minItems 2
   * @maxItems 2
   */
  range?: string[]
  /**
   * Yes/no field: records for which it is yes return on their day of every later year.
   */
  yearly?: string
  /**
   * Opens as a calendar; the list is one step away.
   */
  first?: boolean
}
/**
 * Records as cards beneath their period, of one year at a time. The records have the integer fields `year` and, unless the period is a year, one of the period's name.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "periods".
 */
export interface Periods {
  /**
   * Length of a period.
   */
  of: 'month' | 'quarter' | 'year'
  /**
   * Fields whose values say which paper of the period a record is, where there are several.
   *
   * @minItems 1
   */
  paper?: string[]
  /**
   * Choice that says how far the paper is; its choices have their tones.
   */
  standing: string
  /**
   * Date until which it is due.
   */
  due: string
  /**
   * Amounts and counts on the card; the first is what a period without a record is expected to come to.
   *
   * @minItems 1
   * @maxItems 5
   */
  figures?: string[]
  /**
   * The next step by the value of `standing`: a transition, or the path of a call with a button on the record.
   */
  steps?: {
    [k: string]: string
  }
  /**
   * Path of a GET call that answers the periods of `year` which lack a record: `year`, the period, the fields of `paper`, `due` and the first of the figures.
   */
  expects?: string
  /**
   * Path of the call above the list that makes the record of such a period; its inputs for the period and the paper are filled in. A new record when absent.
   */
  begin?: string
  /**
   * Opens as cards; the list is one step away.
   */
  first?: boolean
}
/**
 * Records of a week, one for each person and day. Users who can add, edit or delete the records plan with them.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "planner".
 */
export interface Planner {
  /**
   * Required reference to whom a record is about: the rows of the board. Filters of the list that go through it narrow the rows.
   */
  person: string
  /**
   * Required date of a record. Person and date must be unique together.
   */
  date: string
  /**
   * Required reference to what is planned.
   */
  choice: string
  /**
   * Yes/no field: the person is free on the day.
   */
  free?: string
  /**
   * Fields that belong to the choice: emptied when another choice is planned, so that those of the new choice apply.
   */
  follows?: string[]
  /**
   * Handler that says what stands on the days of people without a record, the hours of each choice, and what speaks against work on a day.
   */
  days: string
  /**
   * Opens as the board; the list is one step away.
   */
  first?: boolean
}
/**
 * Figures of a record and where they lead.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "recordDrill".
 */
export interface RecordDrill {
  /**
   * Fields with the figures; those of a table with its name before them.
   */
  fields: string[]
  /**
   * Report that opens.
   */
  to: string
  /**
   * Its parameters: `$name` is the value of the record's field, `$rows.name` that of the row; an empty value leaves the parameter out.
   */
  with: {
    [k: string]: string | number | boolean
  }
}
/**
 * Records below the one they refer to. What is read are the rows of the list, with those above them.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "tree".
 */
export interface Tree {
  /**
   * How a node reads: text with field paths. The label of the record when absent.
   */
  title?: string
  /**
   * What it says beside that, quieter: text with field paths.
   */
  detail?: string
  /**
   * Opens as a tree; the list is one step away.
   */
  first?: boolean
  /**
   * The tree also as a drawing: a box per record, joined by lines, to zoom and to open branch by branch. On a phone it is the tree.
   */
  diagram?: {
    /**
     * Whom or what a box shows first, with the title below it: text with field paths. Its initials stand where there is no picture.
     */
    person?: string
    /**
     * Image field of the records.
     */
    image?: string
    /**
     * Opens as a drawing; the tree and the list are one step away.
     */
    first?: boolean
  }
}
/**
 * Layout shared by view, edit and new. Fields not placed are shown in a last section.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "form".
 */
export interface Form {
  /**
   * Sections of a form without tabs.
   */
  sections?: Section[]
  /**
   * Tabs of sections.
   *
   * Items: A tab.
   */
  tabs?: {
    /**
     * Label of the tab.
     */
    title: string
    /**
     * Word under which the tab is read and saved by calls of its own: GET and PATCH `{id}/{section}`.
     */
    section?: string
    /**
     * Field access that the tab's fields need to be seen or changed, where they name none: a code, or `module`.
     */
    access?: string
    /**
     * Its sections.
     *
     * @minItems 1
     */
    sections: Section[]
    /**
     * Heading under which the view's list of parts shows the tab. With one group or more, parts stand in a list beside the record.
     */
    group?: string
  }[]
  /**
   * Handlers that say, while the form is filled in, what speaks for or against it; shown as notes.
   */
  advice?: Call[]
  /**
   * Values that the server proposes while the form is filled in, of the record itself or of its rows. An entered value is never replaced; a proposed one of the record is marked until it is changed.
   */
  propose?: {
    /**
     * Field that is filled: `field` of the record itself, or `lines.field` of the rows of a child table.
     */
    field: string
    /**
     * Fields of the record, or of the row: the handler is asked when all of them are filled and one of them has changed.
     *
     * @minItems 1
     */
    on: string[]
    /**
     * Fields beside it that the value depends on, too: the handler is asked again when one of them changes, and without them while they are empty.
     *
     * @minItems 1
     */
    also?: string[]
    handler: Call
  }[]
  /**
   * Who or what the record is, above all its parts on the view: a picture or initials, the name, the status and a few facts.
   */
  header?: {
    /**
     * Image field; without a picture the initials of the name stand there.
     */
    image?: string
    /**
     * Fields shown as facts, in order. Those that are empty, or that the reader may not see, are left out.
     *
     * @minItems 1
     */
    fields: string[]
  }
}
/**
 * A titled group of fields.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "section".
 */
export interface Section {
  /**
   * Heading.
   */
  title?: string
  /**
   * Field names in order; a `lines` field takes the full width.
   *
   * @minItems 1
   */
  fields: string[]
  /**
   * Columns on wide screens.
   */
  columns?: 1 | 2 | 3
}
/**
 * An action with its own title, permission code or icon.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "action".
 */
export interface Action {
  /**
   * Label of the button.
   */
  title?: string
  /**
   * Permission code that allows it.
   */
  code?: string
  /**
   * Icon name.
   */
  icon?: string
}
/**
 * States and transitions, from a template or own.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "workflow".
 */
export interface Workflow {
  /**
   * Workflow template.
   */
  extends?: string
  /**
   * Name to state; over those of the template. `null` leaves one out.
   */
  states?: {
    [k: string]: State | null
  }
  /**
   * Name to transition; over those of the template. `null` leaves one out.
   */
  transitions?: {
    [k: string]: Transition | null
  }
  /**
   * Fields whose values stand beneath the question that is asked before a transition, so that users see what they confirm, and in the notifications of transitions. Notifications leave out amounts and restricted fields.
   *
   * @minItems 1
   */
  facts?: string[]
  progress?: Progress
}
/**
 * A state of the record.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "state".
 */
export interface State {
  /**
   * Badge text.
   */
  title?: string
  /**
   * Colour of the badge.
   */
  tone?: 'grey' | 'green' | 'amber' | 'red' | 'blue'
  /**
   * Record flags that this state stands for.
   */
  flags?: string[]
  /**
   * Editable here: `*` all, a list of fields, `[]` none.
   */
  edit?: '*' | string[]
  /**
   * Records in this state can be deleted.
   */
  deletable?: boolean
  /**
   * New records start here; the first state does unless one says so.
   */
  initial?: boolean
  /**
   * Nothing leads out of it.
   */
  final?: boolean
  /**
   * Documents of other modules lead to it, by effects such as `records.mark`.
   */
  external?: boolean
  /**
   * State that saving a record of this state leads to.
   */
  saveTo?: string
}
/**
 * A named move from state to state, in one database transaction.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "transition".
 */
export interface Transition {
  /**
   * Label of the button.
   */
  title?: string
  /**
   * States it starts from.
   */
  from?: string | string[]
  /**
   * State it leads to.
   */
  to?: string
  /**
   * Permission code; the transition's name by default.
   */
  code?: string
  /**
   * Icon name.
   */
  icon?: string
  /**
   * Weight of the button.
   */
  tone?: 'primary' | 'danger' | 'default'
  when?: Expression
  /**
   * What was done, for the message after it and in the history. Default: the state that it leads to, or the title where the record stays in its state.
   */
  doneText?: string
  /**
   * Said when it is not offered.
   */
  whenMessage?: string
  input?: Fields
  /**
   * Question asked first: its weight, or with a message.
   */
  confirm?:
    | ('warning' | 'danger' | 'confirm')
    | {
        /**
         * Weight.
         */
        kind: 'warning' | 'danger' | 'confirm'
        /**
         * The question.
         */
        message?: string
      }
    | null
  /**
   * Handlers that say, before it is confirmed, what speaks against it; shown beneath the question, and with the result of each record when it is done to many. They refuse nothing.
   */
  advice?: Call[]
  /**
   * Named conditions, checked under lock before anything is written; added to those of the template.
   */
  guards?: Call[]
  /**
   * Named effects, in order; added to those of the template.
   */
  effects?: Call[]
  /**
   * Named work in batches that is done before it is carried out: at once where there is little, else in the background, with progress, until it is cancelled (`workflow.cancel`). The record changes once, when all is done.
   */
  job?: string
  /**
   * Undoes every effect journaled for the record, newest first; with the name of another transition, only those of its last run.
   */
  reverses?: boolean | string
  /**
   * Fields stamped by it.
   */
  stamps?: {
    /**
     * Field that takes the user.
     */
    by?: string
    /**
     * Field that takes the instant.
     */
    at?: string
    /**
     * Fields emptied.
     */
    clear?: string[]
  }
  /**
   * Document created from this one.
   */
  create?: {
    /**
     * Module created.
     */
    module: string
    /**
     * Reference of this record that takes the document created.
     */
    field?: string
    /**
     * Transition that is carried out on the document created, in the same transaction.
     */
    transition?: string
    when?: Expression
  }
  /**
   * The server carries it out on a day of the record, and again while the day is past. What refuses a person refuses the server, too.
   */
  due?: {
    /**
     * Date field with the day. It must be later, empty or of another state afterwards.
     */
    date: string
    /**
     * Text field that says why it could not be carried out; empty when it was.
     */
    reason?: string
    /**
     * Transition carried out instead where a rule refuses, by the name of the rule. Its `…_reason` takes the message.
     */
    otherwise?: {
      [k: string]: string
    }
  }
  /**
   * Who must agree. While it is due, transitions that also start from the state it leads to wait for it, other than those with `reverses`: give what takes the record back a transition of its own that starts from the waiting state only.
   */
  approval?: {
    /**
     * Company setting that switches it on; absent: always on.
     */
    setting?: string
    amount?: Expression
    /**
     * Levels in order; a company setting can replace them.
     */
    levels?: Level[]
    /**
     * The decision refuses: one is enough, and it ends the round.
     */
    refuses?: boolean
  }
  /**
   * Users cannot do it to their own record.
   */
  notSelf?: boolean
}
/**
 * One level of approval. Exactly one of role, user_id, field, manager says who.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "level".
 */
export interface Level {
  /**
   * Holders of this role.
   */
  role?: string
  /**
   * A named user.
   */
  user_id?: number
  /**
   * Field of the record with the approving user or employee.
   */
  field?: string
  /**
   * The owner's manager.
   */
  manager?: boolean
  /**
   * The level applies when the amount is at least this.
   */
  from_amount?: number
  /**
   * How many of them must approve.
   */
  quorum?: number
}
/**
 * How far a posted record is served; derived after each posting, never written.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "progress".
 */
export interface Progress {
  /**
   * Child table that is measured; absent: the header.
   */
  lines?: string
  served: Expression
  of: Expression
  /**
   * Names for none, part and all of it.
   *
   * @minItems 3
   * @maxItems 3
   */
  names?: string[]
  /**
   * Name taken by an unfinished record after a date.
   */
  overdue?: {
    /**
     * Date field.
     */
    date: string
    /**
     * The name.
     */
    name: string
  }
  /**
   * Name taken by a finished record of which a part was given up instead of served. What is stored and counted stays the third of `names`.
   */
  forgone?: {
    /**
     * Money field: how much was given up.
     */
    amount: string
    /**
     * The name.
     */
    name: string
  }
  /**
   * Colour per name.
   */
  tones?: {
    [k: string]: 'grey' | 'green' | 'amber' | 'red' | 'blue'
  }
}
/**
 * How this document is created from another one, and which of its quantities that serves.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "source".
 */
export interface Source {
  /**
   * Header field that names the source(s). Default: the first reference to their module that users can set; absent when only rows link. Choosing one in it brings its values and open rows.
   */
  field?: string
  /**
   * What making this document is called on the source, as a verb. Default: `Create` and this module's singular.
   */
  title?: string
  /**
   * Out of the ordinary course (a return): offered in the menu of the source, never as its next step.
   */
  exception?: boolean
  /**
   * Documents that the source itself is created from: making this document is offered on them, too, and takes all of their sources that are open.
   */
  offeredOn?: string[]
  /**
   * Fields copied under the same name, or target field to expression over the source.
   */
  copy?:
    | string[]
    | {
        [k: string]: Expression
      }
  /**
   * Header fields of which each document made has one value, each with an expression over the rows of the source: other rows wait for the next document. Where the form has no value yet, the first open row decides.
   */
  per?: {
    [k: string]: Expression
  }
  /**
   * Own child table to the rows it takes.
   */
  lines?: {
    /**
     * Rows taken.
     */
    [k: string]: {
      /**
       * Child table of the source; the one of the same name by default. With a `link` to the source record: one row per record.
       */
      from?: string
      /**
       * Own row field that holds the source row, or the reference to the source record.
       */
      link?: string
      open?: Expression
      /**
       * Own row field that takes the open quantity or amount.
       */
      quantity?: string
      /**
       * Counter on the source row (or record) that posting raises and voiding lowers.
       */
      serves?: string
      /**
       * Rule named when more than open is taken.
       */
      rule?: string
      /**
       * Percent over the source quantity that is tolerated; `unlimited` where more than is open may be taken.
       */
      tolerance?: number | 'unlimited' | Expression
      /**
       * Fields copied under the same name, or target field to expression over the source.
       */
      copy?:
        | string[]
        | {
            [k: string]: Expression
          }
      /**
       * Copied lists (`widget` `list`), such as serial numbers, of which each entry goes with the quantity once: those that other posted documents took from the source row are neither copied nor offered, and a document that names one of them is not posted.
       *
       * @minItems 1
       */
      once?: string[]
      /**
       * Copied references that users may change; others must stay as on the source. Rows that name none are given that of the source.
       *
       * @minItems 1
       */
      editable?: string[]
      /**
       * Amounts of the source row that go with its quantity, such as a discount: each row notes what is left of them when it is taken, and again when it is posted, and computes its part from that. The last part is the rest.
       */
      parts?: {
        /**
         * Read-only row field that notes the quantity that is open at the source.
         */
        quantity: string
        /**
         * Read-only row field that notes what is left, to where that comes from.
         */
        amounts: {
          /**
           * An amount of the source row.
           */
          [k: string]: {
            whole: Expression
            /**
             * Row field with the part that a row takes: what posted rows took is left no longer.
             */
            taken: string
          }
        }
      }
    }
  }
}
/**
 * Child records of another module, shown as a tab and answered at `{id}/{path}`.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "panel".
 */
export interface Panel {
  /**
   * Label of the tab.
   */
  title?: string
  /**
   * Module of the child records; by default the one that the path names (`item-size`: `item_size`).
   */
  module?: string
  where?: Filter
  /**
   * Boolean field that is true on exactly one of them.
   */
  default?: string
  /**
   * Only shown here; written where their own module does it.
   */
  readonly?: boolean
  /**
   * Children with a future date are announced above the owner's record: what will change, and when.
   */
  upcoming?: {
    /**
     * Field of the day from which a child counts.
     */
    date: string
    /**
     * Field that is empty until a child has taken effect.
     */
    done: string
    /**
     * Fields that say what will be. A child of which the reader sees none of them is not told.
     *
     * @minItems 1
     */
    show: string[]
  }
  /**
   * Child records that an import of this module makes along with a row, for users who can make them: columns of the sheet for `fields`, the constants of `set` in each.
   *
   * @minItems 1
   */
  import?: {
    /**
     * What the sheet calls it.
     */
    title: string
    /**
     * Values that every such record has.
     */
    set?: {}
    /**
     * Fields that are columns of the sheet. A row without any of them makes no record.
     *
     * @minItems 1
     */
    fields: string[]
  }[]
  /**
   * Heading under which the view's list of parts shows it.
   */
  group?: string
}
/**
 * A handler with its parameters and the permission code it needs.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "endpoint".
 */
export interface Endpoint {
  /**
   * Name of the handler.
   */
  handler: string
  params?: Json
  /**
   * Permission code; `view` for GET, `edit` otherwise. `everyone`: every signed-in user.
   */
  code?: string
  /**
   * Other addresses of the same call, below the module or with a leading slash from the root of the API.
   *
   * @minItems 1
   */
  aliases?: string[]
  /**
   * It answers a built-in call of the module (`GET paginate`, `POST import` …) in its place. Transitions cannot be replaced: give them a `job`, guards or effects.
   */
  replaces?: true
  /**
   * Offers the call on screen: with `{id}` in its path on a record, else above the list. A job that it starts is followed; sentences it answers (`lines`) are shown.
   */
  button?: {
    /**
     * Label of the button.
     */
    title: string
    input?: Fields
    /**
     * `primary`: a button of its own; else in the menu.
     */
    tone?: 'primary' | 'default'
    /**
     * The answer is a file.
     */
    download?: boolean
    /**
     * Handlers that say, as its input is entered, what speaks against the call; shown above the form. They get the input as `input`, and `ids` with the record's. They refuse nothing.
     */
    advice?: Call[]
    /**
     * On a record: values of its fields with which the button is shown; a list allows any of its values.
     */
    where?: {}
  }
}
/**
 * Who hears of which transition, or of which day.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "notify".
 */
export interface Notify {
  /**
   * Instead of a transition: a day relative to a date of the record. They are notified once, also when the server was off that day.
   */
  before?: {
    /**
     * Date field.
     */
    date: string
    /**
     * Days before it; negative: after it.
     */
    days?: number
  }
  when?: Expression
  /**
   * Transition.
   */
  on?: string
  /**
   * Reference field: the transition is one of the record that it refers to, such as the payroll of a payslip. Default: of the record itself.
   */
  of?: string
  /**
   * Users: `owner`, `creator`, `approvers`, `role:<code>`, `can:<code>` for all with this permission on the module, or a field with a user or employee.
   *
   * @minItems 1
   */
  to: string[]
  /**
   * Subject; field paths in braces.
   */
  title?: string
  /**
   * Beside the notification: `mail` sends it to their e-mail addresses; `task` adds it to the tasks of the approvers until the decision is made.
   *
   * @minItems 1
   */
  also?: ('task' | 'mail')[]
}
/**
 * A print form.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "print".
 */
export interface Print {
  /**
   * Name of the form.
   */
  name?: string
  /**
   * Label.
   */
  title?: string
  /**
   * Print template.
   */
  template?: string
  /**
   * Size of the paper. That of the company's settings when absent.
   */
  paper?: 'A4' | 'A5' | 'Letter' | 'Legal' | 'check' | 'receipt'
  /**
   * Prints the debits and credits that the record posted, for users who can read journals.
   */
  distribution?: boolean
  /**
   * Text over a signature line for the recipient on the printed document.
   */
  receipt?: string
  /**
   * Sentence printed in bold below the document, such as one that the law asks for.
   */
  notice?: string
  /**
   * Makes the form an invoice or a document that supplements one, with what the BIR asks of them (Sec. 113 and 237 of the Tax Code as amended by RA 11976, RR 7-2024): the registration of the branch that issues it, the serial number as its number, the buyer, the breakdown of the sales by VAT, and the permit of the system.
   */
  tax?: {
    /**
     * Field with the serial number.
     */
    serial: string
    /**
     * Field with the registered name of the buyer, where it is other than the name of the party.
     */
    name?: string
    /**
     * Field with the TIN of the buyer, where it is other than that of the party.
     */
    tin?: string
    /**
     * Field with the address of the buyer, where it is other than the billing address of the party.
     */
    address?: string
    /**
     * Field with the VATable sales, without VAT.
     */
    vatable?: string
    /**
     * Field with the zero-rated sales.
     */
    zero_rated?: string
    /**
     * Field with the VAT-exempt sales.
     */
    exempt?: string
    /**
     * Field with the VAT.
     */
    vat?: string
    /**
     * Field with the total, VAT included. With it the breakdown is printed in place of the totals.
     */
    total?: string
    /**
     * Field with the tax that the buyer withholds from the total.
     */
    withheld?: string
  }
  /**
   * Fields, child tables and columns of these (`items.qty_system`) left out of the printed document, such as figures that its recipient must not see.
   */
  omit?: string[]
  /**
   * Columns of child tables that are printed beside those of the grid, which is narrower than a page.
   */
  also?: string[]
  /**
   * Columns of child tables that are printed empty, to be filled in by hand.
   */
  blank?: string[]
  /**
   * Rows of child tables that are printed, by child table: those for which the expression is true. All of a table that is not named.
   */
  rows?: {
    [k: string]: Expression
  }
  /**
   * Copies.
   */
  copies?: number
  when?: Expression
}
/**
 * A report: what it asks, what it answers.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "report".
 */
export interface Report {
  parameters?: Fields
  columns: Fields
  /**
   * Handler that answers the rows.
   */
  handler?: string
  params?: Json
  /**
   * Declared query through the permission-aware builder.
   */
  query?: {
    /**
     * Module.
     */
    from: string
    /**
     * Its child table, when rows of that are wanted.
     */
    lines?: string
    where?: Filter
    /**
     * Paths grouped by.
     */
    group?: string[]
    /**
     * Column to path, or aggregate and path.
     */
    select?: {
      [k: string]: string | Summed
    }
    /**
     * Figures of further modules in columns of their own, for the same groups: the n-th group of each means the n-th of the first. A reader who cannot list one of the modules gets the report without its columns.
     *
     * @minItems 1
     *
     * Items: Figures of one module.
     */
    beside?: {
      /**
       * Module.
       */
      from: string
      /**
       * Its child table, when its rows are summed.
       */
      lines?: string
      where?: Filter
      /**
       * Paths grouped by, as many as the query has.
       *
       * @minItems 1
       */
      group: string[]
      /**
       * Column to aggregate and path.
       */
      select: {
        [k: string]: Summed
      }
    }[]
    /**
     * Order.
     */
    sort?: string | string[]
  }
  /**
   * Columns summed in the footer.
   */
  totals?: string[]
  /**
   * Columns of groups, the outer first: rows with the same values stand together, and a row with the sums of `totals` ends each group.
   *
   * @minItems 1
   */
  subtotals?: string[]
  /**
   * Columns computed of the row's other columns, of columns computed before, and of the parameters; in subtotals and the total of their sums. A reader who cannot see a column gets none computed of it.
   */
  formulas?: {
    [k: string]: Expression
  }
  /**
   * Column of figures in whose place the handler answers several, e.g. one for each month or branch.
   */
  spread?: string
  /**
   * Rows are an outline, as those of a financial statement.
   */
  outline?: {
    /**
     * Column with the number of steps by which the first text of a row is indented.
     */
    level?: string
    /**
     * Column that is true in rows of totals, which are drawn in bold.
     */
    total?: string
  }
  /**
   * Text beside the title, on the screen and on paper: what the reader must know of the figures.
   */
  note?: string
  /**
   * Printed as a book of accounts: the company's name, address and TIN on every page, with the totals of the page and those carried forward.
   */
  book?: boolean
  /**
   * Figures that open what they are made of: the rows of another report.
   *
   * Items: Figures of these columns and where they lead.
   */
  drill?: {
    /**
     * Columns with the figures.
     */
    columns: string[]
    /**
     * Report that opens.
     */
    to: string
    /**
     * Its parameters: `$name` is the value of the column, the row or the parameter of that name; an empty value leaves the parameter out.
     */
    with: {
      [k: string]: string | number | boolean
    }
    /**
     * Column that is empty in rows whose figures open nothing.
     */
    when?: string
  }[]
  /**
   * Columns whose values together identify a row, so that rows can be chosen.
   *
   * @minItems 1
   */
  key?: string[]
  /**
   * Records that are made of chosen rows, as drafts: one for all rows that agree in the values of its header.
   */
  makes?: {
    /**
     * What is made.
     */
    [k: string]: {
      /**
       * Label of the button.
       */
      title?: string
      /**
       * Module of the record.
       */
      module: string
      /**
       * Values of the record: constants, or `$name` for the column of the row or the parameter of that name.
       */
      header?: {
        [k: string]: string | number | boolean
      }
      /**
       * Fields of the record that the user is asked for: dates and texts.
       */
      ask?: string[]
      /**
       * Child table that gets a row of each chosen one.
       */
      lines: string
      /**
       * Values of its rows, as those of the header.
       */
      line: {
        [k: string]: string | number | boolean
      }
    }
  }
  /**
   * Rows stand for lists or reports: opening one leads there.
   */
  opens?: {
    /**
     * Column with the name of the module.
     */
    module: string
    /**
     * Column with the name of the application in whose menu it stands.
     */
    application: string
    /**
     * Column with the query of its address: its filters or parameters.
     */
    query?: string
  }
  /**
   * Rows stand for records of other modules: opening one leads there, and chosen ones are decided on together.
   */
  records?: {
    /**
     * Column with the name of the module.
     */
    module: string
    /**
     * Column with the id of the record.
     */
    id: string
    /**
     * Column with the record's version: what was changed since the rows were read is not decided on.
     */
    version?: string
    /**
     * Transitions offered on chosen rows: `approve` and `disapprove` mean the decision that is due, other names themselves.
     */
    actions?: {
      /**
       * How it is offered.
       */
      [k: string]: {
        /**
         * Label of the button.
         */
        title?: string
        /**
         * A reason is asked for.
         */
        reason?: boolean
        /**
         * Shown as a refusal.
         */
        danger?: boolean
      }
    }
  }
}
/**
 * A column summed up: the aggregate, and the path of what it is of.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "summed".
 */
export interface Summed {
  /**
   * Path aggregated by sum.
   */
  sum?: string
  /**
   * Path aggregated by count.
   */
  count?: string
  /**
   * Path aggregated by min.
   */
  min?: string
  /**
   * Path aggregated by max.
   */
  max?: string
  /**
   * Path aggregated by avg.
   */
  avg?: string
}
/**
 * A screen of figures. A reader sees the tiles of the modules whose lists they can open, arranges them, and adds saved views of any list to them.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "dashboard".
 */
export interface Dashboard {
  /**
   * Period that the reader finds chosen; absent: no period is chosen.
   */
  period?: string
  /**
   * Lists by one record of which the reader can narrow all tiles: by the field `<list>_id` of a tile's records, or of the record that owns them, such as the department of an employee. Tiles of records with neither stay as they are.
   *
   * @minItems 1
   */
  narrow?: string[]
  /**
   * Tiles in order, by the name of their figures in the answer.
   */
  tiles: {
    [k: string]: Tile
  }
}
/**
 * One tile of a dashboard.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "tile".
 */
export interface Tile {
  /**
   * `figure`: one number, with its change where it is compared. `progress`: one number as a part of its `goal`. `chart`: its groups as `chart` says. `ranking`: groups by size, each leading to its records. `funnel`: the figures of its `stages`, one below the other. `list`: records, the most urgent first. `calendar`: records by day. `text`: words of the descriptor. `shortcuts`: new records of modules.
   */
  type: 'figure' | 'progress' | 'chart' | 'ranking' | 'funnel' | 'list' | 'calendar' | 'text' | 'shortcuts'
  /**
   * What the tile shows.
   */
  title: string
  /**
   * One sentence of what is counted and what is not.
   */
  description?: string
  /**
   * Width in twelfths of a wide screen; a row that is not full is stretched, and a phone shows one column. When absent: 3 for `figure` and `progress`, 12 for `text` and `shortcuts`, 6 for others.
   */
  span?: number
  /**
   * The figure that is shown; the first one when absent, and in a chart all of them.
   */
  show?: string
  figures?: Figures
  records?: TileRecords
  /**
   * Figures of a `funnel` by name, from the first stage to the last; or, in a `ranking`, figures of several lists beside each other.
   */
  stages?: {
    /**
     * A stage of a funnel.
     */
    [k: string]: {
      /**
       * Name of the stage.
       */
      title: string
      figures: Figures
    }
  }
  /**
   * The whole that a `progress` is a part of: a number, or figures whose first measure it is.
   */
  goal?: number | Figures
  /**
   * How a `chart` is drawn; `mirrored` shows its first two figures to both sides of an axis.
   */
  chart?: 'bar' | 'stacked' | 'line' | 'area' | 'pie' | 'mirrored'
  /**
   * Titles of figures, and of choices that a handler answers, by name; those of their fields when absent.
   */
  titles?: {
    [k: string]: string
  }
  /**
   * Whether anything above zero is late, and stands out.
   */
  late?: boolean
  /**
   * Handler that answers what the tile shows, in place of figures, records or stages: for what is no figure of a list.
   */
  handler?: string
  /**
   * Parameters of the handler.
   */
  params?: {
    [k: string]: unknown
  }
  /**
   * Words of a `text` tile; an empty line begins a new paragraph.
   */
  text?: string
  /**
   * Modules whose new records a `shortcuts` tile offers to users who can create them.
   *
   * @minItems 1
   */
  shortcuts?: string[]
}
/**
 * Figures of a list: counts and sums of the records that the reader can see there.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "figures".
 */
export interface Figures {
  /**
   * Module of the records.
   */
  module: string
  /**
   * Fields and paths grouped by; dates with `:day`, `:week`, `:month`, `:quarter` or `:year`.
   */
  group?: string[]
  /**
   * Name of each figure and what it is: `count`, `count:items`, or `sum`, `average`, `min`, `max`, `distinct` of a field. Only counts when absent.
   */
  measures?: {
    [k: string]: string
  }
  where?: Filter
  /**
   * Days of the records: a relative date such as `this_month`, or `chosen` for the period that the reader chooses. All days when absent.
   */
  period?: string
  /**
   * Date that the period is of; the module's own date when absent.
   */
  date?: string
  /**
   * Compares with the period before, or with the same period of the year before.
   */
  compare?: 'previous' | 'year'
  /**
   * Groups and figures by name, `-` for descending.
   */
  sort?: string
  /**
   * Number of groups.
   */
  limit?: number
  less?: Figures
}
/**
 * Records of a list, as far as the reader can see them there.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "tileRecords".
 */
export interface TileRecords {
  /**
   * Module of the records.
   */
  module: string
  where?: Filter
  /**
   * Days of the records: a relative date such as `next_7_days`, or `chosen` for the period that the reader chooses. All days when absent.
   */
  period?: string
  /**
   * Date that the period is of, and by which a calendar places the records; the module's own date when absent.
   */
  date?: string
  /**
   * Fields shown beside the name of the record; the last one stands at the end of the line.
   *
   * @maxItems 4
   */
  columns?: string[]
  /**
   * Fields, `-` for descending; the module's own order when absent.
   */
  sort?: string
  /**
   * Number of records.
   */
  limit?: number
}
/**
 * A set-wise calculation from the registry, e.g. VAT once per document spread over the lines. What it reads and writes follows from its parameters.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "calculation".
 */
export interface Calculation {
  /**
   * Name of the calculation.
   */
  call: string
  /**
   * Child table it works on. In a line template the lines field that uses the template.
   */
  lines?: string
  /**
   * Its parameters, usually names of fields.
   */
  with?: {
    [k: string]: Json
  }
}
/**
 * A line template.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "lineTemplate".
 */
export interface LineTemplate {
  /**
   * What it is for.
   */
  title?: string
  /**
   * Columns of the grid.
   */
  columns?: string[]
  fields: Fields
  fixed?: Expression
  header?: Fields
  /**
   * Calculations over the rows.
   */
  calculations?: Calculation[]
}
/**
 * A workflow template.
 *
 * This interface was referenced by `Descriptor`'s JSON-Schema
 * via the `definition` "workflowTemplate".
 */
export interface WorkflowTemplate {
  /**
   * What it is for.
   */
  title?: string
  /**
   * States.
   */
  states: {
    [k: string]: State
  }
  /**
   * Transitions.
   */
  transitions: {
    /**
     * A transition of a template.
     */
    [k: string]: {
      /**
       * Label of the button.
       */
      title?: string
      /**
       * States it starts from.
       */
      from?: string | string[]
      /**
       * State it leads to.
       */
      to?: string
      /**
       * Permission code; the transition's name by default.
       */
      code?: string
      /**
       * Icon name.
       */
      icon?: string
      /**
       * Weight of the button.
       */
      tone?: 'primary' | 'danger' | 'default'
      when?: Expression
      /**
       * What was done, for the message after it and in the history. Default: the state that it leads to, or the title where the record stays in its state.
       */
      doneText?: string
      /**
       * Said when it is not offered.
       */
      whenMessage?: string
      input?: Fields
      /**
       * Question asked first: its weight, or with a message.
       */
      confirm?:
        | ('warning' | 'danger' | 'confirm')
        | {
            /**
             * Weight.
             */
            kind: 'warning' | 'danger' | 'confirm'
            /**
             * The question.
             */
            message?: string
          }
        | null
      /**
       * Named conditions, checked under lock before anything is written; added to those of the template.
       */
      guards?: Call[]
      /**
       * Named effects, in order; added to those of the template.
       */
      effects?: Call[]
      /**
       * Undoes every effect journaled for the record, newest first; with the name of another transition, only those of its last run.
       */
      reverses?: boolean | string
      /**
       * Fields stamped by it.
       */
      stamps?: {
        /**
         * Field that takes the user.
         */
        by?: string
        /**
         * Field that takes the instant.
         */
        at?: string
        /**
         * Fields emptied.
         */
        clear?: string[]
      }
      /**
       * Document created from this one.
       */
      create?: {
        /**
         * Module created.
         */
        module: string
        /**
         * Entry of that module's `sources` used for the mapping; this module by default.
         */
        source?: string
      }
      /**
       * Who must agree. While it is due, transitions that also start from the state it leads to wait for it, other than those with `reverses`: give what takes the record back a transition of its own that starts from the waiting state only.
       */
      approval?: {
        /**
         * Company setting that switches it on; absent: always on.
         */
        setting?: string
        amount?: Expression
        /**
         * Levels in order; a company setting can replace them.
         */
        levels?: Level[]
        /**
         * The decision refuses: one is enough, and it ends the round.
         */
        refuses?: boolean
      }
      /**
       * Users cannot do it to their own record.
       */
      notSelf?: boolean
      /**
       * Left out unless a descriptor names it.
       */
      optional?: boolean
    }
  }
  fields?: Fields
}
