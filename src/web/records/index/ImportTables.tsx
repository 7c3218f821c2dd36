import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import styles from './ImportDialog.module.css'
import type { ImportMapping, ImportOutcome, ImportPreview, ImportSample } from './import.ts'
import { t } from './import-text.ts'

const SHOWN_ROWS = 200
/** Values of the column choice that are not columns. */
const UNCHOSEN = '?'
const IGNORED = '-'

/** The errors or warnings by their rows. */
export const Errors = ({ errors }: { errors: ImportPreview['errors'] }) => (
  <div className={styles.errors}>
    <table>
      <thead>
        <tr>
          <th scope="col">{t('import.row')}</th>
          <th scope="col">{t('import.field')}</th>
          <th scope="col">{t('import.problem')}</th>
        </tr>
      </thead>
      <tbody>
        {errors.slice(0, SHOWN_ROWS).map(({ row, field, message }) => (
          <tr key={`${row}:${field}:${message}`}>
            <td>{row}</td>
            <td>{field}</td>
            <td>{message}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** What each row makes or changes, a line per field. */
export const Outcomes = ({ outcomes }: { outcomes: readonly ImportOutcome[] }) => {
  const [limit, setLimit] = useState(SHOWN_ROWS)
  return (
    <section className={styles.errors} aria-label={t('import.outcomes')}>
      <table>
        <caption>{t('import.outcomes')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('import.row')}</th>
            <th scope="col">{t('import.record')}</th>
            <th scope="col">{t('import.field')}</th>
            <th scope="col">{t('import.from')}</th>
            <th scope="col">{t('import.to')}</th>
          </tr>
        </thead>
        <tbody>
          {outcomes.slice(0, limit).map(({ row, result, record, changes }) =>
            result === 'new' ? (
              <tr key={row}>
                <td>{row}</td>
                <td>{record}</td>
                <td colSpan={3} className={styles.fresh}>
                  {t('import.new')}
                </td>
              </tr>
            ) : (
              changes.map(({ field, from, to }, index) => (
                <tr key={`${row}:${index}`}>
                  <td>{index === 0 && row}</td>
                  <td>{index === 0 && record}</td>
                  <td>{field}</td>
                  <td className={styles.before}>{from || t('import.nothing')}</td>
                  <td>{to || t('import.nothing')}</td>
                </tr>
              ))
            ),
          )}
        </tbody>
      </table>
      {outcomes.length > limit && (
        <Button variant="subtle" size="xs" fullWidth onClick={() => setLimit(limit + SHOWN_ROWS)}>
          {t('import.more')}
        </Button>
      )}
    </section>
  )
}

interface MappingProps {
  titles: readonly string[]
  columns: readonly string[]
  mapping: ImportMapping
  onChoose: (title: string, column: string | undefined) => void
}

/** Asks for the columns of unknown titles of the file. */
export const Mapping = ({ titles, columns, mapping, onChoose }: MappingProps) => (
  <fieldset className={styles.mapping}>
    <legend>{t('import.mapping')}</legend>
    {titles.map((title) => (
      <NativeSelect
        key={title}
        size="xs"
        label={title}
        value={mapping[title] === '' ? IGNORED : (mapping[title] ?? UNCHOSEN)}
        onChange={({ currentTarget: { value } }) => onChoose(title, value === UNCHOSEN ? undefined : value === IGNORED ? '' : value)}
        data={[
          { value: UNCHOSEN, label: t('import.mapChoose') },
          { value: IGNORED, label: t('import.mapIgnore') },
          ...columns.map((column) => ({ value: column, label: column })),
        ]}
      />
    ))}
  </fieldset>
)

/** The first rows as they will be imported. */
export const Sample = ({ sample: { titles, rows } }: { sample: ImportSample }) => (
  <section className={styles.errors} aria-label={t('import.sample')}>
    <table>
      <caption>{t('import.sample')}</caption>
      <thead>
        <tr>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          // Rows of a sample stay where they are.
          <tr key={row}>
            {titles.map((title, index) => (
              <td key={title}>{cells[index]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
