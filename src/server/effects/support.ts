/**
 * Tables that the effects keep for themselves in every company's schema: balances that are locked while
 * posting, and the open items of payables. They can be rebuilt from the ledgers and are never edited by hand.
 */
import { qualify } from '../db/name.ts'

/** Idempotent DDL, one statement each; to be run after the module tables of the company exist. */
export function supportTables(schema: string): string[] {
  const bucket = qualify(schema, 'stock_bucket')
  const hold = qualify(schema, 'stock_hold')
  const item = qualify(schema, 'open_item')
  const application = qualify(schema, 'open_item_application')
  return [
    `CREATE TABLE IF NOT EXISTS ${bucket} (
      item_id bigint NOT NULL, location_id bigint NOT NULL,
      qty numeric(18,6) NOT NULL DEFAULT 0, value numeric(18,2) NOT NULL DEFAULT 0, reserved_qty numeric(18,6) NOT NULL DEFAULT 0,
      last_cost numeric(24,8), last_date date,
      PRIMARY KEY (item_id, location_id))`,
    `CREATE TABLE IF NOT EXISTS ${hold} (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      item_id bigint NOT NULL, location_id bigint NOT NULL, qty numeric(18,6) NOT NULL,
      source_module text NOT NULL, source_id bigint NOT NULL, source_line_id bigint,
      FOREIGN KEY (item_id, location_id) REFERENCES ${bucket} (item_id, location_id))`,
    `CREATE INDEX IF NOT EXISTS stock_hold__source ON ${hold} (source_module, source_id)`,
    `CREATE TABLE IF NOT EXISTS ${item} (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('payable', 'receivable')), party_id bigint NOT NULL, branch_id bigint,
      source_module text NOT NULL, source_id bigint NOT NULL, transaction_no text, reference_no text,
      date date NOT NULL, document_date date NOT NULL, due_date date NOT NULL,
      amount numeric(18,2) NOT NULL, balance numeric(18,2) NOT NULL, posting_seq bigint NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS open_item__source ON ${item} (source_module, source_id)`,
    `CREATE INDEX IF NOT EXISTS open_item__party ON ${item} (kind, party_id, date)`,
    `CREATE INDEX IF NOT EXISTS open_item__open ON ${item} (kind, due_date) WHERE balance <> 0`,
    `CREATE TABLE IF NOT EXISTS ${application} (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      open_item_id bigint NOT NULL REFERENCES ${item} (id), date date NOT NULL, amount numeric(18,2) NOT NULL,
      source_module text NOT NULL, source_id bigint NOT NULL, posting_seq bigint NOT NULL, reverses_id bigint)`,
    `CREATE INDEX IF NOT EXISTS open_item_application__item ON ${application} (open_item_id, date)`,
    `CREATE INDEX IF NOT EXISTS open_item_application__source ON ${application} (source_module, source_id)`,
  ]
}
