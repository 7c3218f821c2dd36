/** The employees of a demo company: departments, positions, teams, managers, pay, numbers and bank accounts. */
import type { Row } from '../../../engine/model/module.ts'
import { DEMO_USERS } from '../../companies/role-templates.ts'
import type { DemoCompany } from '../../demo-kit/host.ts'
import { FIRST_NAMES, isWoman, LAST_NAMES } from '../../demo-kit/names.ts'
import { createRandom, type Random } from '../../demo-kit/random.ts'
import { create, idsBy, type Places } from '../../demo-kit/records.ts'
import type { Ctx } from '../../platform/context.ts'

const DEPARTMENTS = [
  ['EXEC', 'Executive Office'],
  ['HR', 'Human Resources'],
  ['FIN', 'Finance and Accounting'],
  ['SALES', 'Sales'],
  ['PROC', 'Procurement'],
  ['WHSE', 'Warehouse and Logistics'],
  ['STORE', 'Store Operations'],
  ['IT', 'Information Technology'],
] as const
type Department = (typeof DEPARTMENTS)[number][0]

/**
 * Code, name, department, level, monthly pay from and to (pesos): all at least the minimum wage of the head office's
 * region; below a level of pay, employees are paid by the day.
 */
const POSITIONS: readonly (readonly [string, string, Department, string, number, number])[] = [
  ['GM', 'General Manager', 'EXEC', 'Executive', 150000, 180000],
  ['ADMA', 'Executive Assistant', 'EXEC', 'Rank and File', 28000, 36000],
  ['HRM', 'HR Manager', 'HR', 'Managerial', 70000, 90000],
  ['HRA', 'HR Assistant', 'HR', 'Rank and File', 22000, 28000],
  ['FINM', 'Finance Manager', 'FIN', 'Managerial', 75000, 95000],
  ['ACCT', 'Accountant', 'FIN', 'Supervisory', 35000, 48000],
  ['PAYM', 'Payroll Officer', 'FIN', 'Supervisory', 32000, 42000],
  ['CASH', 'Cashier', 'FIN', 'Rank and File', 22500, 26000],
  ['SLSM', 'Sales Manager', 'SALES', 'Managerial', 65000, 85000],
  ['SLSR', 'Sales Representative', 'SALES', 'Rank and File', 22500, 30000],
  ['PRCM', 'Procurement Manager', 'PROC', 'Managerial', 62000, 80000],
  ['BUYR', 'Buyer', 'PROC', 'Rank and File', 24000, 32000],
  ['WHSM', 'Warehouse Supervisor', 'WHSE', 'Supervisory', 34000, 44000],
  ['WHSE', 'Warehouse Staff', 'WHSE', 'Rank and File', 20000, 22000],
  ['DRVR', 'Driver', 'WHSE', 'Rank and File', 20500, 23500],
  ['STRM', 'Store Supervisor', 'STORE', 'Supervisory', 32000, 42000],
  ['STRA', 'Store Attendant', 'STORE', 'Rank and File', 20000, 21500],
  ['ITM', 'IT Manager', 'IT', 'Managerial', 70000, 95000],
  ['ITS', 'IT Specialist', 'IT', 'Rank and File', 30000, 45000],
]

/** The job of each demo user in the company. */
const JOBS: Readonly<Record<string, string>> = {
  hr: 'HRM',
  payroll: 'PAYM',
  timekeeper: 'HRA',
  approver: 'STRM',
  employee: 'STRA',
  buyer: 'BUYR',
  warehouse: 'WHSM',
  sales: 'SLSR',
  cashier: 'CASH',
  accountant: 'ACCT',
}
/** The position that heads a department; its other employees report to the head. */
const HEADS: Readonly<Record<Department, string>> = {
  EXEC: 'GM',
  HR: 'HRM',
  FIN: 'FINM',
  SALES: 'SLSM',
  PROC: 'PRCM',
  WHSE: 'WHSM',
  STORE: 'STRM',
  IT: 'ITM',
}
/** Positions of the other employees, one by one. */
const REST = ['STRA', 'WHSE', 'STRA', 'SLSR', 'DRVR', 'STRA', 'WHSE', 'CASH', 'SLSR', 'WHSE', 'BUYR', 'ITS', 'ACCT', 'HRA', 'ADMA'] as const
/** Employees below this monthly pay are paid by the day. */
const DAILY_BELOW = 22_200
const DAYS_PER_YEAR = 313

/** The shift of an employee: offices by day, stores and warehouses in rotation, technicians by flexible hours. */
function shiftOf(department: string, isDaily: boolean, index: number): string {
  if (department === 'IT') return 'FLEXI'
  if (!isDaily) return 'OFFICE'
  if (department === 'WHSE') return index % 3 === 0 ? 'NIGHT' : 'STORE'
  return index % 2 === 0 ? 'STORE' : 'CLOSING'
}

interface DemoPerson {
  readonly id: number
  readonly employee_no: string
  readonly position: string
  readonly department: string
  readonly branch: string
  /** Name of the demo user who is this employee. */
  readonly username?: string
}

const day = (start: Date, offset: number): string => new Date(start.getTime() + offset * 86_400_000).toISOString().slice(0, 10)
const digits = (random: Random, count: number): string => Array.from({ length: count }, () => random.int(0, 9)).join('')

/** Where the employees work, how many there are and for how long. */
interface Workforce {
  readonly places: Places
  readonly scale: number
  readonly start: Date
  readonly days: number
}

/**
 * Makes `company.employees` employees (times `scale`, at least the demo's users), hired before the history begins. Some
 * get a raise or a promotion during it.
 */
export async function makeEmployees(ctx: Ctx, company: DemoCompany, { places, scale, start, days }: Workforce): Promise<DemoPerson[]> {
  const random = createRandom(company.seed * 31)
  const branches = [...places.branches].filter(([code]) => company.branches.some((branch) => branch.code === code))
  const head = branches.find(([code]) => company.branches.find((branch) => branch.head)?.code === code) ?? branches[0]!
  const fixed: Row = {
    civil: await idsBy(ctx, 'civil_status', 'code'),
    citizen: await idsBy(ctx, 'citizenship', 'code'),
  }
  const types = await idsBy(ctx, 'employment_type', 'code')
  const banks = [...(await idsBy(ctx, 'bank', 'code')).values()].slice(0, 4)
  const methods = await idsBy(ctx, 'payment_method', 'code')
  const shifts = await idsBy(ctx, 'shift_template', 'code')
  const users = await idsBy(ctx, 'user', 'username')
  const departments = new Map(await idsBy(ctx, 'department', 'code'))
  for (const [sort_order, [code, name]] of DEPARTMENTS.entries())
    if (!departments.has(code)) departments.set(code, await create(ctx, 'department', { code, name, sort_order }))
  const positions = new Map<string, number>()
  for (const [code, name, department, level] of POSITIONS)
    positions.set(code, await create(ctx, 'position', { code, name, level, department_id: departments.get(department)! }))

  const demo = DEMO_USERS.filter((user) => JOBS[user.username])
  const count = Math.max(demo.length + Object.keys(HEADS).length, Math.round(company.employees * scale))
  const taken = new Set(demo.map((user) => JOBS[user.username]))
  const leaders = Object.values(HEADS).filter((code) => !taken.has(code))
  const plan: { position: string; user?: (typeof demo)[number] }[] = [
    ...leaders.map((position) => ({ position })),
    ...demo.map((user) => ({ position: JOBS[user.username]!, user })),
  ]
  for (let index = 0; plan.length < count; index++) plan.push({ position: REST[index % REST.length]! })

  const people: DemoPerson[] = []
  const heads = new Map<string, number>()
  const teams = new Map<string, number>()
  /** Places in the organizational chart by employee. */
  const chart = new Map<number, number>()
  // Leaders are made before the people they lead.
  plan.sort((a, b) => Number(leads(b.position)) - Number(leads(a.position)) || Number(b.position === 'GM') - Number(a.position === 'GM'))
  for (const [index, { position, user }] of plan.entries()) {
    const spec = POSITIONS.find(([code]) => code === position)!
    const [, , department, , low, high] = spec
    // The demo's users work at the head office; the rest are spread over the branches.
    const branch = user || leads(position) ? head : branches[index % branches.length]!
    const first_name = user?.first_name ?? FIRST_NAMES[(index * 7 + company.seed) % FIRST_NAMES.length]!
    const last_name = user?.last_name ?? LAST_NAMES[(index * 13 + company.seed) % LAST_NAMES.length]!
    const monthly = Math.round(random.int(low, high) / 100) * 100
    const daily = monthly < DAILY_BELOW
    const employee_no = `${company.code.slice(0, 1)}-${String(index + 1).padStart(5, '0')}`
    const hired = day(start, -random.int(40, 3200))
    const manager = heads.get(HEADS[department]) ?? heads.get('GM')
    const id = await create(ctx, 'employee', {
      employee_no,
      first_name,
      last_name,
      gender: isWoman(first_name) ? 'Female' : 'Male',
      birth_at: `${random.int(1968, 2003)}-${String(random.int(1, 12)).padStart(2, '0')}-${String(random.int(1, 28)).padStart(2, '0')}`,
      civil_status_id: (fixed.civil as Map<string, number>).get(random.chance(0.5) ? 'S' : 'M')!,
      citizenship_id: (fixed.citizen as Map<string, number>).get('FIL')!,
      email: user ? `${user.username}@${company.code.toLowerCase()}.example` : null,
      mobile: `+639${digits(random, 9)}`,
      branch_id: branch[1],
      department_id: departments.get(department)!,
      position_id: positions.get(position)!,
      employment_type_id: types.get(random.chance(0.08) ? 'CT' : 'FT')!,
      manager_id: manager ?? null,
      team_id: teams.get(department) ?? null,
      date_hired: hired,
      work_arrangement: 'On-site',
      biometric_id: String(1000 + index + 1),
      shift_template_id: shifts.get(shiftOf(department, daily, index)) ?? null,
      payment_method_id: methods.get('PAYROLL') ?? null,
      salary_rate_type: daily ? 'daily' : 'monthly',
      basic_rate: daily ? Math.round((monthly * 12) / DAYS_PER_YEAR) : monthly,
      effective_date: hired,
      days_per_year: daily ? DAYS_PER_YEAR : 261,
      ...(user ? { user_id: users.get(user.username)!, portal_access: true } : {}),
    })
    const above = manager === undefined ? undefined : chart.get(manager)
    const place = await create(ctx, 'organizational_chart', {
      title: spec[1],
      employee_id: id,
      parent_id: above ?? null,
      department_id: departments.get(department)!,
      position_id: positions.get(position)!,
      level: above === undefined ? 1 : leads(position) ? 2 : 3,
      is_executive: department === 'EXEC',
      sort_order: index,
    })
    chart.set(id, place)
    if (leads(position) && !heads.has(position)) {
      heads.set(position, id)
      teams.set(department, await lead(ctx, departments.get(department)!, department, id))
    }
    people.push({ id, employee_no, position, department, branch: branch[0], ...(user ? { username: user.username } : {}) })
    for (const [id_type, length] of [
      ['SSS', 10],
      ['Philhealth', 12],
      ['Pagibig', 12],
      ['TIN', 12],
    ] as const)
      await create(ctx, 'employee_id', { employee_id: id, id_type, id_number: digits(random, length), is_verified: true })
    const account = await create(ctx, 'bank_account', {
      owner_type: 'employee',
      owner_id: id,
      bank_id: random.pick(banks),
      account_no: digits(random, 12),
      account_name: `${first_name} ${last_name}`,
      account_type: 'Payroll',
      is_default: true,
    })
    await ctx.services.records.update(ctx, ctx.modules.get('employee')!, id, { bank_account_id: account })
  }
  await planChanges(ctx, people, { random, start, days, positions })
  return people
}

const leads = (position: string): boolean => Object.values(HEADS).includes(position)

/** Makes an employee the head of a department and the leader of its team; returns the team. */
async function lead(ctx: Ctx, departmentId: number, department: Department, leader: number): Promise<number> {
  const { records } = ctx.services
  const name = DEPARTMENTS.find(([code]) => code === department)![1]
  await records.update(ctx, ctx.modules.get('department')!, departmentId, { head_id: leader })
  const team = await create(ctx, 'team', { code: `${department}-A`, name: `${name} Team`, department_id: departmentId, leader_id: leader })
  await records.update(ctx, ctx.modules.get('employee')!, leader, { team_id: team })
  return team
}

/** Days in which terms change, and the positions to change to. */
interface PlannedChanges {
  readonly random: Random
  readonly start: Date
  readonly days: number
  readonly positions: ReadonlyMap<string, number>
}

/** Raises and promotions that take effect during the history, on their days. */
async function planChanges(ctx: Ctx, people: readonly DemoPerson[], { random, start, days, positions }: PlannedChanges): Promise<void> {
  const module = ctx.modules.get('employee')!
  for (const person of people.filter((demoPerson) => demoPerson.username === 'sales' || (!demoPerson.username && random.chance(0.06)))) {
    const record = await ctx.services.records.get(ctx, module, person.id)
    const from = day(start, random.int(Math.round(days * 0.3), Math.round(days * 0.8)))
    await ctx.services.records.update(ctx, module, person.id, {
      basic_rate: Math.round(Number(record.basic_rate) * 1.08),
      effective_date: from,
      ...(person.position === 'STRA' ? { position_id: positions.get('CASH')!, employment_effective_date: from } : {}),
    })
  }
}
