import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import { useMediaQuery } from '@mantine/hooks'
import classes from '../fields.module.css'
import { calendarLabels, Dates } from './Dates.tsx'

/** Two months to pick a day from, one on phones. Loads when it is first opened: most dates are typed. */
const Calendar = ({
  value,
  start,
  min,
  onPick,
}: {
  value: string | null
  /** Day that the calendar opens on while there is no value; today unless given. */
  start?: string | undefined
  min?: string | undefined
  onPick: (value: string) => void
}) => {
  const narrow = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  return (
    <Dates>
      <DatePicker
        value={value}
        ariaLabels={calendarLabels()}
        className={classes.calendar!}
        numberOfColumns={narrow ? 1 : 2}
        columnsToScroll={1}
        {...((value ?? start) && { defaultDate: (value ?? start)! })}
        {...(min && { minDate: min })}
        onChange={(picked) => picked && onPick(picked)}
      />
    </Dates>
  )
}
export default Calendar
