/** Questions that the server asks before it saves: the dialogs register here to answer them. */
import { ApiError } from './errors.ts'

/** Rule of a refusal that a confirmation lifts. */
const RULE = 'E_CONFIRM'
export const CONFIRM_HEADER = 'X-Confirm'

interface Question {
  readonly key: string
  readonly message: string
}
type Ask = (messages: readonly string[]) => Promise<boolean>

let ask: Ask | undefined
/** Names who asks people; without anybody a question stays a refusal. */
export const answerQuestions = (by: Ask | undefined): void => {
  ask = by
}

const isQuestion = (value: unknown): value is Question =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Question).key === 'string' &&
  typeof (value as Question).message === 'string'

/**
 * Makes a call; where the server asks, asks the person and makes it again with the keys of what was confirmed. Throws an
 * `AbortError` when the person declines.
 */
export async function confirming<T>(make: (confirmed: string | undefined) => Promise<T>): Promise<T> {
  const confirmed: string[] = []
  for (;;)
    try {
      return await make(confirmed.length ? confirmed.join(',') : undefined)
    } catch (error) {
      const questions = error instanceof ApiError && error.status === 422 && error.rule === RULE ? questionsOf(error) : []
      // A key that is asked again after it was sent would be asked for ever.
      if (!ask || !questions.length || questions.some(({ key }) => confirmed.includes(key))) throw error
      if (!(await ask(questions.map(({ message }) => message)))) throw new DOMException('Not confirmed', 'AbortError')
      confirmed.push(...questions.map(({ key }) => key))
    }
}

const questionsOf = ({ details }: ApiError): Question[] => {
  const given = (details as { questions?: unknown } | undefined)?.questions
  return Array.isArray(given) ? given.filter(isQuestion) : []
}
