import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page } from '@playwright/test'

export const PASSWORD = 'Demo#2026'

/** The demo's companies: codes by their names. */
const CODES = { 'Mabuhay Trading Corporation': 'DEMO', 'Isla Logistics Inc.': 'ISLA' } as const
export type CompanyName = keyof typeof CODES

/**
 * A journey. The browsers of other people that it opens are closed at its end: pages that stay open listen to the server and
 * read again whatever the journeys after it change.
 */
export const test = base.extend<{ closing: undefined }>({
  closing: [
    async ({ browser }, use) => {
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** Arrives at Home with a session of the user's own, without the form that journeys about signing in fill. */
export async function signIn(page: Page, username: string, company?: CompanyName): Promise<void> {
  await withSession(page, username, company)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /hello/i })).toBeVisible()
}

/** The same without arriving anywhere: for a journey that begins at an address of its own. Calls can be made. */
export async function withSession(page: Page, username: string, company: CompanyName = 'Mabuhay Trading Corporation'): Promise<void> {
  const company_code = CODES[company]
  const answer = await page.request.post('/api/v1/login', { data: { username, password: PASSWORD, company_code } })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { token } = ((await answer.json()) as { data: { token: string } }).data
  const stored = { COMPANY_CODE: company_code, USERNAME: username }
  const remember = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value)
  }
  if (page.url() === 'about:blank') {
    // Storage belongs to an address: the smallest page of it will do, with an icon that is not asked for.
    const body = '<link rel="icon" href="data:,">'
    await page.route('**/sign-in', (route) => route.fulfill({ contentType: 'text/html', body }), { times: 1 })
    await page.goto('/sign-in')
  }
  await page.evaluate(remember, stored)
  await page.context().addCookies([{ name: 'token', value: token, url: new URL(page.url()).origin, sameSite: 'Strict' }])
}

/** Ends the session in this browser. The page is left first: an open one goes to the sign-in by itself, in the middle of what follows. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Goes to an address as a link of the page does: without loading the page anew, which takes longer than most screens. */
export const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Follows an address inside of the application until its screen is whole. Runs in the page. */
async function follow(path: string): Promise<void> {
  const frame = () => new Promise(requestAnimationFrame)
  const title = () => document.querySelector('h1')?.textContent
  const before = title()
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate'))
  const { pathname } = new URL(path, location.href)
  const end = performance.now() + 60_000
  const isWhole = () =>
    title() !== undefined &&
    // Some lead elsewhere who has nothing to see there.
    (title() !== before || location.pathname !== pathname) &&
    !document.querySelector('main :is([aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root)')
  while (!isWhole()) {
    if (performance.now() > end) throw new Error(`${path} never came: ${document.querySelector('main')?.textContent.slice(0, 300)}`)
    await frame()
  }
}

/**
 * Goes to a screen with another title than this one, as a link does: without loading the page anew, which costs several
 * times as much as most screens. Where the application is not open yet, or the address is the same, the page is loaded.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const to = new URL(address, page.url().startsWith('http') ? page.url() : 'http://localhost')
  const isOpen = await page.evaluate((path) => document.getElementById('main') !== null && location.pathname !== path, to.pathname)
  await (isOpen ? page.evaluate(follow, to.pathname + to.search) : page.goto(to.pathname + to.search))
}

/** Signs in through the page, as a person would. */
export async function signInByForm(page: Page, username: string, company: string = 'Mabuhay Trading Corporation'): Promise<void> {
  await page.goto('/login')
  await page
    .getByLabel(/company/i)
    .first()
    .selectOption({ label: company })
  await page.getByLabel(/username/i).fill(username)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.getByRole('button', { name: /sign in|log ?in/i }).click()
  await expect(page.getByRole('heading', { name: /hello/i })).toBeVisible()
}

/** Picks from a reference field: types, and takes the first that fits. */
export async function pick(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByLabel(label, { exact: false }).first()
  await field.click()
  await field.fill(text)
  // Codes begin the label; the last entry offers to create what was typed.
  await page
    .getByRole('option', { name: new RegExp(`^${text} ·`) })
    .first()
    .click()
}

/** Waits for the screen of a record: the address changes before the list has given way to it. */
export async function recordShown(page: Page): Promise<void> {
  await page.waitForURL(/\/view\/\d+$/)
  await expect(page.getByRole('link', { name: 'Back to the list' })).toBeVisible()
}

/** Waits until nothing moves: colours half way to others have another contrast than either. */
const still = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((getAnimation) => Number.isFinite(getAnimation.effect?.getComputedTiming().endTime))
        .map((getAnimation) => getAnimation.finished),
    ).then(() => null),
  )

/** What to check: rules of these tags, or these rules. */
export type AxeRules = { readonly type: 'tag' | 'rule'; readonly values: readonly string[] }
export const WCAG: AxeRules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
export const CONTRAST: AxeRules = { type: 'rule', values: ['color-contrast'] }

const axeSource = readFileSync(createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8')

/** Puts axe into the page, where it stays until the page is loaded again. */
export async function withAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
}

interface Axe {
  run(
    within: string | { readonly include: readonly Element[] },
    options: { runOnly: AxeRules; resultTypes: readonly string[]; preload: { assets: readonly string[] } },
  ): Promise<{ violations: { id: string; nodes: { target: string[]; html: string }[] }[] }>
}

/**
 * What axe finds in a part of the page, in sentences; `fresh` stands for the elements that a walk noted under that name. Only
 * violations are reported: describing what passed takes longer than the rules. The rule that reads style sheets is experimental
 * and does not run. Runs in the page.
 */
export async function axeFinds([within, runOnly]: [string, AxeRules]): Promise<string[]> {
  const { axe, fresh = [] } = globalThis as unknown as { axe: Axe; fresh?: Element[] }
  // What was drawn anew since is found in the whole.
  const noted = fresh.every((element) => element.isConnected) ? { include: fresh } : 'main'
  const { violations } = await axe.run(within === 'fresh' ? noted : within, {
    runOnly,
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html}`).join(', ')}`)
}

/** Nothing that axe finds by the rules of WCAG 2.2 AA, on the whole page or in a part of it; of colours in both schemes. */
export async function expectAccessible(page: Page, { within = 'html' } = {}): Promise<void> {
  await expect(page.locator(within).first()).toBeVisible()
  await withAxe(page)
  await still(page)
  const found = await page.evaluate(axeFinds, [within, WCAG] as [string, AxeRules])
  const scheme = await page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))
  const paint = (to: string | null) =>
    page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name!), to)
  await paint(scheme === 'dark' ? 'light' : 'dark')
  await still(page)
  found.push(...(await page.evaluate(axeFinds, [within, CONTRAST] as [string, AxeRules])))
  await paint(scheme)
  expect(found, page.url()).toEqual([])
}

/** The page does not scroll sideways, at any width. */
export const expectNoOverflow = (page: Page): Promise<void> =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), page.url())
    .toBeLessThanOrEqual(0)

/** A call as the person signed in on the page makes it: to prepare what a journey is not about. */
export async function call<T = Record<string, unknown>>(
  page: Page,
  method: 'get' | 'post' | 'put',
  path: string,
  data?: unknown,
): Promise<T> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value
  const company = (await page.evaluate(() => localStorage.getItem('COMPANY_CODE')))!
  const answer = await page.request[method](`/api/v1/${path}`, {
    headers: { Authorization: `Bearer ${token}`, 'X-COMPANY-CODE': company },
    ...(data !== undefined && { data }),
  })
  const body = (await answer.json()) as { data: T }
  expect(answer.ok(), `${method} ${path}: ${JSON.stringify(body)}`).toBe(true)
  return body.data
}

/** Scrolls a long table to its last rows: only those in sight are drawn. */
export const toTheEnd = (page: Page): Promise<void> =>
  page
    .getByRole('table')
    .locator('xpath=..')
    .evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))

/** The id of the record that a code or name finds first. */
export async function idOf(page: Page, module: string, search: string): Promise<number> {
  const [found] = await call<{ id: number }[]>(page, 'get', `${module}/dropdown?search=${encodeURIComponent(search)}`)
  return found!.id
}

/** A new draft order: bolts and nuts from the first supplier, for any test. */
export async function draftOrder(page: Page, quantities: readonly number[] = [5, 8]): Promise<number> {
  const [supplier, location, nut] = await Promise.all([
    idOf(page, 'supplier', 'S0001'),
    idOf(page, 'inventory_location', 'MNL-WH'),
    idOf(page, 'item', 'FST-0001'),
  ])
  const values = await call(page, 'get', 'purchase_order/defaults')
  const from = await call(page, 'get', `supplier/find/${supplier}`)
  const item = await call(page, 'get', `item/find/${nut}`)
  const order = await call<{ id: number }>(page, 'post', 'purchase_order', {
    branch_id: values['branch_id'],
    transaction_date: values['transaction_date'],
    supplier_id: supplier,
    location_id: location,
    payment_term_id: from['payment_term_id'],
    tax_type_id: from['tax_type_id'],
    expected_date: '2030-01-15',
    items: quantities.map((qty) => ({ item_id: nut, uom_id: item['uom_id'], qty, unit_price: 10 })),
  })
  return order.id
}
