/** What files need beside their row: the field access that their contents ask of whoever is not their owner. */
export const supportTables: readonly string[] = ['ALTER TABLE {schema}.file ADD COLUMN IF NOT EXISTS access text']
