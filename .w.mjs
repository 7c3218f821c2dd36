import { open, signIn, go, shot } from '/work/tools/lib.mjs'
const base='http://127.0.0.1:4180'
const {browser,context,page}=await open({base}); await signIn(context,base,'admin')
for (const p of ['talent/fringe_benefit','talent/daily_time_record','talent/sss_contribution_payment','talent/time_sheet','financial/bill']) { await go(page,`${base}/${p}`); await page.waitForTimeout(700)
 console.log(p, await page.evaluate(()=>{const t=document.querySelector('table'); const s=t.parentElement; return [s.scrollWidth,s.clientWidth]})); await shot(page,`/tmp/c-${p.split('/')[1]}.png`,false)}
await browser.close()
