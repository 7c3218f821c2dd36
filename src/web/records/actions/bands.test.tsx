import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { HourBands, hoursAround } from './HourBands.tsx'

const shift = { title: 'Shift', tone: 'grey', spans: [[480, 720] as const, [780, 1020] as const] }

it('draws the hours of a day, with a text for screen readers', () => {
  expect(hoursAround([shift, { title: 'Punches', tone: 'green', spans: [[500, 1105]] }])).toEqual({ from: 420, to: 1200 })
  const text = renderToStaticMarkup(
    <MantineProvider env="test">
      <HourBands bands={[shift, { title: 'Punches', tone: 'green', spans: [], marks: [1470] }]} />
    </MantineProvider>,
  ).replace(/<[^>]*>/g, ' ')
  expect(text).toContain('08:00 AM – 12:00 PM, 01:00 PM – 05:00 PM')
  // The line of hours is in the same format, without the minutes of full hours.
  expect(text.replace(/\s+/g, ' ')).toContain(' 9 AM 12 PM 3 PM ')
  // Half past midnight of the next day.
  expect(text).toContain('12:30 AM')
})
