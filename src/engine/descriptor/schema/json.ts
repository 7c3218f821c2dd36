/** JSON errors of a file in words, and mistakes that JSON parsers accept silently. */
import { type ParseError, printParseErrorCode, visit } from 'jsonc-parser'
import { step } from './structure.ts'

/** Texts for the error names of the parser. */
const WORDS: Readonly<Record<string, string>> = {
  InvalidSymbol: 'something stands here that is no value; texts stand in double quotes',
  InvalidNumberFormat: 'a number is not written as JSON has it',
  PropertyNameExpected: 'a key in double quotes is missing, or a comma stands before the closing brace',
  ValueExpected: 'a value is missing, or a comma stands before the closing bracket',
  ColonExpected: 'a colon is missing after the key',
  CloseBraceExpected: 'a closing brace } is missing',
  CloseBracketExpected: 'a closing bracket ] is missing',
  EndOfFileExpected: 'something stands after the end',
  InvalidCommentToken: 'comments are not allowed',
  UnexpectedEndOfComment: 'comments are not allowed',
  UnexpectedEndOfString: 'a closing quote is missing',
  UnexpectedEndOfNumber: 'a number breaks off',
  InvalidUnicode: 'a \\u escape is not complete',
  InvalidEscapeCharacter: 'a backslash stands before a character that needs none',
  InvalidCharacter: 'a line break or tab stands inside a text; write \\n or \\t',
}

/** An error of the parser in plain words. */
export function syntaxError({ error, offset }: ParseError, text: string): string {
  const name = printParseErrorCode(error)
  if (name !== 'CommaExpected') return WORDS[name] ?? 'it cannot be read'
  const line = text.slice(0, offset).trimEnd().split('\n').length
  return `a comma is missing after line ${line}`
}

interface RepeatedKey {
  readonly offset: number
  readonly pointer: string
  readonly key: string
}

/** Duplicate keys of an object: JSON takes the last of them, and the first is lost. */
export function repeatedKeys(text: string): RepeatedKey[] {
  const result: RepeatedKey[] = []
  const open: Set<string>[] = []
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, offset, _length, _line, _character, path) => {
      const keys = open.at(-1)!
      if (keys.has(key)) result.push({ offset, key, pointer: [...path(), key].map(step).join('') })
      keys.add(key)
    },
  })
  return result
}
