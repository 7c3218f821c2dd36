import type { Reference } from '../../../api/types.ts'

interface Person {
  employee_id: number
  employee: Reference
  department: Reference | null
}
export interface Attrition {
  id: number | null
  name: string
  headcount: number
  separated: number
  rate: number
}
/** The answer of the talent dashboard; a widget that the user may not see is null. */
export interface TalentFigures {
  todayEscalation:
    | { id: number; transaction_no: string; title: string; type: string; priority: string; employee: Reference | null }[]
    | null
  totalStatusSum: { status: string; count: number }[] | null
  bday_corner: (Person & { date: string })[] | null
  anniv_corner: (Person & { date: string; years: number })[] | null
  newly_hired_employee: (Person & { date_hired: string })[] | null
  total_newly_hired: number | null
  total_employee: number | null
  total_employment_type: { employment_type_id: number | null; employment_type: Reference | null; count: number }[] | null
  attrition_by_timezone: Attrition[] | null
  attrition_by_departments: Attrition[] | null
  attrition_by_teams: Attrition[] | null
  population_pyramid: { age_from: number; age_to: number; male: number; female: number }[] | null
  pending_filing_request: { module: string; title: string; count: number }[] | null
  payroll_expenses: { month: string; gross: number; employer: number; total: number; net: number }[] | null
  leave_filing:
    | { leave_type_id: number; leave_type: Reference | null; filings: number; approved_days: number; pending_days: number }[]
    | null
  break_status: { status: 'working' | 'on_break' | 'out'; count: number }[] | null
  year_employees: { year: number; hired: number; separated: number; headcount: number }[] | null
  get_employment_details_completion:
    | { section: string; title: string; fields: string[]; complete: number; total: number; percent: number }[]
    | null
}
