/** Data of files beside their row: the field access that users other than their owner need for the contents. */
export const supportTables: readonly string[] = ['ALTER TABLE {schema}.file ADD COLUMN IF NOT EXISTS access text']
