import { Alert, Skeleton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { get } from '../../api/client.ts'
import { errorDetail } from '../../api/errors.ts'
import { t } from '../../i18n/home.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import styles from './Help.module.css'

interface HelpPage {
  title: string
  text: string
  route: string | null
}

const helpQuery = queryOptions({
  queryKey: ['help'],
  queryFn: ({ signal }) => get<HelpPage[]>('help', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

const speaksOf = (page: HelpPage, words: readonly string[]): boolean => {
  const text = `${page.title} ${page.text}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

/** The product's own help pages, for companies that have no help center. */
const Help = () => {
  const [search, setSearch] = useState('')
  const pages = useQuery(helpQuery)
  usePageTitle(t('help.page'))
  const helpPages = pages.data?.filter((page) => speaksOf(page, search.toLowerCase().split(/\s+/)))
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('help.page')}</h1>
      <p className={styles.intro}>{t('help.pageText')}</p>
      <TextInput
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        placeholder={t('help.search')}
        aria-label={t('help.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      {pages.isError && <Alert color="red">{errorDetail(pages.error)}</Alert>}
      {pages.isPending && <Skeleton height={320} aria-busy="true" />}
      {helpPages?.length === 0 && <p className={styles.intro}>{t('help.nothing')}</p>}
      <div className={styles.list}>
        {helpPages?.map((page) => (
          <section key={page.title} className={styles.entry}>
            <h2 className={styles.heading}>{page.title}</h2>
            <p className={styles.text}>{page.text}</p>
            {page.route && (
              <Link to={page.route} className={styles.link} aria-label={`${t('help.open')}: ${page.title}`}>
                {t('help.open')}
              </Link>
            )}
          </section>
        ))}
      </div>
    </div>
  )
}

export default Help
