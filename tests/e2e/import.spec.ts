import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { expectAccessible, test, withSession } from './support.ts'

/** A workbook of one sheet, as small as Excel accepts it. */
function workbook(rows: readonly (readonly string[])[]): Buffer {
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const cell = (text: string, row: number, column: number) =>
    `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`
  const cells = rows
    .map((texts, row) => `<row r="${row + 1}">${texts.map((text, column) => cell(text, row, column)).join('')}</row>`)
    .join('')
  const files = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells}</sheetData></worksheet>`,
  }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(head + text)]))))
}

test('an import names its invalid rows, and is completed once they are corrected', async ({ page }) => {
  const code = `IMP${Date.now().toString(36).toUpperCase()}`
  await withSession(page, 'admin')
  await page.goto(`/procurement/supplier?search=${code}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import Suppliers' })
  const write = dialog.getByRole('button', { name: /^Import/ })

  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Template' }).click()
  const template = (await readFile(await (await download).path(), 'utf8')).replace('\uFEFF', '').trim()
  // What must be filled in is marked, and a row shows how it is written.
  expect(template).toMatch(/^Code \*,Name \*,Entity type[ *]*,TIN.*\r?\nExample: /)
  await expect(write).toBeDisabled()

  const choose = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByLabel('File (CSV or Excel)').click()
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
  }
  const titles = ['Code', 'Name', 'Entity type', 'TIN', 'Email', 'Credit limit']
  const rows = [
    [`${code}-1`, 'Imported One', 'Corporation', '123-456-789-000', 'one@example.ph', '1000'],
    [`${code}-2`, '', 'Corporation', '', 'two@example.ph', ''],
    [`${code}-3`, 'Imported Three', 'No Such Kind', '', 'not an address', 'plenty'],
    [`${code}-1`, 'Imported Four', 'Corporation', '', '', ''],
    [`${code}-5`, 'Imported Five', 'Corporation', '', '', '1', '000'],
  ]
  await choose('suppliers.csv', Buffer.from(['Code,Supplier name,Entity type', ...rows.map((row) => row.join(','))].join('\n')))
  await expect(write).toBeDisabled()
  await dialog.getByLabel('Supplier name').selectOption('Name')
  await expect(dialog.getByText(/problems in/)).toBeVisible()

  await choose('suppliers.csv', Buffer.from([titles, ...rows].map((row) => row.join(',')).join('\n')))
  const problem = (row: number, field: string) => dialog.getByRole('row', { name: new RegExp(`^${row} ${field} `) })
  await expect(problem(3, 'Name')).toContainText('Field is required')
  await expect(problem(4, 'Entity type')).toContainText('"No Such Kind" was not found.')
  await expect(problem(4, 'Email')).toBeVisible()
  await expect(problem(4, 'Credit limit')).toBeVisible()
  await expect(problem(5, 'Code')).toBeVisible()
  await expect(dialog.getByText('There are more cells in this row than titles.')).toBeVisible()
  await expect(write).toBeDisabled()
  await expectAccessible(page)

  // The same rows, mended, as a workbook.
  rows[1]![1] = 'Imported Two'
  rows[2] = [`${code}-3`, 'Imported Three', 'Corporation', '', 'three@example.ph', '2500.50']
  rows[3]![0] = `${code}-4`
  rows.pop()
  await choose('suppliers.xlsx', workbook([titles, ...rows]))
  await expect(dialog.getByText('4 rows are ready to be imported.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 4 rows' }).click()
  await expect(dialog).toBeHidden()
  for (const name of ['Imported One', 'Imported Two', 'Imported Three', 'Imported Four'])
    await expect(page.getByRole('row', { name: new RegExp(`${code}-\\d ${name} `) })).toBeVisible()
})
