/** The target of a notification for its recipient. */
import type { Module } from '../../../engine/model/module.ts'
import { can } from '../../../engine/runtime/permissions/index.ts'
import { cachedPrincipalOf } from '../auth/cached-principal.ts'
import type { Ctx } from '../context.ts'

/** The application of what belongs to every user, whatever their role. */
const HOME = 'home'

/**
 * The application in which a module opens for a user: its home if they can open that, else the first other one that lists it
 * and that they can open, else their first one: a record opens below any application, also one whose menu does not list its
 * module. `applications` are those that the user can open.
 */
export function applicationFor(module: Pick<Module, 'application' | 'alsoIn'>, applications: readonly string[]): string {
  const listed = [module.application, ...module.alsoIn.map(({ application }) => application)]
  return listed.find((name) => name === HOME || applications.includes(name)) ?? applications[0] ?? module.application
}

/** What a notification opens for a user. */
interface Destination {
  readonly application: string
  readonly module: string
  readonly record: number | null
}

/** News about a record, or about a module's list, and the module whose page shows it to users who cannot view the record. */
interface About {
  readonly module: Module
  readonly recordId: number | null
  readonly users: readonly number[]
  readonly shownIn: string | undefined
}

/** What opens for each of the users, in their order: the record where they can view it, else the page that shows the news. */
export async function destinations(ctx: Ctx, { module, recordId, users, shownIn }: About): Promise<Destination[]> {
  const page = shownIn === undefined ? undefined : ctx.modules.get(shownIn)
  const result: Destination[] = []
  for (const user of users) {
    const principal = await cachedPrincipalOf(ctx, user)
    const onPage = page !== undefined && principal !== undefined && !can(principal, module, 'view')
    const opens = onPage ? page : module
    result.push({
      application: applicationFor(opens, principal?.applications ?? []),
      module: opens.name,
      record: onPage ? null : recordId,
    })
  }
  return result
}
