import { expect, type Page } from '@playwright/test'
import { call, forgetSession, PASSWORD, signInByForm as signIn, test } from './support.ts'

/** What would run if any of it were taken for markup; each sets the mark or asks another host. */
const ATTACKS = [
  `<img src=x onerror="window.hit=1">`,
  `"><script>window.hit=1</script>`,
  `<svg onload=window.hit=1>`,
  `javascript:window.hit=1`,
  `{{constructor.constructor('window.hit=1')()}}`,
] as const
const ATTACK = ATTACKS.slice(0, 3).join('')

/** Records forbidden actions of a page: dialogs, calls to other hosts, violations of the policy. */
function watch(page: Page): () => Promise<void> {
  const heard: string[] = []
  page.on('dialog', (dialog) => {
    heard.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^https?:$/.test(protocol) && !['127.0.0.1', 'localhost'].includes(hostname)) heard.push(`request ${request.url()}`)
  })
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) heard.push(message.text())
  })
  return async () => {
    expect(await page.evaluate(() => (window as unknown as { hit?: number }).hit)).toBeUndefined()
    expect(await page.evaluate(() => document.querySelectorAll('img[onerror], svg[onload], [src="x"]').length)).toBe(0)
    expect(heard).toEqual([])
  }
}

const submit = async (page: Page): Promise<void> => {
  await page
    .getByLabel(/company/i)
    .first()
    .selectOption({ label: 'Mabuhay Trading Corporation' })
  await page.getByLabel(/username/i).fill('buyer')
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
}

/** Addresses after the sign-in that lead elsewhere, as browsers read them. */
const ELSEWHERE = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '/../..//evil.example',
  '/%2e%2e//evil.example',
]

test('signing in never redirects to another site', async ({ page, baseURL }) => {
  const requireQuiet = watch(page)
  for (const next of ELSEWHERE)
    await test.step(JSON.stringify(next), async () => {
      await forgetSession(page)
      await page.goto(`/login?next=${encodeURIComponent(next)}`)
      await submit(page)
      await page.waitForURL((url) => url.pathname !== '/login')
      expect(new URL(page.url()).origin, next).toBe(new URL(baseURL!).origin)
      await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible()
      await requireQuiet()
    })
})

test('the session cookie is sent to no other site and removed on sign-out', async ({ page, context }) => {
  await signIn(page, 'buyer')
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'token')
  expect(cookie).toMatchObject({ sameSite: 'Strict', path: '/', secure: page.url().startsWith('https:') })
  expect(cookie!.expires - Date.now() / 1000).toBeLessThanOrEqual(86_400)
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(cookie!.value)
  await page.getByRole('button', { name: 'Profile menu' }).click()
  await page.getByRole('menuitem', { name: /log ?out|sign out/i }).click()
  await expect(page).toHaveURL(/\/login/)
  expect((await context.cookies()).filter(({ name }) => name === 'token')).toEqual([])
  const old = await page.request.get('/api/v1/validate', { headers: { authorization: `Bearer ${cookie!.value}` } })
  expect(old.status()).toBe(401)
})

test('the page cannot be framed', async ({ page, baseURL }) => {
  await page.setContent(`<iframe src="${baseURL}/login" width="600" height="600"></iframe>`)
  const frame = page.frames()[1]
  await expect.poll(() => frame?.url() ?? '').not.toContain('about:blank')
  expect(await frame!.evaluate(() => document.querySelectorAll('input').length).catch(() => 0)).toBe(0)
})

test('script in any text stays text: lists, views, forms, comments, notifications, tasks, files, print', async ({ page }) => {
  const requireQuiet = watch(page)
  const mark = String(Date.now())
  await signIn(page, 'admin')
  const make = <T = { id: number }>(path: string, data: unknown) => call<T>(page, 'post', path, data)
  const brand = await make('brand', { code: `X${mark.slice(-8)}`, name: `${mark} ${ATTACK}`.slice(0, 120) })
  const me = (await call<unknown>(page, 'get', 'user/dropdown?search=admin')) as { id: number }[]
  await make(`comments/brand/${brand.id}`, { comment: `${mark} ${ATTACKS.join(' ')}`, mentions: [me[0]!.id] })
  await make('todo', { title: `${mark} ${ATTACK}`, description: ATTACK })
  await make('support_ticket', { subject: `${mark} ${ATTACK}`, description: ATTACK, page_url: ATTACKS[3] })
  await make('chatbot/send', { message: ATTACK })
  await make('tagging', { name: `${mark} <img src=x onerror="window.hit=1">`, color: '#e03131' }).catch(() => undefined)

  const visit = async (path: string, shows: string | RegExp): Promise<void> => {
    await page.goto(path)
    await expect(page.getByText(shows).first()).toBeVisible()
    await requireQuiet()
  }
  await visit('/', `${mark} <img src=x`)
  await visit(`/procurement/brand?search=${mark}`, `${mark} <img src=x`)
  await visit(`/procurement/brand/view/${brand.id}`, `${mark} <img src=x`)
  await expect(page.getByText(ATTACKS[4]).first()).toBeVisible()
  await page.goto(`/procurement/brand/edit/${brand.id}`)
  await expect(page.getByLabel(/^Name/).first()).toHaveValue(new RegExp(mark))
  await requireQuiet()
  // What is reflected: searches, filters, addresses of nothing.
  for (const path of [
    `/procurement/brand?search=${encodeURIComponent(ATTACK)}`,
    `/procurement/brand?filter[name]=${encodeURIComponent(ATTACK)}&sort=${encodeURIComponent(ATTACK)}`,
    `/procurement/${encodeURIComponent(ATTACKS[0])}`,
    `/${encodeURIComponent(ATTACKS[2])}/brand`,
    `/procurement/brand/view/${encodeURIComponent(ATTACKS[0])}`,
    `/login?next=${encodeURIComponent(ATTACKS[3])}#${ATTACKS[3]}`,
    `/forgot-password?email=${encodeURIComponent(ATTACK)}`,
  ]) {
    await page.goto(path)
    await expect(page.locator('main, form').first()).toBeVisible()
    // What is shown only after the answers are there.
    await expect(page.locator('[aria-busy=true], .mantine-Skeleton-root, .mantine-Loader-root')).toHaveCount(0)
    await requireQuiet()
  }
})

test('file names and notifications are shown as text', async ({ page, browser }) => {
  const other = await browser.newPage()
  const requireQuiet = watch(other)
  const mark = String(Date.now())
  await signIn(page, 'admin')
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')!.value
  const upload = await page.request.post('/api/v1/media/upload-file', {
    headers: { authorization: `Bearer ${token}` },
    multipart: {
      privacy: 'public',
      file: { name: `${mark} &lt;b&gt;'onerror=hit.txt`, mimeType: 'text/html', buffer: Buffer.from(ATTACK) },
    },
  })
  expect(upload.ok()).toBe(true)
  const brand = await call<{ id: number }>(page, 'post', 'brand', { code: `Y${mark.slice(-8)}`, name: mark })
  const [buyer] = await call<{ id: number }[]>(page, 'get', 'user/dropdown?search=buyer')
  await call(page, 'post', `comments/brand/${brand.id}`, { comment: `${mark} ${ATTACK}`, mentions: [buyer!.id] })

  await signIn(other, 'buyer')
  await other.goto('/me/notification')
  await expect(other.getByText(/mentioned you/).first()).toBeVisible()
  await requireQuiet()
  await other.goto('/media')
  await requireQuiet()
  await other.goto(`/procurement/brand/view/${brand.id}`)
  await expect(other.getByText(`${mark} <img src=x`).first()).toBeVisible()
  await requireQuiet()
  await other.close()
})
