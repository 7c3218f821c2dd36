import { useQuery } from '@tanstack/react-query'
import { post } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { t } from '../../i18n/home.ts'
import { toastError } from '../../ui/toast.ts'
import { Card, CardFailure } from './Card.tsx'
import styles from './MoodCard.module.css'
import { Face } from './MoodEmoji.tsx'
import { MOODS, type Mood } from './moods.ts'
import { feelingQuery } from './queries.ts'

/** Asks once a day how one feels; answering again the same day changes the answer. */
export const MoodCard = () => {
  const feeling = useQuery(feelingQuery)
  const current = feeling.data?.emoji
  const answer = async (emoji: Mood) => {
    const before = queryClient.getQueryData(feelingQuery.queryKey)
    await queryClient.cancelQueries({ queryKey: feelingQuery.queryKey })
    queryClient.setQueryData(feelingQuery.queryKey, () => ({ emoji }))
    try {
      await post('feeling_today', { emoji })
    } catch (error) {
      queryClient.setQueryData(feelingQuery.queryKey, () => before ?? null)
      toastError(error)
    }
  }
  return (
    <Card title={t('mood.title')}>
      {feeling.isError ? (
        <CardFailure error={feeling.error} onRetry={feeling.refetch} />
      ) : (
        <>
          <div role="group" aria-label={t('mood.title')} className={styles.moods}>
            {MOODS.map((mood) => (
              <button
                key={mood}
                type="button"
                className={styles.mood}
                aria-pressed={mood === current}
                aria-label={t(`mood.${mood}`)}
                title={t(`mood.${mood}`)}
                disabled={feeling.isPending}
                onClick={() => void answer(mood)}
              >
                <Face mood={mood} />
              </button>
            ))}
          </div>
          <p className={styles.said} aria-live="polite">
            {current ? t('mood.thanks') : t('mood.ask')}
          </p>
        </>
      )}
    </Card>
  )
}
