/** Texts that a spreadsheet would run as formulas: made harmless in exports, and as they were in imports. */

const NUMBER = /^-?\d+(\.\d+)?$/
const AT_START = /^(?='*[=+\-@\t\r])/
/**
 * Spreadsheets of some regions split lines at semicolons, whatever the quotes of a file that separates by commas say:
 * what follows a semicolon, a tab or a line break begins a cell there, behind spaces and quotes.
 */
const WITHIN = /([;\t\r\n][ \v\f\u00a0\u2000-\u200a\u3000"']*)(?=[=+\-@])/g

/** The text with an apostrophe before every sign with which a cell could begin a formula. Numbers stay as they are. */
export const defuse = (text: string): string => (NUMBER.test(text) ? text : text.replaceAll(WITHIN, "$1'").replace(AT_START, "'"))

/** What `defuse` was given. */
export const restore = (text: string): string =>
  text.replace(/^'(?='*[=+\-@\t\r])/, '').replaceAll(/([;\t\r\n][ \v\f\u00a0\u2000-\u200a\u3000"']*)'(?=[=+\-@])/g, '$1')
