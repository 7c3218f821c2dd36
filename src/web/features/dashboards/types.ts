export interface CommandFigures {
  total_users: number
  active_users: number
  total_roles: number
  total_companies: number
  total_branches: number
  applications: { id: number; title: string; users: number }[]
  logins_per_day: { date: string; count: number; failed: number }[]
  pending_changes: number
  last_backup: { id?: number; name: string; finished_at?: string | null; created_at?: string | null } | null
  storage_used: number
}
/** One sign-in, or an attempt at one. */
export interface RecentLogin {
  id: number
  username: string | null
  name: string | null
  logged_in_at: string | null
  ip_address: string | null
  device_type: string | null
  result: string
}
