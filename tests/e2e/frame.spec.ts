/** The frame of every screen: links in, menus, addresses that lead nowhere, the widths at which it changes. */
import { expect } from '@playwright/test'
import { call, expectAccessible, expectNoOverflow, goWithin, idOf, PASSWORD, signIn, test, visit, withSession } from './support.ts'

interface Entry {
  name: string
  title: string
  actions: string[]
}
interface Menu {
  name: string
  title: string
  version: string
  groups: { title: string; modules: Entry[] }[]
}

/** Codes in the menus of the specification; approval and view all are held besides them. */
const codesOf = ({ actions }: Entry) => actions.filter((code) => code !== 'approval' && code !== 'view_all').sort()

// S114 S117
test('each application has an address and a sign-in page', async ({ page }) => {
  for (const name of ['resource', 'procurement', 'financial']) {
    await page.goto(`/${name}/login`)
    await expect(page).toHaveURL(`/login?next=%2F${name}%2Flogin`)
  }
  await page
    .getByLabel(/company/i)
    .first()
    .selectOption({ label: 'Mabuhay Trading Corporation' })
  await page.getByLabel(/username/i).fill('admin')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  // It opens on its dashboard.
  await expect(page).toHaveURL('/financial/financial_dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Financial' })).toBeVisible()
  for (const [name, title] of [
    ['resource', 'Resource'],
    ['procurement', 'Procurement'],
  ]) {
    await page.goto(`/${name}/login`)
    await expect(page).toHaveURL(`/${name}/${name}_dashboard`)
    await expect(page.getByRole('heading', { level: 1, name: title! })).toBeVisible()
  }
})

// S119 S120 S127 S129 S305
test('addresses open what the user may see, and explain where access is refused', async ({ page }) => {
  await signIn(page, 'buyer')
  await page.waitForLoadState('load')
  const scripts: string[] = []
  const lists: URL[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname.endsWith('.js')) scripts.push(url.pathname)
    if (url.pathname.endsWith('/paginate') && !url.pathname.includes('/notification/')) lists.push(url)
  })
  await page.goto('/financial')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('region', { name: 'Applications' })).toBeVisible()
  expect(scripts.some((path) => path.includes('ModuleIndex'))).toBe(false)
  await page.goto('/procurement')
  await expect(page.getByRole('heading', { level: 1, name: 'Procurement' })).toBeVisible()
  // What is under way: a count opens the list of just these records.
  const overdue = page.locator('main').getByRole('link', { name: /^Overdue \d+$/ })
  await expect(overdue).toHaveAttribute('href', /filter%5Bstatus%5D=overdue/)
  await expectAccessible(page)
  await page.locator('main').getByRole('link', { name: 'Purchase Orders', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Purchase Orders' })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  // The list's code came no sooner than a module was opened; it has ten rows below its head.
  expect(scripts.some((path) => path.includes('ModuleIndex'))).toBe(true)
  await expect(page.getByRole('row')).toHaveCount(11)

  lists.length = 0
  await page.goto('/procurement/accounting_entry')
  await expect(page.getByRole('alert').getByRole('heading', { name: 'No access' })).toBeVisible()
  await page.goto('/procurement/no_such_module')
  await expect(page.getByRole('heading', { name: 'Cannot find module' })).toBeVisible()
  await goWithin(page, '/procurement/brand/view/1/further')
  await expect(page).toHaveURL(/further$/)
  await expect(page.getByRole('heading', { name: 'Cannot find module' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Home' }).first()).toBeVisible()
  expect(lists.filter(({ pathname }) => /accounting_entry|no_such_module/.test(pathname))).toEqual([])
  await expectAccessible(page)
})

// S126
test('tax types are in the Home menu of every user', async ({ page }) => {
  await withSession(page, 'warehouse')
  await page.goto('/home/tax_type')
  await expect(page.getByRole('heading', { level: 1, name: 'Tax Types' })).toBeVisible()
  await expect(page.getByRole('row', { name: /VAT Inclusive/ })).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect(crumbs.getByRole('listitem')).toHaveText(['Home', 'Tax Types'])
  await page
    .getByRole('row', { name: /VAT Inclusive/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page).toHaveURL(/\/home\/tax_type\/view\/\d+$/)
  await expect(crumbs.getByRole('listitem')).toHaveText(['Home', 'Tax Types', /VAT Inclusive/])
  await crumbs.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
})

// S133 S134 S136 S137 S138 S139 S140 S418 S419 S420 S421
test('menus list the modules of the specification, and footers show the versions', async ({ page }) => {
  await withSession(page, 'admin')
  const { applications } = await call<{ applications: Menu[] }>(page, 'get', 'meta/navigation')
  const menu = (name: string) => applications.find((application) => application.name === name)!
  const entries = new Map(menu('procurement').groups.flatMap(({ modules }) => modules.map((module) => [module.name, module] as const)))
  // The dashboard stands above them, in a group without a title.
  const titled = (name: string) => menu(name).groups.flatMap(({ title }) => title || [])
  expect(titled('resource')).toEqual(['Master Files', 'Item Management', 'Inventory Management', 'Setup', 'Reports'])
  expect(menu('revenue').groups[0]!.modules.map(({ title }) => title)).toEqual(['Dashboard', 'Sales (Revenue)', 'Sales (Volume)'])
  expect([...entries.keys()]).toEqual(
    expect.arrayContaining([
      'supplier',
      'item',
      'item_group',
      'item_category',
      'brand',
      'manufacturer',
      'uom',
      'specification',
      'price_level',
    ]),
  )
  const base = ['edit', 'index', 'new', 'view']
  for (const name of ['purchase_request', 'purchase_order', 'goods_receipt'])
    expect(codesOf(entries.get(name)!), name).toEqual([...base, 'post', 'void'].sort())
  for (const name of ['goods_return', 'payment_term']) expect(codesOf(entries.get(name)!), name).toEqual(base)
  for (const name of ['bill', 'check_voucher']) expect(codesOf(entries.get(name)!), name).toEqual([...base, 'post', 'void'].sort())
  expect(codesOf(entries.get('aging_payable')!)).toEqual(expect.arrayContaining(['process', 'void']))

  for (const name of ['talent', 'employee_portal', 'media']) expect(menu(name).version, name).toBe('2.2.0')
  await page.goto('/talent')
  const footer = page.locator('footer')
  await expect(footer).toContainText('Workforce 2.2.0')
  await expect(footer).toContainText('Client version 2.38.0')
  await expect(footer).toContainText('System version 2.0.0')
  await visit(page, '/media')
  await expect(footer).toContainText('Media 2.2.0')

  await visit(page, '/resource')
  const sidebar = page.getByRole('navigation', { name: 'Resource menu' })
  await expect(sidebar.getByRole('heading')).toHaveText(titled('resource'))
})

// S147
test('the menu becomes a drawer at 1023 pixels', async ({ page }) => {
  await withSession(page, 'buyer')
  await page.goto('/procurement')
  const sidebar = page.getByRole('navigation', { name: 'Procurement menu' })
  const burger = page.getByRole('button', { name: 'Menu', exact: true })
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect(sidebar).toBeVisible()
  await expect(burger).toBeHidden()
  await page.setViewportSize({ width: 1023, height: 800 })
  await expect(sidebar).toBeHidden()
  await burger.click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Suppliers' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectNoOverflow(page)

  // Who wants less motion sees skeletons that do not pulse: nothing moves for ever.
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/supplier/paginate*', (route) => held.then(() => route.continue()))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await goWithin(page, '/procurement/supplier')
  await expect(page.locator('main .mantine-Skeleton-root').first()).toBeVisible()
  const endless = () => document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY)
  expect(await page.evaluate(endless)).toEqual([])
  answer()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

// S310
test('a module is listed, and records are created, viewed, edited, selected and deleted', async ({ page }) => {
  const code = `F${Date.now().toString(36).slice(-6)}`.toUpperCase()
  await withSession(page, 'admin')
  for (const suffix of ['A', 'B']) {
    await visit(page, '/procurement/brand/new')
    await page.getByLabel('Code', { exact: false }).first().fill(`${code}${suffix}`)
    await page.getByLabel('Name', { exact: false }).first().fill(`Frame ${code} ${suffix}`)
    await page.keyboard.press('Control+s')
    await expect(page).toHaveURL(/\/procurement\/brand\/view\/\d+/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(code)
  }
  const id = await idOf(page, 'brand', `${code}B`)
  await page.goto(`/procurement/brand/edit/${id}`)
  await page.getByLabel('Name', { exact: false }).first().fill(`Frame ${code} C`)
  await page.keyboard.press('Control+s')
  await expect(page).toHaveURL(/\/procurement\/brand\/view\/\d+/)

  await visit(page, `/procurement/brand?search=${code}`)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
  const bar = page.getByRole('region', { name: 'Actions on the selected records' }).or(page.getByRole('toolbar'))
  await expect(page.getByText('2 selected')).toBeVisible()
  await bar.getByRole('button', { name: /Delete/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Delete/ })
    .click()
  await expect(page.getByText('No records match')).toBeVisible()
})

test('a language chosen in the profile menu is saved', async ({ page }) => {
  const translations: string[] = []
  page.on('request', (request) => translations.push(...(/\/assets\/(?:fil|de|es|es-419|fr|it|pl|pt|pt-br)[.-]/.exec(request.url()) ?? [])))
  await signIn(page, 'buyer')
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: 'Language' }).click()
  // An English page loads no translation, and a Filipino one only the Filipino.
  expect(translations).toEqual([])
  const dialog = page.getByRole('dialog', { name: 'Language' })
  await expectAccessible(page, { within: '[role=dialog]' })
  await dialog.getByLabel('Display language').selectOption('Filipino')
  await dialog.getByRole('button', { name: 'Use this language' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Kumusta/ })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fil')
  expect(new Set(translations.map((file) => file.replace(/[.-]$/, '')))).toEqual(new Set(['/assets/fil']))
  await page.goto('/procurement/supplier')
  await expect(page.getByRole('heading', { level: 1, name: 'Mga Supplier' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Pangalan' })).toBeVisible()
  await expectAccessible(page)
})
