import { DatePicker } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'

/** A month to pick a day from. Loads when it is first opened: most dates are typed. */
const Calendar = ({ value, min, onPick }: { value: string | null; min?: string | undefined; onPick: (value: string) => void }) => (
  <DatePicker
    value={value}
    {...(value && { defaultDate: value })}
    {...(min && { minDate: min })}
    onChange={(picked) => picked && onPick(picked)}
  />
)
export default Calendar
