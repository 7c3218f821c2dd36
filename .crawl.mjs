import { open, signIn, go, api } from '/work/tools/lib.mjs'
import { writeFileSync } from 'node:fs'
const base = 'http://127.0.0.1:4180'
const t = (await (await fetch(base+'/api/v1/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({company_code:'DEMO',username:'admin',password:'Demo#2026'})})).json())
const token = t.token ?? t.data.token
const mods = (await api(base, token, 'GET', '/meta/modules')).body.data
const pages = []
for (const m of mods) {
  const list = await api(base, token, 'GET', `/${m.name}/paginate?limit=1`)
  const id = list.body?.data?.[0]?.id
  pages.push({ m: m.name, app: m.application, kind: 'index', path: `/${m.application}/${m.name}` })
  if (id) pages.push({ m: m.name, app: m.application, kind: 'view', path: `/${m.application}/${m.name}/${id}` })
  pages.push({ m: m.name, app: m.application, kind: 'new', path: `/${m.application}/${m.name}/new` })
}
writeFileSync('/tmp/sheets/pages.json', JSON.stringify(pages))
const modes = { index: { width: 1366, height: 800 }, view: { width: 1366, height: 800, dark: true }, new: { width: 390, height: 800 } }
const bad = []
for (const [kind, mode] of Object.entries(modes)) {
  const { browser, context, page } = await open({ base, ...mode })
  await signIn(context, base, 'admin')
  if (mode.dark) await page.addInitScript(() => { try { localStorage.setItem('mantine-color-scheme-value', 'dark'); localStorage.setItem('color-scheme','dark') } catch {} })
  page.on('pageerror', (e) => bad.push([page.url(), String(e)]))
  for (const p of pages.filter((x) => x.kind === kind)) {
    try {
      await page.goto(base + p.path, { waitUntil: 'domcontentloaded' })
      await page.locator('h1').first().waitFor({ timeout: 15000 })
      await page.waitForTimeout(450)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
      if (wide) bad.push([p.path, 'scrolls sideways'])
      await page.screenshot({ path: `/tmp/sheets/${kind}-${p.m}.png` })
    } catch (e) { bad.push([p.path, String(e).slice(0, 150)]) }
  }
  await browser.close()
}
writeFileSync('/tmp/sheets/bad.json', JSON.stringify(bad, null, 1))
console.log('done', pages.length, bad.length)
