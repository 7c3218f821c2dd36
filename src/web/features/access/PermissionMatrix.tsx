import { Checkbox, CloseButton, Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react'
import { label, t } from '../admin/text.ts'
import { MatrixLineRow } from './MatrixLineRow.tsx'
import classes from './matrix.module.css'
import { columnsOf, type Edits, keyOf, linesOf, type MatrixRow, withCode } from './matrix.ts'
import { codeTitle } from './titles.ts'

const ROW_HEIGHT = 36
const OVERSCAN = 12
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/**
 * Modules down, permission codes across: a tick is a permission. One tab stop; arrows go from tick to tick,
 * Space gives and takes. Only the rows in sight are drawn, so that two hundred modules scroll like ten.
 */
export function PermissionMatrix({
  rows,
  edits,
  readOnly = false,
  switchable = false,
  title,
  tools,
  onChange,
}: {
  rows: readonly MatrixRow[]
  edits: Edits
  readOnly?: boolean
  /** Modules have a switch of their own beside their codes. */
  switchable?: boolean
  title: string
  tools?: ReactNode
  onChange: (rows: readonly MatrixRow[]) => void
}) {
  const [search, setSearch] = useState('')
  const [grantedOnly, setGrantedOnly] = useState(false)
  const [active, setActive] = useState<readonly [number, number]>([0, 0])
  const scroller = useRef<HTMLDivElement>(null)
  /** The target of the focus in the next frame: arrows pressed before it count from there. */
  const heading = useRef<readonly [number, number] | null>(null)
  const columns = useMemo(() => columnsOf(rows), [rows])
  const lines = useMemo(() => linesOf(rows, search, grantedOnly), [rows, search, grantedOnly])
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  const items = virtualizer.getVirtualItems()
  const first = items.find(({ index }) => lines[index]?.kind === 'row')?.index
  const stop = items.some(({ index }) => index === active[0] && lines[index]?.kind === 'row') ? active : ([first ?? 0, -2] as const)
  const latest = useRef(onChange)
  latest.current = onChange
  const change = useRef((row: MatrixRow) => latest.current([row])).current

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key]
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-line]')
    if (!step || !cell) return
    event.preventDefault()
    const from = heading.current ?? ([Number(cell.dataset.line), Number(cell.dataset.column)] as const)
    const found = nextCell(lines, columns, { cell: from, move: step, switchable })
    if (!found) return
    setActive(found)
    heading.current = found
    virtualizer.scrollToIndex(found[0])
    requestAnimationFrame(() => {
      const [line, column] = found
      scroller.current?.querySelector<HTMLElement>(`[data-line="${line}"][data-column="${column}"]`)?.focus({ preventScroll: true })
      if (heading.current === found) heading.current = null
    })
  }
  const giveColumn = (code: string) => {
    const shown = lines.flatMap((line) => (line.kind === 'row' && line.row.known.includes(code) ? [line.row] : []))
    const all = shown.every(({ codes }) => codes.includes(code))
    onChange(shown.map((row) => withCode(row, code, !all)))
  }
  const before = items[0]?.start ?? 0
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)
  const span = columns.length + 1 + Number(switchable)
  return (
    <div className={classes.matrix}>
      <div className={classes.tools}>
        <TextInput
          size="sm"
          className={classes.search!}
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder={t('matrix.search')}
          aria-label={t('matrix.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          rightSection={search && <CloseButton size="sm" aria-label={t('admin.clear')} onClick={() => setSearch('')} />}
        />
        <Checkbox label={t('matrix.grantedOnly')} checked={grantedOnly} onChange={(event) => setGrantedOnly(event.currentTarget.checked)} />
        <div className={classes.more}>{tools}</div>
      </div>
      <div ref={scroller} className={classes.scroller} {...(readOnly && { tabIndex: 0, role: 'group', 'aria-label': title })}>
        <table className={classes.table} aria-label={title} aria-rowcount={lines.length + 1} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <th scope="col" className={classes.corner}>
                {t('matrix.module')}
              </th>
              {switchable && <th scope="col">{t('matrix.enabled')}</th>}
              {columns.map((code) => (
                <th key={code} scope="col">
                  {readOnly ? (
                    codeTitle(code)
                  ) : (
                    <button type="button" title={t('matrix.column', { code: codeTitle(code) })} onClick={() => giveColumn(code)}>
                      {codeTitle(code)}
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <Spacer height={before} span={span} />
            {items.map(({ index }) => {
              const line = lines[index]!
              return line.kind === 'group' ? (
                <tr key={`group-${line.title}`} className={classes.group} aria-rowindex={index + 2}>
                  <th colSpan={span} scope="rowgroup">
                    <span>{label(line.title) || t('matrix.noGroup')}</span>
                    <Text span size="xs" c="dimmed" ml={8}>
                      {line.count}
                    </Text>
                  </th>
                </tr>
              ) : (
                <MatrixLineRow
                  key={keyOf(line.row)}
                  row={line.row}
                  index={index}
                  columns={columns}
                  readOnly={readOnly}
                  switchable={switchable}
                  changed={edits.has(keyOf(line.row))}
                  stop={stop[0] === index ? stop[1] : undefined}
                  onChange={change}
                />
              )
            })}
            <Spacer height={after} span={span} />
          </tbody>
        </table>
        {lines.length === 0 && <p className={classes.nothing}>{t('matrix.nothing')}</p>}
      </div>
    </div>
  )
}

const Spacer = ({ height, span }: { height: number; span: number }) =>
  height > 0 && (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  )

type Cell = readonly [line: number, column: number]
/** The next tick in a direction; headings and codes that a module does not know are passed over. Column -1 is the switch. */
function nextCell(
  lines: ReturnType<typeof linesOf>,
  columns: readonly string[],
  { cell: [line, column], move: [down, across], switchable }: { readonly cell: Cell; readonly move: Cell; readonly switchable: boolean },
): Cell | undefined {
  for (let [l, c] = [line + down, column + across]; l >= 0 && l < lines.length && c >= (switchable ? -1 : 0) && c < columns.length; ) {
    const there = lines[l]!
    if (there.kind === 'row' && (c < 0 || there.row.known.includes(columns[c]!))) return [l, c]
    l += down
    c += across
  }
  return undefined
}
