/** Hooks of saving a loan. */
import type { SaveHook } from '../../platform/context.ts'
import { settleTerms } from './entry.ts'

/** Computes interest, total and instalment from the terms. */
const terms: SaveHook = {
  name: 'loan.terms',
  async afterSave() {},
  beforeSave: async (ctx, _module, { before, record }) => {
    if (!before || before.status === 'draft' || before.status === 'disapproved') await settleTerms(ctx, record)
  },
}

export const loanHooks = [terms]
