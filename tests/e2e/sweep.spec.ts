import { expect, type Page, test } from '@playwright/test'
import { call, expectAccessible, expectNoOverflow, signIn } from './support.ts'

interface Navigation {
  applications: { name: string; groups: { modules: { name: string; kind: string; actions: string[] }[] }[] }[]
}

/** Goes to an address as a link of the page does, without loading the page anew, until the screen is whole. */
async function goTo(page: Page, path: string): Promise<void> {
  const before = await page.locator('h1').first().textContent()
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await expect(page.locator('h1').first()).not.toHaveText(before!)
  await expect(page.locator('main').locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
}

/** The screens of every module that a developer, who reaches all of them, has in his menus; records are opened where there are any. */
async function screens(page: Page): Promise<string[]> {
  const { applications } = await call<Navigation>(page, 'get', 'meta/navigation')
  const paths = new Map<string, string[]>()
  for (const application of applications)
    for (const { modules } of application.groups)
      for (const { name, kind, actions } of modules) {
        const base = `/${application.name}/${name}`
        if (paths.has(name)) continue
        const keeps = !['dashboard', 'page', 'report'].includes(kind) && actions.includes('view')
        const [record] = keeps ? await call<{ id?: number }[]>(page, 'get', `${name}?per_page=1`) : []
        paths.set(name, [base, ...(actions.includes('new') ? [`${base}/new`] : []), ...(record?.id ? [`${base}/view/${record.id}`] : [])])
      }
  return [...paths.values()].flat()
}

interface Axe {
  run(
    within: string,
    options: { runOnly: { type: 'rule' | 'tag'; values: string[] }; resultTypes: string[] },
  ): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>
}

/** What axe finds in the main part by the rules of WCAG 2.2 AA, and of the colours once more in the dark. Runs in the page. */
async function inBothSchemes(): Promise<string[]> {
  const { axe } = globalThis as unknown as { axe: Axe }
  const root = document.documentElement
  const run = async (runOnly: { type: 'rule' | 'tag'; values: string[] }) =>
    (await axe.run('main', { runOnly, resultTypes: ['violations'] })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  const light = await run({ type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
  root.setAttribute('data-mantine-color-scheme', 'dark')
  const dark = await run({ type: 'rule', values: ['color-contrast'] })
  root.setAttribute('data-mantine-color-scheme', 'light')
  return [...light, ...dark.map((violation) => `${violation} (dark)`)]
}

test.describe.configure({ mode: 'parallel' })
// A trace of a hundred screens costs more than walking them.
test.use({ trace: 'off' })

/** In parts, so that two workers share them evenly. */
const PARTS = 6
for (let part = 0; part < PARTS; part++)
  test(`no screen of any module errs, is inaccessible, or scrolls sideways on a phone (${part + 1} of ${PARTS})`, async ({ page }) => {
    test.setTimeout(480_000)
    // Colours are looked at as they are, not on their way there.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const said: string[] = []
    page.on('console', (message) => {
      // The developer is no employee: his own employee record is refused, and the page says why.
      const refused = /\/employee_profile$/.test(page.url()) && message.text().includes('422')
      if (message.type() === 'error' && !refused) said.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => said.push(`${page.url()}: ${error.message}`))
    await signIn(page, 'developer')
    const paths = await screens(page)
    // Puts axe into the page, where it stays: the screens that follow are drawn without loading it anew.
    await expectAccessible(page)
    const found: string[] = []
    expect(paths.length).toBeGreaterThan(100)
    let last = ''
    for (const path of paths.filter((_, index) => index % PARTS === part)) {
      // Records of two modules may be called the same; the title would not tell one from the other.
      if (last.includes('/view/') && path.includes('/view/')) await goTo(page, '/help')
      last = path
      await goTo(page, path)
      found.push(...(await page.evaluate(inBothSchemes)).map((violation) => `${path}: ${violation}`))
      await page.setViewportSize({ width: 390, height: 844 })
      await expectNoOverflow(page)
      await page.setViewportSize({ width: 1366, height: 850 })
    }
    expect(found).toEqual([])
    // What the policy of the page refuses is said on the console too.
    expect(said).toEqual([])
  })
