/** How users write numbers: a point before the decimals, commas only between thousands. */

const NUMBER = /^[+-]?(\d{1,3}(,\d{3})+(\.\d*)?|\d+(\.\d*)?|\.\d+)$/

/**
 * The number without its thousands separators; undefined when the text is not a number. A comma anywhere else, as in `1,5`
 * or `1.234,50` of countries with decimal commas, is not read: leaving it out would make the number ten or a hundred times
 * as large.
 */
export const digitsOf = (text: string): string | undefined => (NUMBER.test(text) ? text.replaceAll(',', '') : undefined)
