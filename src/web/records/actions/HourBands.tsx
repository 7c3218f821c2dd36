import { Text } from '@mantine/core'
import { formatTime } from '../../fields/dates.ts'
import { label } from '../../i18n/index.ts'
import { brief } from '../planner/words.ts'
import classes from './bands.module.css'

/** Stretches of a day, in minutes from its midnight. */
export interface Band {
  readonly title: string
  readonly tone: string
  readonly spans: readonly (readonly [number, number])[]
  readonly marks?: readonly number[]
}

const HOUR = 60
const DAY = 24 * HOUR

/** The whole hours that contain everything, an hour free at either side. */
export function hoursAround(bands: readonly Band[]): { from: number; to: number } {
  const minutes = bands.flatMap(({ spans, marks = [] }) => [...spans.flat(), ...marks])
  return { from: (Math.floor(Math.min(...minutes) / HOUR) - 1) * HOUR, to: (Math.ceil(Math.max(...minutes) / HOUR) + 1) * HOUR }
}

const clock = (minute: number): string => {
  const within = ((minute % DAY) + DAY) % DAY
  return formatTime(`${String(Math.floor(within / HOUR)).padStart(2, '0')}:${String(within % HOUR).padStart(2, '0')}`)
}
const spoken = ({ spans, marks = [] }: Band): string =>
  [...spans.map(([from, to]) => `${clock(from)} – ${clock(to)}`), ...marks.map(clock)].join(', ')

/** Bands below each other on one line of hours; each says its hours in words as well. */
export function HourBands({ bands }: { readonly bands: readonly Band[] }) {
  if (!bands.length) return null
  const { from, to } = hoursAround(bands)
  const place = (minute: number): string => `${((minute - from) / (to - from)) * 100}%`
  const every = (to - from) / HOUR > 14 ? 3 : 2
  // None at the ends, where a text would stand out of the line.
  const ticks = Array.from({ length: (to - from) / HOUR - 1 }, (_, index) => from + (index + 1) * HOUR).filter(
    (minute) => (minute / HOUR) % every === 0,
  )
  return (
    <dl className={classes.bands}>
      {bands.map((band) => (
        <div key={band.title} className={classes.row}>
          <dt>
            {label(band.title)}{' '}
            <Text span size="xs" c="dimmed">
              {spoken(band)}
            </Text>
          </dt>
          <dd className={classes.line} aria-hidden>
            {band.spans.map(([start, end]) => (
              <span
                key={start}
                className={classes.span}
                data-tone={band.tone}
                style={{ insetInlineStart: place(start), width: `${((end - start) / (to - from)) * 100}%` }}
              />
            ))}
            {band.marks?.map((minute) => (
              <span key={minute} className={classes.mark} style={{ insetInlineStart: place(minute) }} />
            ))}
          </dd>
        </div>
      ))}
      <div className={classes.hours} aria-hidden>
        {ticks.map((minute) => (
          <span key={minute} style={{ insetInlineStart: place(minute) }}>
            {brief(minute)}
          </span>
        ))}
      </div>
    </dl>
  )
}
