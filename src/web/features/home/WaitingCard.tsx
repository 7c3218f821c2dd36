import { useQuery } from '@tanstack/react-query'
import { label, t } from '../../i18n/home.ts'
import { Card } from './Card.tsx'
import { LinkList } from './LinkList.tsx'
import { landingQuery } from './queries.ts'

/** What waits for the user's decision, in all applications; nothing where nothing waits. */
export const WaitingCard = () => {
  const waiting = useQuery(landingQuery).data?.waiting ?? []
  if (waiting.length === 0) return null
  return (
    <Card title={t('waiting.title')}>
      <LinkList
        links={waiting.map(({ module, title, icon, count, route }) => ({ key: module, to: route, title: label(title), icon, count }))}
      />
    </Card>
  )
}
