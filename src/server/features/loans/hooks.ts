/** What follows when a loan is saved. */
import type { SaveHook } from '../../platform/context.ts'
import { settleTerms } from './entry.ts'

/** Interest, total and instalment are worked out by the terms. */
const terms: SaveHook = {
  name: 'loan.terms',
  async afterSave() {},
  beforeSave: async (ctx, _module, { before, record }) => {
    if (!before || before.status === 'draft' || before.status === 'disapproved') await settleTerms(ctx, record)
  },
}

export const loanHooks = [terms]
