import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow, signIn, test, visit, withSession } from './support.ts'

/** A red square, two pixels wide. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
)

const menu = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions of ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

// S118
test('files are uploaded into a folder, shared, and seen by the other user', async ({ page, browser }) => {
  await withSession(page, 'admin')
  await page.goto('/media')
  await expect(page).toHaveURL(/\/media\/media_file$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Media Files' })).toBeVisible()
  // No sidebar here.
  await expect(page.getByRole('navigation', { name: /menu$/ })).toHaveCount(0)

  const mark = String(Date.now())
  const folder = `Permits ${mark}`
  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByLabel(/Name/).fill(folder)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: folder }).click()
  await expect(page.getByRole('navigation', { name: 'Folder path' })).toContainText(folder)

  const picture = `shelf-${mark}.png`
  const notes = `notes-${mark}.txt`
  await page.locator('input[type=file]').setInputFiles([
    { name: picture, mimeType: 'image/png', buffer: PICTURE },
    { name: notes, mimeType: 'text/plain', buffer: Buffer.from('Count the bolts first.\n') },
    { name: 'setup.exe', mimeType: 'application/octet-stream', buffer: Buffer.from([0x4d, 0x5a, 0x90, 0]) },
  ])
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await expect(uploads.getByText('1 file was not uploaded')).toBeVisible()
  await expect(uploads.getByText(/not accepted/)).toBeVisible()
  await uploads.getByRole('button', { name: 'Close the list of uploads' }).click()
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await expect(card(notes)).toContainText('23 Bytes')
  await expect(card(picture).locator('img')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: `Preview: ${notes}` }).click()
  await expect(page.getByRole('dialog').getByText('Count the bolts first.')).toBeVisible()
  await page.keyboard.press('Escape')

  // The other user sees what is shared with them, and only that.
  await menu(page, picture, 'Share')
  const sharing = page.getByRole('dialog', { name: `Share ${picture}` })
  await sharing.getByRole('radio', { name: 'Shared' }).check()
  const people = sharing.getByLabel(/People/)
  await people.fill('developer')
  const other = await browser.newPage()
  await signIn(other, 'developer')
  const name = (await other.getByRole('heading', { level: 1 }).textContent())!.replace('Hello, ', '')
  await people.fill(name)
  await page.getByRole('option', { name }).first().click()
  await sharing.getByRole('button', { name: 'Save' }).click()
  await expect(card(picture)).toContainText('Shared')

  await visit(other, '/media/media_file?scope=shared')
  await expect(other.getByRole('button', { name: `Preview: ${picture}` })).toBeVisible()
  await expect(other.getByRole('button', { name: `Preview: ${notes}` })).toHaveCount(0)
  await other.getByRole('button', { name: `Preview: ${picture}` }).click()
  await expect(other.getByRole('img', { name: picture })).toBeVisible()
  await expect(other.getByRole('dialog').getByRole('button', { name: 'Download' })).toBeEnabled()
  await other.keyboard.press('Escape')
  await other.getByRole('button', { name: `Actions of ${picture}` }).click()
  await expect(other.getByRole('menuitem', { name: 'Rename' })).toHaveCount(0)
  await other.close()

  // Renamed, moved out of the folder, found, deleted.
  await menu(page, notes, 'Rename')
  const minutes = `minutes-${mark}.txt`
  await page.getByRole('dialog').getByLabel(/Name/).fill(minutes)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await menu(page, minutes, 'Move')
  await page.getByRole('dialog').getByRole('radio', { name: 'My files' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Move here' }).click()
  await expect(card(minutes)).toHaveCount(0)
  await page.getByLabel('Search files and folders').fill(mark)
  await expect(page.getByText(`3 matches for “${mark}”`)).toBeVisible()
  for (const file of [minutes, picture]) {
    await menu(page, file, 'Delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(card(file)).toHaveCount(0)
  }
  await menu(page, folder, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No files or folders match')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('files dropped on the page are uploaded', async ({ page }) => {
  await withSession(page, 'admin')
  await page.goto('/media/media_file')
  const name = `dropped-${Date.now()}.txt`
  const data = await page.evaluateHandle((called) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['dropped'], called, { type: 'text/plain' }))
    return transfer
  }, name)
  const screen = page.getByRole('region', { name: 'Media Files' })
  await screen.dispatchEvent('dragover', { dataTransfer: data })
  await expect(page.getByText('Drop the files to upload them here')).toBeVisible()
  await screen.dispatchEvent('drop', { dataTransfer: data })
  await expect(page.getByRole('button', { name: `Preview: ${name}` })).toBeVisible()
  await page.getByRole('button', { name: 'Close the list of uploads' }).click()
  await menu(page, name, 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('button', { name: `Preview: ${name}` })).toHaveCount(0)
})
