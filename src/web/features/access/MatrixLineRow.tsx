import { memo } from 'react'
import { label, t } from '../admin/text.ts'
import classes from './matrix.module.css'
import { type MatrixRow, withAll, withCode } from './matrix.ts'
import { codeTitle } from './titles.ts'

/** One module: all of its codes at once, its switch, and a tick per code that it knows. Drawn again only when it changed. */
export const MatrixLineRow = memo(function MatrixLineRow({
  row,
  index,
  columns,
  readOnly,
  switchable,
  changed,
  stop,
  onChange,
}: {
  row: MatrixRow
  index: number
  columns: readonly string[]
  readOnly: boolean
  switchable: boolean
  changed: boolean
  /** The column of this row that Tab comes to; -2 is the first there is. */
  stop: number | undefined
  onChange: (row: MatrixRow) => void
}) {
  const title = label(row.title)
  const firstKnown = switchable ? -1 : columns.findIndex((code) => row.known.includes(code))
  const stopAt = stop === -2 ? firstKnown : stop
  const all = row.codes.length === row.known.length
  return (
    <tr aria-rowindex={index + 2} data-changed={changed || undefined} data-off={!row.enabled || undefined}>
      <th scope="row" className={classes.name} title={row.name}>
        {readOnly ? (
          title
        ) : (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t(all ? 'matrix.takeAll' : 'matrix.giveAll', { module: title })}
            title={t(all ? 'matrix.takeAll' : 'matrix.giveAll', { module: title })}
            onClick={() => onChange(withAll(row, !all))}
          >
            {title}
          </button>
        )}
        {changed && <span className={classes.changed}>{t('matrix.changed')}</span>}
      </th>
      {switchable && (
        <td>
          <input
            type="checkbox"
            className={classes.switch}
            aria-label={t('matrix.enable', { module: title })}
            title={row.codes.length === 0 ? t('matrix.enableFirst') : undefined}
            checked={row.enabled && row.codes.length > 0}
            disabled={readOnly || row.codes.length === 0}
            tabIndex={stopAt === -1 ? 0 : -1}
            data-line={index}
            data-column={-1}
            onChange={(event) => onChange({ ...row, enabled: event.currentTarget.checked })}
          />
        </td>
      )}
      {columns.map((code, column) => {
        if (!row.known.includes(code)) return <td key={code} />
        const given = row.codes.includes(code)
        const differs = row.inherited !== undefined && row.inherited.includes(code) !== given
        return (
          <td key={code} data-differs={differs || undefined} title={differs ? t(given ? 'matrix.added' : 'matrix.removed') : undefined}>
            <input
              type="checkbox"
              className={classes.tick}
              aria-label={`${title}: ${codeTitle(code)}${differs ? `, ${t('matrix.differs')}` : ''}`}
              checked={given}
              disabled={readOnly}
              tabIndex={stopAt === column ? 0 : -1}
              data-line={index}
              data-column={column}
              onChange={(event) => onChange(withCode(row, code, event.currentTarget.checked))}
            />
          </td>
        )
      })}
    </tr>
  )
})
