import { expect, test } from 'vitest'

const files = import.meta.glob<Record<string, string>>('./en*.json', { import: 'default', eager: true })

/** All files end up in one catalogue, where the first to come would stand for both. */
test('no message has two texts', () => {
  const owners = new Map<string, string[]>()
  for (const [file, messages] of Object.entries(files))
    for (const key of Object.keys(messages)) owners.set(key, [...(owners.get(key) ?? []), file])
  expect([...owners].filter(([, found]) => found.length > 1)).toEqual([])
})

const translations = import.meta.glob<{ messages: Record<string, string> }>(['./*.json', '!./en*.json'], { import: 'default', eager: true })

test('a translation has the messages that English has, no others, with the same values in them', () => {
  const english = Object.assign({}, ...Object.values(files)) as Record<string, string>
  const values = (text = '') =>
    text
      .match(/\{\{\w+\}\}/g)
      ?.sort()
      .join() ?? ''
  for (const [file, { messages }] of Object.entries(translations)) {
    expect(Object.keys(messages).sort(), file).toEqual(Object.keys(english).sort())
    for (const [key, text] of Object.entries(messages)) {
      expect(text.trim(), `${file} ${key}`).not.toBe('')
      expect(values(text), `${file} ${key}`).toBe(values(english[key]))
    }
  }
})
