/**
 * The browser's data of a session: the bearer token in a cookie of one day, the company's code and the username in local
 * storage. Everything else about the user comes from the server (`GET validate`).
 */
const TOKEN = 'token'
const COMPANY = 'COMPANY_CODE'
const USERNAME = 'USERNAME'
const RESERVATION = 'reservationQuery'
const DAY_IN_SECONDS = 86_400

export const getToken = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${TOKEN}=`))
    ?.slice(TOKEN.length + 1) || undefined

export const getCompanyCode = (): string | undefined => localStorage.getItem(COMPANY) ?? undefined

const signedIn = (): string => `${getCompanyCode() ?? ''}:${localStorage.getItem(USERNAME) ?? ''}`
/** Whom this page was loaded for, from its first call on. */
let owner: string | undefined

/** Company and user of this page, for the keys of data that belong to one user of a shared browser. */
export const ownerKey = (): string => owner ?? signedIn()

/**
 * Whether the page still belongs to the company and the user that are signed in. All tabs of a browser share the session:
 * after a change in another one, what was entered here would be saved in the other company, or by the other user.
 */
export const isOwnerSignedIn = (): boolean => {
  owner ??= signedIn()
  return owner === signedIn()
}

export const startSession = (token: string, companyCode: string, username: string): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${TOKEN}=${token}; Path=/; Max-Age=${DAY_IN_SECONDS}; SameSite=Strict${secure}`
  localStorage.setItem(COMPANY, companyCode)
  localStorage.setItem(USERNAME, username.trim().toLowerCase())
  owner = undefined
}

/** Which reservation the user is filling, as parameters of the calls about it; nothing forgets it. */
export const rememberReservation = (query: string | undefined): void => {
  if (query) localStorage.setItem(RESERVATION, query)
  else localStorage.removeItem(RESERVATION)
}

/** Forgets the session in this browser; makes no call to the server. */
export const clearSession = (): void => {
  document.cookie = `${TOKEN}=; Path=/; Max-Age=0; SameSite=Strict`
  localStorage.removeItem(RESERVATION)
  owner = undefined
}

/** Typed text is stored as a draft: users are not asked whether to leave when the session has ended. */
const leaveUnasked = (): void => window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })

/** To the sign-in page, after a logout: the next user begins at Home. */
export const leaveForSignIn = (): void => {
  clearSession()
  leaveUnasked()
  location.assign('/login')
}

/** Window event of a session that ended: forms store what was typed, and one that did sets `stored`. */
export const SESSION_ENDED = 'tanggapan:session-ended'
export class SessionEnded extends Event {
  stored = false
  constructor() {
    super(SESSION_ENDED)
  }
}

/** Several calls can learn of the end, the later ones when the form is gone already. */
let hasStored = false

/** Parameter of the sign-in page: the session ended, and whether typed text was stored. */
const ENDED = 'ended'
/** What the sign-in page says about an ended session; undefined where none ended. */
export const endedSession = (): { readonly stored: boolean; readonly username: string } | undefined => {
  const ended = new URLSearchParams(location.search).get(ENDED)
  return ended === null ? undefined : { stored: ended === 'stored', username: localStorage.getItem(USERNAME) ?? '' }
}

/** To the sign-in page by a full load, so that nothing of the last user stays in memory; it says that the session ended. */
export const goToSignIn = (): void => {
  const ending = new SessionEnded()
  window.dispatchEvent(ending)
  hasStored ||= ending.stored
  clearSession()
  leaveUnasked()
  const here = location.pathname + location.search
  const back = here === '/' || here.startsWith('/login') ? '' : `next=${encodeURIComponent(here)}&`
  location.assign(`/login?${back}${ENDED}=${hasStored ? 'stored' : 'session'}`)
}
