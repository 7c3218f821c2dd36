/** Titles of notices, which the server writes in English, in the reader's language. */
import { afterAll, expect, test } from 'vitest'
import { setLocale } from '../../i18n/core.ts'
import { noticeTitle } from './text.ts'

afterAll(() => setLocale('en'))

test('titles of notices are said in the language of the reader; names and numbers stay', async () => {
  await setLocale('fil')
  expect(noticeTitle('LV-2026-000001: cancellation asked')).toBe('LV-2026-000001: hiniling na kanselahin')
  expect(noticeTitle('LV-2026-000001: cancellation declined')).toBe('LV-2026-000001: tinanggihan ang pagkansela')
  expect(noticeTitle('Leave Filing LV-2026-000001: voided')).toBe('Leave Filing LV-2026-000001: na-void')
  expect(noticeTitle('Leave Filing LV-2026-000001: approval due')).toMatch(/ LV-2026-000001: kailangan ang pag-apruba$/)
  expect(noticeTitle('Purchase Order 7: approved')).toMatch(/ 7: aprubado$/)
  expect(noticeTitle('Leave Filing 7 still awaits your approval')).toBe('Naghihintay pa ng iyong pag-apruba: Leave Filing 7')
  expect(noticeTitle('Reyes, Ana: last day 2026/12/31')).toBe('Reyes, Ana: last day 2026/12/31')
  await setLocale('en')
  expect(noticeTitle('Leave Filing LV-2026-000001: voided')).toBe('Leave Filing LV-2026-000001: voided')
})
