import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useListHref } from '../../../routing/list-href.ts'
import { Card } from '../Card.tsx'
import { BarList } from '../charts/BarList.tsx'
import { t } from '../text.ts'
import { filterBy, thisYear } from './filters.ts'
import type { Attrition, TalentFigures } from './types.ts'

/** Separations of this year, by department, team or time zone; rates against the mean headcount of the year so far. */
export function AttritionCard({ figures }: { figures: TalentFigures }) {
  const all = [
    { value: 'department', name: t('talent.byDepartment'), field: 'department_id', rows: figures.attrition_by_departments },
    { value: 'team', name: t('talent.byTeam'), field: 'team_id', rows: figures.attrition_by_teams },
    { value: 'zone', name: t('talent.byZone'), field: undefined, rows: figures.attrition_by_timezone },
  ].filter((candidate) => candidate.rows !== null)
  const [chosen, setChosen] = useState(all[0]?.value)
  const wayTo = useListHref()
  const shown = all.find((candidate) => candidate.value === chosen)
  if (!shown) return null
  // The separated employees. There is no list of employees whose zone comes from their team or branch.
  const to = (row: Attrition) =>
    row.separated && shown.field ? wayTo('employee', `?${filterBy(shown.field, row.id)}&${thisYear('date_separated')}`) : undefined
  return (
    <Card title={t('talent.attrition')}>
      <SegmentedControl
        size="xs"
        mb="sm"
        aria-label={t('talent.attrition')}
        value={shown.value}
        onChange={setChosen}
        data={all.map(({ value, name }) => ({ value, label: name }))}
      />
      <BarList
        rows={(shown.rows ?? []).map((row) => ({
          key: row.id ?? 0,
          label: row.name || t('talent.unassigned'),
          value: row.rate,
          text: `${row.rate}% · ${row.separated} / ${row.headcount}`,
          to: to(row),
        }))}
      />
    </Card>
  )
}
