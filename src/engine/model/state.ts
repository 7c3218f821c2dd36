/** A state of a workflow. */
export interface State {
  readonly name: string
  readonly title: string
  readonly tone: 'grey' | 'green' | 'amber' | 'red' | 'blue'
  /** Record flags of this state (`is_draft`, `is_posted` …). */
  readonly flags: readonly string[]
  /** Editable fields of the record in this state: all fields, none, or the listed ones. */
  readonly edit: '*' | readonly string[]
  readonly deletable: boolean
  readonly initial: boolean
  readonly final: boolean
  /** Documents of other modules lead to it. */
  readonly external?: true
  readonly saveTo?: string // State that saving a record of this state leads to (a disapproved document becomes a draft again).
}
