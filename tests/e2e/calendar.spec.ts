import { expect } from '@playwright/test'
import { call, expectAccessible, expectNoOverflow, test, withSession } from './support.ts'

type Id = { id: number }

/** A year in which no other test files. */
const MONTH = '2031-05'

test('filings are shown by day of the month, opened and returned from, also on a phone', async ({ page }) => {
  await withSession(page, 'admin')
  const [employee] = await call<Id[]>(page, 'get', 'employee/dropdown')
  const town = `Dumaguete ${Date.now()}`
  await call(page, 'post', 'official_business_filing', {
    employee_id: employee!.id,
    date_from: `${MONTH}-08`,
    date_to: `${MONTH}-13`,
    time_from: '08:00',
    time_to: '17:00',
    destination: town,
    purpose: 'Opening of the branch',
  })
  await page.goto('/talent/official_business_filing')
  await page.getByRole('button', { name: /^View as/ }).click()
  await page.getByRole('menuitem', { name: 'Calendar' }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  await page.goto(`/talent/official_business_filing?show=calendar&month=${MONTH}`)
  // From Thursday over the weekend to Tuesday: a bar on each of its six days.
  const bars = page.getByRole('link', { name: town })
  await expect(bars).toHaveCount(6)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('nobody is called so')
  await expect(bars).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Search', exact: true }).fill('')
  await expect(bars).toHaveCount(6)

  // By keys: to the day, into it, and back to where one was.
  await page.getByRole('gridcell', { name: /^Thursday, May 1, 2031/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('gridcell', { name: /^Thursday, May 8, 2031, \d+ entr/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/official_business_filing\/view\/\d+$/)
  await page.goBack()
  await expect(bars).toHaveCount(6)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('heading', { name: 'Thursday, May 8, 2031' })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test.describe('far from the company', () => {
  test.use({ timezoneId: 'America/New_York' })
  test("punches are shown and entered in the company's time", async ({ page }) => {
    await withSession(page, 'admin')
    const [employee] = await call<Id[]>(page, 'get', 'employee/dropdown')
    // Five past eight in Manila is the evening of the day before in New York.
    const { id } = await call<Id>(page, 'post', 'shift_schedule', {
      employee_id: employee!.id,
      date: `${MONTH}-20`,
      shift_template_id: (await call<Id[]>(page, 'get', 'shift_template/dropdown'))[0]!.id,
      time_in: `${MONTH}-20T00:05:00.000Z`,
      time_out: `${MONTH}-20T09:00:00.000Z`,
    })
    await page.goto(`/talent/shift_schedule/view/${id}`)
    await expect(page.getByTitle('Time in Asia/Manila (GMT+8).').first()).toHaveText('2031/05/20 08:05 AM')
    await page.goto(`/talent/shift_schedule/edit/${id}`)
    await expect(page.getByText('Time in Asia/Manila (GMT+8).').first()).toBeVisible()
    await expect(page.getByRole('button', { name: /Time in/ }).first()).toHaveText('2031/05/20 08:05 AM')
  })
})
