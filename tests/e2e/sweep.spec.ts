import { expect, type Page } from '@playwright/test'
import { type AxeRules, axeFinds, CONTRAST, call, signIn, test, visit, WCAG, withAxe } from './support.ts'

interface Entry {
  readonly application: string
  readonly name: string
  readonly kind: string
  readonly actions: readonly string[]
}
interface Navigation {
  applications: { name: string; groups: { modules: Omit<Entry, 'application'>[] }[] }[]
}

const DESK = { width: 1366, height: 850 }
const PHONE = { width: 390, height: 844 }

/** The modules that a developer, who reaches all of them, has in the menus; each where it stands first. */
async function modulesOf(page: Page): Promise<Entry[]> {
  const { applications } = await call<Navigation>(page, 'get', 'meta/navigation')
  const found = new Map<string, Entry>()
  for (const { name: application, groups } of applications)
    for (const { modules } of groups)
      for (const module of modules) if (!found.has(module.name)) found.set(module.name, { application, ...module })
  return [...found.values()]
}

/** The screens of a module; a record is opened where there is one. */
async function screensOf(page: Page, { application, name, kind, actions }: Entry): Promise<string[]> {
  const base = `/${application}/${name}`
  const keeps = !['dashboard', 'page', 'report'].includes(kind) && actions.includes('view')
  const [record] = keeps ? await call<{ id?: number }[]>(page, 'get', `${name}?per_page=1`) : []
  return [base, ...(actions.includes('new') ? [`${base}/new`] : []), ...(record?.id ? [`${base}/view/${record.id}`] : [])]
}

/** How far the page scrolls sideways, once the screen is drawn at the width that it has now. Runs in the page. */
async function overflow(): Promise<number> {
  const { documentElement: root } = document
  const over = () => root.scrollWidth - root.clientWidth
  // What is measured before it is drawn comes with a frame of its own.
  for (let frames = 0; frames < 60 && (frames < 2 || over() > 0); frames++) await new Promise(requestAnimationFrame)
  return over()
}

/**
 * Remembers what kinds of elements the main part shows, and answers how many are of a new one: a tag with its classes,
 * colours, attributes, roles and states, and whether it has a label and a text, inside of such a tag. Screens are drawn by
 * the same few renderers; axe would say of an element what it said of the first of its kind. Runs in the page.
 */
async function findNewKinds(): Promise<number> {
  // What follows from the width is drawn a frame after it changed.
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
  const page = globalThis as { kinds?: Set<string>; fresh?: Element[] }
  const known = (page.kinds ??= new Set())
  const fresh: Element[] = []
  /** Attributes whose values tell renderers apart; of others it counts that they are there. */
  const telling =
    /^(role|type|tabindex|disabled|readonly|data-(tone|variant|size|error|disabled|active|frozen|switch|density)|aria-(hidden|expanded|checked|selected|invalid|disabled|readonly|required|current|haspopup|orientation|live))$/
  const ignored = /^(id|style|d|x|y|points|href|value|alt|data-(?!tone|variant|size|error|disabled|active|frozen|switch|density).*)$/
  // Icons differ in their drawing only.
  const tagOf = (element: Element): string => `${element.tagName}.${element.getAttribute('class')?.replace(/tabler-icon-[\w-]+/, '')}`
  const kindOf = (element: Element): string =>
    [
      tagOf(element),
      ...element
        .getAttributeNames()
        .filter((name) => name !== 'class' && !ignored.test(name))
        .map((name) => (telling.test(name) ? `${name}=${element.getAttribute(name)}` : name))
        .sort(),
      ...(element.getAttribute('style')?.match(/[\w-]*(color|background|bg)\b[^;]*/g) ?? []),
      (element as HTMLInputElement).labels?.length ? 'labelled' : '',
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()) ? 'text' : '',
    ].join(' ')
  const visit = (element: Element, above: string, isWithin: boolean): void => {
    const kind = `${above} > ${kindOf(element)}`
    const isNew = !known.has(kind)
    known.add(kind)
    // What is inside of a new one is looked at with it.
    if (isNew && !isWithin) fresh.push(element)
    // A picture is one thing.
    if (element.tagName !== 'svg') for (const child of element.children) visit(child, tagOf(element), isNew || isWithin)
  }
  const main = document.querySelector('main')
  if (main) visit(main, '', false)
  page.fresh = fresh
  return fresh.length
}

/** Shows or hides the page. What is hidden is laid out but not painted, which takes an eighth less time; axe leaves it out. */
const show = (page: Page, isShown: boolean): Promise<void> =>
  page.evaluate((visibility) => void (document.documentElement.style.visibility = visibility), isShown ? '' : 'hidden')

/** What axe finds in the elements of new kinds by the rules of WCAG 2.2 AA, and of the colours once more in the dark. */
async function inBothSchemes(page: Page): Promise<string[]> {
  const finds = (rules: AxeRules) => page.evaluate(axeFinds, ['fresh', rules] as [string, AxeRules])
  const paint = (scheme: string) =>
    page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), scheme)
  await show(page, true)
  const light = await finds(WCAG)
  await paint('dark')
  const dark = await finds(CONTRAST)
  await paint('light')
  await show(page, false)
  return [...light, ...dark.map((violation) => `${violation} (dark)`)]
}

test.describe.configure({ mode: 'parallel' })
// A trace of a hundred screens costs more than walking them.
test.use({ trace: 'off' })

/** In parts, so that two workers share them evenly and none takes long; the first ones have most kinds of elements to look at. */
const PARTS = 6
/** The kinds of elements that this worker's earlier parts had axe look at. */
let kinds: string[] = []
for (let part = 0; part < PARTS; part++)
  test(`every screen of every module opens without errors, is accessible, and fits a phone (${part + 1} of ${PARTS})`, async ({ page }) => {
    test.setTimeout(480_000)
    // Colours are looked at as they are, not on their way there.
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const said: string[] = []
    page.on('console', (message) => {
      // The developer is no employee: their own employee record is refused, and the page says why.
      const refused = /\/employee_profile$/.test(page.url()) && message.text().includes('422')
      if (message.type() === 'error' && !refused) said.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => said.push(`${page.url()}: ${error.message}`))
    await signIn(page, 'developer')
    // Puts axe into the page, where it stays: the following screens are drawn without reloading it.
    await withAxe(page)
    await show(page, false)
    await page.evaluate((names) => void Object.assign(globalThis, { kinds: new Set(names) }), kinds)
    const modules = await modulesOf(page)
    expect(modules.length).toBeGreaterThan(100)
    const found: string[] = []
    const asDesk = async (path: string) => {
      if (await page.evaluate(findNewKinds)) found.push(...(await inBothSchemes(page)).map((violation) => `${path}: ${violation}`))
    }
    const asPhone = async (path: string) => {
      if ((await page.evaluate(overflow)) > 0) found.push(`${path}: scrolls sideways on a phone`)
    }
    let last = ''
    let isPhone = false
    for (const module of modules.filter((_, index) => index % PARTS === part))
      for (const path of await screensOf(page, module)) {
        // Records of two modules may be called the same; the title would not tell one from the other.
        if (last.includes('/view/') && path.includes('/view/')) await visit(page, '/help')
        last = path
        await visit(page, path)
        // Each screen comes at one width and is then drawn at the other: every second one on the phone first.
        await (isPhone ? asPhone(path) : asDesk(path))
        isPhone = !isPhone
        await page.setViewportSize(isPhone ? PHONE : DESK)
        await (isPhone ? asPhone(path) : asDesk(path))
      }
    expect(found).toEqual([])
    kinds = await page.evaluate(() => [...(globalThis as unknown as { kinds: Set<string> }).kinds])
    // What the policy of the page refuses is said on the console too.
    expect(said).toEqual([])
  })
