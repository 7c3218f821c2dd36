/** JSON in the layout of the descriptors: values that fit on a line are on one line. The formatter leaves the text unchanged. */
const WIDTH = 140

/** `around`: number of characters on the line beside the value: its name before it and the comma after it. */
export function layout(value: unknown, indent = 0, around = 0): string {
  const inline = oneLine(value)
  if (indent + around + inline.length <= WIDTH && (indent > 0 || !isGroup(value))) return inline
  if (typeof value !== 'object' || value === null) return inline
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((entry) => ['', entry])
    : Object.entries(value).map(([key, entry]) => [`${JSON.stringify(key)}: `, entry])
  const comma = (index: number) => Number(index < entries.length - 1)
  const parts = entries.map(([name, entry], index) => name + layout(entry, indent + 2, name.length + comma(index)))
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const pad = ' '.repeat(indent)
  return `${open}\n${parts.map((part) => `${pad}  ${part}`).join(',\n')}\n${pad}${close}`
}

const isGroup = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length > 0

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${oneLine(entry)}`)
  return entries.length ? `{ ${entries.join(', ')} }` : '{}'
}
