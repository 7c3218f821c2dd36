import type { Reference } from '../../../api/types.ts'

export interface Day {
  date: string
  is_rest_day: boolean
  holiday: string | null
  /** `HH:mm`; null without a shift. */
  time_in: string | null
  time_out: string | null
}
interface PunchLog {
  id: number
  type: 'time_in' | 'time_out' | 'break_in' | 'break_out'
  logged_at: string
}
export interface OwnFiling {
  module: string
  title: string
  id: number
  transaction_no: string | null
  date_from: string | null
  date_to: string | null
  status: string
  /** The state in the filing's own words. */
  state: string
  /** Whether the user can see the filing itself, with or without a menu entry. */
  openable: boolean
}
export interface Memo {
  id: number
  title: string
  body: string
  date_issued: string
  requires_acknowledgement: boolean | null
  attachments: number[]
  acknowledged_at: string | null
}
export interface PortalDay {
  date: string
  employee: {
    id: number
    employee: Reference
    first_name: string
    position: string | null
    department: string | null
    may_clock: boolean
    /** Tagged with a place: punches include where they were made. */
    asks_place: boolean
    /** Punches carry a picture. */
    asks_photo: boolean
  } | null
  today_schedule: Day | null
  week: Day[]
  time_status: 'in' | 'out' | 'on_break'
  today_logs: PunchLog[]
  today_filings: OwnFiling[]
  pending_filings: OwnFiling[]
  leave_balances: { leave_type_id: number; leave_type: Reference; balance: number; reserved: number }[]
  benefit_claims: {
    id: number
    transaction_no: string
    benefit: string
    date_from: string
    date_to: string
    amount: number | null
    advanced: number | null
    state: string
  }[]
  loan_balances: {
    id: number
    transaction_no: string
    loan_type: Reference
    amortization: number
    deduction_frequency: string
    balance: number
    is_paused: boolean
  }[]
  latest_payslip: {
    id: number
    pay_period: Reference | null
    payout_date: string
    gross: number
    total_deductions: number
    net_pay: number
  } | null
  /** Files of papers that were released to one. */
  documents: { id: number; name: string; module: string; record_id: number; transaction_no: string | null; created_at: string }[]
  holidays: { id: number; name: string; date: string; holiday_type: Reference | null }[]
  memos: Memo[]
  may: { clock?: boolean; break?: boolean; payslip?: boolean; file?: readonly { module: string; title: string }[] }
}
