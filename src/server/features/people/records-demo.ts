/** What a demo company keeps about its employees: education, skills, licences, assets, emergency contacts; and salary grades. */

import { FIRST_NAMES } from '../../demo-kit/names.ts'
import { createRandom } from '../../demo-kit/random.ts'
import { create, idsBy } from '../../demo-kit/records.ts'
import type { Ctx } from '../../platform/context.ts'

/** Lowest monthly pay (pesos) of the first steps of five grades. */
const GRADES = [18_500, 24_000, 33_000, 48_000, 75_000] as const
/** Pay from step to step of a grade. */
const STEP = 1.03
const SCHOOLS = [
  ['University of the Philippines Diliman', 'BS Business Administration'],
  ['Polytechnic University of the Philippines', 'BS Accountancy'],
  ['University of San Carlos', 'BS Information Technology'],
  ['Ateneo de Davao University', 'BS Management'],
] as const
const SKILLS = [
  ['Inventory control', 'Operations'],
  ['Customer service', 'Sales'],
  ['Spreadsheets', 'Office'],
  ['Forklift operation', 'Operations'],
] as const
const ASSETS = [
  ['Laptop', 'Notebook 14 inches', 42_000],
  ['Phone', 'Smartphone', 12_500],
  ['Uniform', 'Polo shirts, set of 3', 1_800],
] as const
/** Employees with records of this kind: enough to show each screen. */
const MOST = 24

/** Makes the rows; `people` are employees, the demo's users among the first. `year` is the present one. */
export async function makePeopleRecords(
  ctx: Ctx,
  people: readonly number[],
  { seed, year }: { seed: number; year: number },
): Promise<void> {
  const random = createRandom(seed * 41)
  for (const [index, lowest] of GRADES.entries()) {
    const step = (number: number) => Math.round((lowest * STEP ** (number - 1)) / 50) * 50
    await create(ctx, 'salary_grade', {
      grade: index + 1,
      ...Object.fromEntries(Array.from({ length: 8 }, (_, number) => [`step_${number + 1}`, step(number + 1)])),
      effective_date: `${year}-01-01`,
      minimum: step(1),
      maximum: step(8),
    })
  }
  for (const [index, employee_id] of people.slice(0, MOST).entries()) {
    const [school, course] = SCHOOLS[index % SCHOOLS.length]!
    const year_to = random.int(year - 20, year - 3)
    await create(ctx, 'educational_attainment', {
      employee_id,
      level: 'College',
      school,
      course,
      year_from: year_to - 4,
      year_to,
      is_graduated: true,
    })
    await create(ctx, 'contact_person', {
      owner_type: 'employee',
      owner_id: employee_id,
      name: `${random.pick(FIRST_NAMES)} ${random.pick(['Reyes', 'Santos', 'Cruz', 'Bautista'])}`,
      relationship: random.pick(['Spouse', 'Parent', 'Sibling']),
      mobile: `+63917${random.int(1_000_000, 9_999_999)}`,
      is_emergency: true,
    })
    if (index % 2 === 0) {
      const [skill, category] = SKILLS[(index / 2) % SKILLS.length]!
      const proficiency = random.pick(['Intermediate', 'Advanced', 'Expert'])
      await create(ctx, 'skill_set', { employee_id, skill, category, proficiency, years_of_experience: random.int(2, 12) })
    }
    if (index % 3 === 0) {
      const [category, asset_name, value] = ASSETS[(index / 3) % ASSETS.length]!
      const asset_code = `FA-${String(index + 1).padStart(4, '0')}`
      const details = category === 'Uniform' ? {} : { serial_no: `SN${random.int(100_000, 999_999)}` }
      await create(ctx, 'employee_asset', {
        employee_id,
        asset_code,
        asset_name,
        category,
        value,
        date_issued: `${year}-01-15`,
        condition_issued: 'New',
        ...details,
      })
    }
    if (index % 8 === 0)
      await create(ctx, 'profession', {
        employee_id,
        profession: 'Certified Public Accountant',
        license_no: `0${random.int(100_000, 199_999)}`,
        licensing_body: 'Professional Regulation Commission',
        date_issued: `${year - 1}-05-20`,
        date_expiry: `${year + 2}-05-20`,
      })
  }
}

/** Who encodes and who approves new employees, and two that were encoded: one still waits. */
export async function makeEncoding(hr: Ctx, admin: Ctx): Promise<void> {
  const types = await idsBy(admin, 'employment_type', 'code')
  const [department] = (await idsBy(admin, 'department', 'code')).values()
  await create(admin, 'encoder', { user_id: hr.principal.user_id, type: 'encoder' })
  await create(admin, 'encoder', { user_id: admin.principal.user_id, type: 'approver' })
  const today = hr.clock.today(hr.company.time_zone)
  const encode = (first_name: string, last_name: string, gender: 'Male' | 'Female', sss_no: string) =>
    create(hr, 'record_encoding', {
      first_name,
      last_name,
      gender,
      sss_no,
      birth_at: '2001-08-14',
      branch_id: hr.principal.branch_id,
      department_id: department,
      employment_type_id: types.get('FT'),
      date_hired: today,
    })
  await encode('Althea', 'Magbanua', 'Female', '34-5678901-2')
  const doubled = await encode('Rafael', 'Quiambao', 'Male', '34-6789012-3')
  await admin.services.workflow.transition(admin, admin.modules.get('record_encoding')!, {
    id: doubled,
    action: 'decline',
    input: { decline_reason: 'Date of hire differs from the contract' },
  })
}
