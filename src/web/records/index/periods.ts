import dayjs from 'dayjs'
import { t } from '../../i18n/index.ts'
import { today as businessDay } from '../../state/zone.ts'

interface Period {
  title: string
  from: string
  to: string
}

const DATE = 'YYYY-MM-DD'

/** The most common periods of filters, around `today`; weeks begin on Monday. */
export const periods = (today = dayjs(businessDay())): Period[] => {
  const monday = today.subtract((today.day() + 6) % 7, 'day')
  const lastMonth = today.subtract(1, 'month')
  const span = (title: string, from: dayjs.Dayjs, to: dayjs.Dayjs): Period => ({
    title,
    from: from.format(DATE),
    to: to.format(DATE),
  })
  return [
    span(t('period.today'), today, today),
    span(t('period.week'), monday, monday.add(6, 'day')),
    span(t('period.month'), today.startOf('month'), today.endOf('month')),
    span(t('period.lastMonth'), lastMonth.startOf('month'), lastMonth.endOf('month')),
    span(t('period.year'), today.startOf('year'), today.endOf('year')),
  ]
}
