/** Actions on a session: end it with or without the server, and read the active features. */
import { post } from '../../api/client.ts'
import { featuresQuery, queryClient } from '../../api/queries.ts'
import { goToSignIn, leaveForSignIn, startSession } from '../../api/session.ts'

/** Forgets the session in this browser and goes to the sign-in; makes no call. */
export const clientLogout = goToSignIn

/** Ends the session on the server too; the browser forgets it even when the server cannot be reached. */
const end = async (then: () => void): Promise<void> => {
  try {
    await post('logout')
  } catch {
    // The user wants to leave, no matter what the server answers.
  } finally {
    then()
  }
}

/** Signs out a user whose session is over; after signing in again they are where they were. */
export const logout = (): Promise<void> => end(clientLogout)

/** Signs out on request. The next person at this computer does not land on their page. */
export const leave = (): Promise<void> => end(leaveForSignIn)

/** Asks which features the company has, once after signing in. */
export const fetchEnabledFeatures = (): Promise<void> => queryClient.prefetchQuery(featuresQuery)

/** A user's account in this company or another one, or a branch of this one. */
export interface Account {
  id: number
  username: string
  name: string
  user_role?: { name: string } | string | null
  branch?: { name: string } | string | null
  company?: { code?: string; name: string } | string | null
  is_current: boolean
  kind: 'account' | 'company' | 'branch'
  branch_id?: number
}

interface SwitchAnswer {
  /** Of another account or company; in another branch the session stays the same. */
  token?: string
  company: { code: string }
  user: { username: string }
}

const targetOf = ({ kind, id, branch_id }: Account) =>
  kind === 'branch' ? { branch_id } : kind === 'company' ? { company_id: id } : { account_id: id }

/** Goes on as another account, in another company or in another branch, by a full load: nothing read before holds there. */
export const switchAccount = async (account: Account): Promise<void> => {
  const { token, company, user } = await post<SwitchAnswer>('user/update_acc', targetOf(account))
  if (token) startSession(token, company.code, user.username)
  location.assign('/')
}
