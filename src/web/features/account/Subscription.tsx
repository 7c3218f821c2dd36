import { useQuery } from '@tanstack/react-query'
import { dateText, instantText } from '../../records/index/format.ts'
import styles from './account.module.css'
import { Card, Facts, Head, Loaded } from './parts.tsx'
import { instanceQuery } from './queries.ts'
import { InvoicesCard } from './tables.tsx'
import { t } from './text.ts'

const PLAIN = ['licensee', 'plan', 'seats', 'users', 'status', 'instance_id'] as const
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** The licence of the instance, read-only. */
const Subscription = () => {
  const instance = useQuery(instanceQuery)
  return (
    <>
      <Head title={t('account.subscription')} text={t('subscription.intro')} />
      <Card title={t('subscription.licence')} bare>
        <Loaded query={instance}>
          {(row) =>
            row ? (
              <div className={styles.cardBody}>
                <Facts
                  facts={[
                    ...PLAIN.map(
                      (name) =>
                        [t(`subscription.${name}`), textOf(row[name] ?? (name === 'seats' ? t('subscription.unlimited') : null))] as const,
                    ),
                    [t('subscription.valid_from'), dateText(row.valid_from)],
                    [t('subscription.valid_until'), dateText(row.valid_until)],
                    [t('subscription.activated_at'), instantText(row.activated_at)],
                  ]}
                />
              </div>
            ) : (
              <p className={styles.state}>{t('subscription.empty')}</p>
            )
          }
        </Loaded>
      </Card>
      <InvoicesCard brief />
    </>
  )
}

export default Subscription
