import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { useSession } from '../../routing/navigation.ts'
import styles from './account.module.css'
import { Picture } from './Picture.tsx'
import { Card, Facts, Head } from './parts.tsx'
import { pathOf, SECTIONS, type Section } from './sections.ts'
import { t } from './text.ts'

const OTHERS = SECTIONS.filter((section): section is Exclude<Section, 'home'> => section !== 'home')

/** The user's identity, and links to the other sections. */
const Home = () => {
  const session = useSession()
  return (
    <>
      <Head title={t('account.title')} text={t('account.homeText')} />
      <Card title={t('picture.title')}>
        <Picture />
      </Card>
      <Card title={t('basic.title')}>
        <Facts
          facts={[
            [t('field.username'), session?.user.username],
            [t('field.email'), session?.user.email],
            [t('field.role'), session?.user.user_role?.name],
            [t('field.company'), session?.company?.name],
            [t('field.branch'), session?.branch?.name],
          ]}
        />
      </Card>
      <nav className={styles.card} aria-label={t('account.title')}>
        <ul className={styles.links}>
          {OTHERS.map((section) => (
            <li key={section}>
              <Link to={pathOf(section)}>
                <span>
                  <strong>{t(`account.${section}`)}</strong>
                  <span>{t(`account.${section}Text`)}</span>
                </span>
                <IconChevronRight size={16} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}

export default Home
