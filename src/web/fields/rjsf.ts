/** Names under which the form registers its own RJSF fields. */
export const RECORD_FIELD = 'record'
export const RECORD_LINES = 'lines'
