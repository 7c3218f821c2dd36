import { Link } from 'react-router-dom'
import { ModuleIcon } from '../../ui/ModuleIcon.tsx'
import styles from './LinkList.module.css'

interface HomeLink {
  readonly key: string
  readonly to: string
  readonly title: string
  readonly icon?: string | null | undefined
  readonly count?: number
}

/** Links of a card, each with its icon and, where something is counted, its number. */
export const LinkList = ({ links }: { links: readonly HomeLink[] }) => (
  <ul className={styles.list}>
    {links.map(({ key, to, title, icon, count }) => (
      <li key={key}>
        <Link to={to} className={styles.link}>
          <ModuleIcon name={icon ?? 'table'} size={16} />
          <span className={styles.title}>{title}</span>
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </Link>
      </li>
    ))}
  </ul>
)
