import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOutdated, ownBuild, reloadIfOutdated } from './build.ts'

const page = (build: string) => {
  document.head.innerHTML = `<meta name="build" content="${build}">`
}
const serve = (build: string | Error) =>
  vi.stubGlobal('fetch', async () => {
    if (build instanceof Error) throw build
    return new Response(JSON.stringify({ success: true, data: { build } }))
  })
beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('a page is outdated when the server has another build, not when the build is unknown', async () => {
  page('aaa')
  serve('bbb')
  expect(await isOutdated()).toBe(true)
  serve('aaa')
  expect(await isOutdated()).toBe(false)
  serve(new Error('offline'))
  expect(await isOutdated()).toBe(false)
  page('__BUILD__')
  serve('bbb')
  expect([ownBuild(), await isOutdated()]).toEqual([undefined, false])
})

test('an outdated page is reloaded once for each build', async () => {
  const reload = vi.fn()
  page('aaa')
  serve('bbb')
  expect([await reloadIfOutdated(reload), await reloadIfOutdated(reload)]).toEqual([true, false])
  serve('ccc')
  expect(await reloadIfOutdated(reload)).toBe(true)
  serve('aaa')
  expect(await reloadIfOutdated(reload)).toBe(false)
  expect(reload).toHaveBeenCalledTimes(2)
})
