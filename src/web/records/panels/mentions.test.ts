import { describe, expect, test } from 'vitest'
import { mentionedIn, pieces, typedAt, withMention } from './mentions.ts'

describe('mentions', () => {
  test('an @ at the beginning of a word begins a name of at most two words', () => {
    expect(typedAt('@', 1)).toEqual({ from: 0, search: '' })
    expect(typedAt('Please, @Mar', 12)).toEqual({ from: 8, search: 'Mar' })
    expect(typedAt('Please, @Maria San', 18)).toEqual({ from: 8, search: 'Maria San' })
    expect(typedAt('maria@example', 13)).toBeUndefined()
    expect(typedAt('@Maria Santos now go', 20)).toBeUndefined()
    expect(typedAt('@Mar\n', 5)).toBeUndefined()
  })

  test('the name replaces the typed part', () => {
    expect(withMention('Ask @mar about it', 8, { from: 4, search: 'mar' }, 'Maria Santos')).toEqual({
      text: 'Ask @Maria Santos about it',
      caret: 18,
    })
  })

  test('only users still named are mentioned, once', () => {
    const people = [
      { id: 1, name: 'Ana Reyes' },
      { id: 2, name: 'Jose Cruz' },
      { id: 1, name: 'Ana Reyes' },
    ]
    expect(mentionedIn('@Ana Reyes and @Ana Reyes', people)).toEqual([1])
  })

  test('the longer of two names is matched, and regular expression characters are literal', () => {
    expect(pieces('Hi @Ana Reyes Jr. (x)', ['Ana Reyes', 'Ana Reyes Jr.'])).toEqual([
      { text: 'Hi ', mention: false },
      { text: '@Ana Reyes Jr.', mention: true },
      { text: ' (x)', mention: false },
    ])
    expect(pieces('plain', [])).toEqual([{ text: 'plain', mention: false }])
  })
})
