/** Tables of counts: what the books said when a count began, and the locations at which nothing moves meanwhile. */
export const supportTables: readonly string[] = [
  // `counted_on` is set once the count is posted: no movement of the goods is dated before it from then on.
  `CREATE TABLE IF NOT EXISTS {schema}.stock_count (
      source_module text NOT NULL, source_id bigint NOT NULL, item_id bigint NOT NULL, location_id bigint NOT NULL,
      qty numeric(18,6) NOT NULL, counted_on date, PRIMARY KEY (source_module, source_id, item_id, location_id))`,
  `CREATE INDEX IF NOT EXISTS stock_count__counted ON {schema}.stock_count (item_id, location_id, counted_on) WHERE counted_on IS NOT NULL`,
  `CREATE TABLE IF NOT EXISTS {schema}.stock_count_lot (
      source_module text NOT NULL, source_id bigint NOT NULL, item_id bigint NOT NULL, location_id bigint NOT NULL, lot_no text NOT NULL,
      qty numeric(18,6) NOT NULL, PRIMARY KEY (source_module, source_id, item_id, location_id, lot_no))`,
  `CREATE TABLE IF NOT EXISTS {schema}.stock_freeze (
      location_id bigint PRIMARY KEY, source_module text NOT NULL, source_id bigint NOT NULL, transaction_no text)`,
]
