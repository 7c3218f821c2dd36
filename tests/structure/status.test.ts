/** Names of states and the order of transitions: the workflows that the catalogue writes down, nothing else. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRegistries, loadDescriptors } from '../../src/engine/index.ts'

const root = join(import.meta.dirname, '../../modules')
const { modules } = loadDescriptors(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !file.endsWith('.rows.json'))
    .map((file) => ({ path: `modules/${file}`, text: readFileSync(join(root, file), 'utf8') })),
  createRegistries(),
)

/** Where a transition may lead from: no document is approved after it was posted, none comes back from a void. */
const BEFORE: Readonly<Record<string, readonly string[]>> = {
  approved: ['draft', 'posted', 'returned', 'processed'],
  disapproved: ['draft', 'posted', 'approved', 'returned'],
  posted: ['draft', 'approved', 'returned', 'closed', 'delivered', 'replaced', 'compared'],
  closed: ['posted', 'delivered'],
  voided: [
    'draft',
    'approved',
    'posted',
    'returned',
    'delivered',
    'reversed',
    'replaced',
    'processed',
    'disapproved',
    'precomputed',
    'declined',
    'counting',
    'recounting',
    'compared',
  ],
}

// S422
test('documents are drafts first, and go the ways of the catalogue from there', () => {
  const documents = [...modules.values()].filter(({ kind, workflow }) => kind === 'document' && workflow)
  expect(documents.length).toBeGreaterThan(5)
  for (const { name, workflow } of documents) {
    expect(workflow!.initial, name).toBe('draft')
    for (const transition of Object.values(workflow!.transitions))
      for (const from of transition.from)
        if (transition.to !== from && BEFORE[transition.to])
          expect(BEFORE[transition.to], `${name}: ${from} → ${transition.to}`).toContain(from)
    const leaves = Object.values(workflow!.transitions).filter(({ from, to }) => from.includes('voided') && to !== 'voided')
    expect(leaves, name).toEqual([])
  }
})
