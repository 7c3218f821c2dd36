/** The account role of an account: one that postings know. */
import { createRegistries } from '../../../engine/model/registries.ts'
import { didYouMean } from '../../../engine/runtime/expressions/index.ts'
import type { SaveHook } from '../../platform/context.ts'
import { invalid } from '../../platform/errors.ts'

/** Refuses a role that no posting can name; one that an account has from before may stay. */
export const accountRoleKnown: SaveHook = {
  name: 'account.roleKnown',
  async beforeSave(ctx, _module, { before, record }) {
    const { role } = record
    if (typeof role !== 'string' || role === '' || role === before?.role) return
    const { accountRoles } = createRegistries({ accountRoles: ctx.services.product.vocabulary.accountRoles })
    if (accountRoles.has(role)) return
    const hint = didYouMean(role, accountRoles.keys())
    throw invalid({ role: [`There is no account role "${role}". ${hint ?? 'Choose another, or leave it empty.'}`] })
  },
  async afterSave() {},
}
