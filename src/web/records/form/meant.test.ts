import { expect, test } from 'vitest'
import { isMeantBySaving } from './FormEditor.tsx'

test('13.5: on a phone handing in comes before saving a draft, posting does not', () => {
  expect(['new', 'edit', 'post', 'approval'].filter((code) => isMeantBySaving({ code }))).toEqual(['new', 'edit'])
})
