import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client.ts'
import { Await } from '../../ui/Await.tsx'
import { label, t } from '../admin/text.ts'
import classes from './console.module.css'

const words = (name: string): string => label(name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' '))

const text = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return t(value ? 'admin.yes' : 'admin.no')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value)
}

export const FactList = ({ facts }: { facts: Readonly<Record<string, unknown>> }) => (
  <dl className={classes.facts}>
    {Object.entries(facts).map(([name, value]) => (
      <div key={name}>
        <dt>{words(name)}</dt>
        <dd>{text(value)}</dd>
      </div>
    ))}
  </dl>
)

/** Names and values as the server answers them. */
export function Facts({ path }: { path: string }) {
  const facts = useQuery({
    queryKey: ['admin', 'console', path],
    queryFn: ({ signal }) => get<Record<string, unknown>>(path, undefined, signal),
  })
  return <Await query={facts}>{(data) => <FactList facts={data} />}</Await>
}
