import { expect, test } from 'vitest'

const files = import.meta.glob<Record<string, string>>('./en*.json', { import: 'default', eager: true })

/** All files end up in one catalogue, where the first text of a key would be used for both. */
test('no message has two translations', () => {
  const owners = new Map<string, string[]>()
  for (const [file, messages] of Object.entries(files))
    for (const key of Object.keys(messages)) owners.set(key, [...(owners.get(key) ?? []), file])
  expect([...owners].filter(([, found]) => found.length > 1)).toEqual([])
})

const filipino = import.meta.glob<Record<string, string>>(['./fil*.json', '!./fil.labels.json', '!./fil.server.json'], {
  import: 'default',
  eager: true,
})

test('each part of the Filipino messages has the keys of the English one, and no others', () => {
  expect(
    Object.keys(filipino)
      .map((file) => file.replace('/fil', '/en'))
      .sort(),
  ).toEqual(Object.keys(files).sort())
  for (const [file, messages] of Object.entries(filipino))
    expect(Object.keys(messages).sort(), file).toEqual(Object.keys(files[file.replace('/fil', '/en')]!).sort())
})
