/**
 * Internal tables of the effects in every company's schema: balances that are locked while posting, and the open items of
 * payables. They can be rebuilt from the ledgers and are never edited by hand.
 */

/** Idempotent statements; `{schema}` is the company's. */
export const supportTables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS {schema}.stock_bucket (
      item_id bigint NOT NULL, location_id bigint NOT NULL,
      qty numeric(18,6) NOT NULL DEFAULT 0, value numeric(18,2) NOT NULL DEFAULT 0, reserved_qty numeric(18,6) NOT NULL DEFAULT 0,
      last_cost numeric(24,8), last_date date,
      PRIMARY KEY (item_id, location_id))`,
  `CREATE TABLE IF NOT EXISTS {schema}.stock_hold (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      item_id bigint NOT NULL, location_id bigint NOT NULL, qty numeric(18,6) NOT NULL,
      source_module text NOT NULL, source_id bigint NOT NULL, source_line_id bigint,
      FOREIGN KEY (item_id, location_id) REFERENCES {schema}.stock_bucket (item_id, location_id))`,
  `CREATE INDEX IF NOT EXISTS stock_hold__source ON {schema}.stock_hold (source_module, source_id)`,
  `CREATE TABLE IF NOT EXISTS {schema}.open_item (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('payable', 'receivable')), party_id bigint NOT NULL, branch_id bigint,
      source_module text NOT NULL, source_id bigint NOT NULL, transaction_no text, reference_no text,
      date date NOT NULL, document_date date NOT NULL, due_date date NOT NULL,
      amount numeric(18,2) NOT NULL, balance numeric(18,2) NOT NULL, posting_seq bigint NOT NULL)`,
  // The role of the account that holds it; empty in items from before it was kept: trade payables and receivables.
  `ALTER TABLE {schema}.open_item ADD COLUMN IF NOT EXISTS account_role text`,
  `CREATE INDEX IF NOT EXISTS open_item__source ON {schema}.open_item (source_module, source_id)`,
  `CREATE INDEX IF NOT EXISTS open_item__party ON {schema}.open_item (kind, party_id, date)`,
  `CREATE INDEX IF NOT EXISTS open_item__open ON {schema}.open_item (kind, due_date) WHERE balance <> 0`,
  `CREATE TABLE IF NOT EXISTS {schema}.open_item_application (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      open_item_id bigint NOT NULL REFERENCES {schema}.open_item (id), date date NOT NULL, amount numeric(18,2) NOT NULL,
      source_module text NOT NULL, source_id bigint NOT NULL, posting_seq bigint NOT NULL, reverses_id bigint)`,
  `CREATE INDEX IF NOT EXISTS open_item_application__item ON {schema}.open_item_application (open_item_id, date)`,
  `CREATE INDEX IF NOT EXISTS open_item_application__source ON {schema}.open_item_application (source_module, source_id)`,
]
