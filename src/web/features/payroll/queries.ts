/** Queries of the payroll screens. All keys are under the records of payroll, so that one refresh reads them again. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, get } from '../../api/client.ts'
import type {
  Agency,
  Change,
  ChangePage,
  ContributionLine,
  Contributions,
  Entry,
  Explained,
  NetChanges,
  PayslipMail,
  Problem,
  RegisterFilter,
  RegisterPage,
  RegisterRow,
  Standing,
} from './types.ts'

const AT_WORK_MS = 1000
/** Rows of the register per request. */
export const CHUNK = 100
export const CHANGES = 100

const key = (id: number, ...rest: unknown[]) => ['records', 'payroll', 'run', id, ...rest]

export const standingQuery = (id: number) =>
  queryOptions({
    queryKey: key(id, 'standing'),
    queryFn: ({ signal }) => get<Standing>(`payroll/${id}/standing`, undefined, signal),
    refetchInterval: ({ state }) => (state.data?.run?.state === 'running' ? AT_WORK_MS : false),
  })

export const registerQuery = (id: number, { search, department, problems, sort }: RegisterFilter, page: number) =>
  queryOptions({
    queryKey: key(id, 'register', { search, department, problems, sort }, page),
    queryFn: async ({ signal }): Promise<RegisterPage> => {
      const params = { page, limit: CHUNK, search, department_id: department, problems: problems || undefined, sort }
      const { data, pagination } = await call<RegisterRow[]>('get', `payroll/${id}/register-view`, { params, signal })
      return { rows: data, total: pagination?.total ?? data.length }
    },
  })

export const problemsQuery = (id: number) =>
  queryOptions({ queryKey: key(id, 'problems'), queryFn: ({ signal }) => get<Problem[]>(`payroll/${id}/problems`, undefined, signal) })

export const traceQuery = (id: number, employee: number) =>
  queryOptions({
    queryKey: key(id, 'trace', employee),
    queryFn: ({ signal }) => get<Explained>(`payroll/${id}/employee/${employee}/trace`, undefined, signal),
    retry: false,
  })

export const changesQuery = (id: number, page: number, { employee, reason }: { employee?: number; reason?: string } = {}) =>
  queryOptions({
    queryKey: key(id, 'changes', page, employee ?? null, reason ?? null),
    queryFn: async ({ signal }): Promise<ChangePage> => {
      // The response of a report is a whole page.
      const answer = await call<Change[] | { data: Change[]; pagination: { total: number }; totals: ChangePage['totals'] }>(
        'get',
        `payroll/${id}/comparison`,
        { params: { page, limit: CHANGES, employee_id: employee, reason }, signal },
      )
      const whole = Array.isArray(answer.data)
        ? (answer as unknown as { data: Change[]; pagination?: { total: number }; totals?: ChangePage['totals'] })
        : answer.data
      return { rows: whole.data, total: whole.pagination?.total ?? whole.data.length, totals: whole.totals ?? {} }
    },
    placeholderData: keepPreviousData,
  })

/** `previous`: the payroll before; `same_cutoff`: that of the same cut-off a month earlier. */
export type Against = 'previous' | 'same_cutoff'
export const netChangesQuery = (id: number, against: Against) =>
  queryOptions({
    queryKey: key(id, 'net', against),
    queryFn: ({ signal }) => get<NetChanges>(`payroll/${id}/net-comparison`, { against }, signal),
    placeholderData: keepPreviousData,
  })

export const contributionsQuery = (id: number) =>
  queryOptions({
    queryKey: key(id, 'contributions'),
    queryFn: ({ signal }) => get<Contributions>(`payroll/${id}/total_employee_contribution`, undefined, signal),
  })

export const contributionLinesQuery = (id: number, agency: Agency) =>
  queryOptions({
    queryKey: key(id, 'contributions', agency),
    queryFn: ({ signal }) => get<ContributionLine[]>(`payroll/${id}/contribution-lines`, { agency }, signal),
  })

export const payslipMailsQuery = (id: number) =>
  queryOptions({
    queryKey: key(id, 'payslip-mails'),
    queryFn: ({ signal }) => get<PayslipMail[]>(`payroll/${id}/payslip-mails`, undefined, signal),
  })

export const entriesQuery = (id: number) =>
  queryOptions({
    queryKey: key(id, 'entries'),
    queryFn: ({ signal }) => get<Entry[]>(`payroll/${id}/entries`, { is_manual: true, limit: 1000 }, signal),
  })

/** The explanation of a payslip, as its owner can read it. */
export const explanationQuery = (id: number) =>
  queryOptions({
    queryKey: ['records', 'payslip', 'explanation', id],
    queryFn: ({ signal }) => get<Explained>(`payslip/${id}/explanation`, undefined, signal),
    retry: false,
  })
