import type { Field } from '../../../engine/model/module.ts'
import { isNumeric } from '../../fields/registry.tsx'
import { label, t } from '../../fields/text.ts'
import classes from './grid.module.css'

interface Props {
  readonly fields: readonly Field[]
  /** Column widths, as the rows have them. */
  readonly template: string
  /** Name of the column that stays visible while the others scroll. */
  readonly frozen: string | undefined
  readonly readOnly: boolean
}

/** The column titles of a line grid. */
export function GridHead({ fields, template, frozen, readOnly }: Props) {
  return (
    <div role="row" aria-rowindex={1} className={classes.head} style={{ gridTemplateColumns: template }}>
      <div role="columnheader" className={classes.startHead}>
        <span className={classes.visuallyHidden}>{t('grid.rowNumber')}</span>
      </div>
      {fields.map((field, column) => (
        <div
          key={field.name}
          role="columnheader"
          aria-colindex={column + 2}
          className={classes.headCell}
          title={label(field.title)}
          data-frozen={field.name === frozen || undefined}
          data-end={isNumeric(field.type) || undefined}
        >
          {label(field.title)}
          {field.required && !readOnly && (
            <span className={classes.star} aria-hidden>
              {' '}
              *
            </span>
          )}
        </div>
      ))}
      {!readOnly && (
        <div role="columnheader" className={classes.endHead}>
          <span className={classes.visuallyHidden}>{t('grid.rowActions')}</span>
        </div>
      )}
    </div>
  )
}
