/** Texts that a spreadsheet would run as formulas: made harmless in exports, and restored in imports. */

const NUMBER = /^-?\d+(\.\d+)?$/
const AT_START = /^(?='*[=+\-@\t\r])/
/**
 * In some regions, spreadsheets split lines at semicolons despite the quotes of a comma-separated file: there, the text
 * after a semicolon, a tab or a line break begins a cell, behind spaces and quotes.
 */
const WITHIN = /([;\t\r\n][ \v\f\u00a0\u2000-\u200a\u3000"']*)(?=[=+\-@])/g

/** The text with an apostrophe before every character with which a cell could begin a formula. Numbers stay as they are. */
export const defuse = (text: string): string => (NUMBER.test(text) ? text : text.replaceAll(WITHIN, "$1'").replace(AT_START, "'"))

/** Reverses `defuse`. */
export const restore = (text: string): string =>
  text.replace(/^'(?='*[=+\-@\t\r])/, '').replaceAll(/([;\t\r\n][ \v\f\u00a0\u2000-\u200a\u3000"']*)'(?=[=+\-@])/g, '$1')
