import type { Ctx } from '../context.ts'
import { sql, table } from '../db/sql.ts'
import { hashPassword } from './passwords.ts'
import { closeSessionsOf } from './sessions.ts'

/** Stores a new password of a user and ends the user's sessions, if wanted except the one in use. */
export async function storePassword(scope: Pick<Ctx, 'db' | 'clock' | 'company'>, user: number, password: string, keep = 0): Promise<void> {
  const hash = await hashPassword(password)
  await scope.db.tx(async () => {
    await scope.db.query(
      sql`
        UPDATE ${table(scope, 'user')}
        SET password = ${hash}, password_changed = true, must_change_password = false, version = version + 1,
          updated_at = ${scope.clock.now().toISOString()}
        WHERE id = ${user}
      `,
    )
    await closeSessionsOf(scope.db, scope.company.id, user, keep)
  })
}
