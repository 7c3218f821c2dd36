import { Code } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../api/client.ts'
import type { DescriptorProblem } from '../../api/types.ts'
import { t } from '../../i18n/index.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import styles from './Problems.module.css'

const ASK_EVERY_MS = 2000

/** For implementers: the checker's messages on broken descriptors. The list empties when they are corrected. */
const Problems = () => {
  usePageTitle(t('problems.title'))
  const problems = useQuery({
    queryKey: ['problems'],
    queryFn: ({ signal }) => get<DescriptorProblem[]>('meta/problems', undefined, signal),
    refetchInterval: ASK_EVERY_MS,
  })
  if (problems.isError) return <ErrorPage error={problems.error} onRetry={problems.refetch} />
  if (!problems.data) return null
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('problems.title')}</h1>
      <p className={styles.intro}>
        {problems.data.length === 0 ? t('problems.none') : t('problems.some', { count: problems.data.length })}
      </p>
      {[...Map.groupBy(problems.data, ({ file }) => file)].map(([file, descriptorProblems]) => (
        <section key={file} className={styles.file}>
          <h2>
            <Code>{file}</Code>
          </h2>
          <ul>
            {descriptorProblems.map(({ pointer, line, message, hint }) => (
              <li key={`${pointer}:${message}`}>
                <span className={styles.place}>
                  {t('problems.line', { line })} <Code>{pointer || '/'}</Code>
                </span>
                <strong>{message}</strong>
                {hint && <span className={styles.hint}>{hint}</span>}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

export default Problems
