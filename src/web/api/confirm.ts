/** Questions of the server before it saves or overrides a rule: the dialogs register here to show them. */
import { ApiError } from './errors.ts'

/** Rule of a refusal that a confirmation overrides. */
const RULE = 'E_CONFIRM'
export const CONFIRM_HEADER = 'X-Confirm'

interface Question {
  readonly key: string
  readonly message: string
  readonly about?: string
}
/** `isRule`: what is asked is whether to override rules, not whether values are right. */
type Ask = (messages: readonly string[], isRule: boolean) => Promise<boolean>

let ask: Ask | undefined
/** Registers the function that asks the user; without one, a question stays a refusal. */
export const answerQuestions = (by: Ask | undefined): void => {
  ask = by
}

const isQuestion = (value: unknown): value is Question =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Question).key === 'string' &&
  typeof (value as Question).message === 'string'

/**
 * Makes a call; where the server asks a question, asks the user and makes the call again with the keys of the confirmed
 * ones. Throws an `AbortError` when the user declines.
 */
export async function confirming<T>(make: (confirmed: string | undefined) => Promise<T>): Promise<T> {
  const confirmed: string[] = []
  for (;;)
    try {
      return await make(confirmed.length ? confirmed.join(',') : undefined)
    } catch (error) {
      const questions = error instanceof ApiError && error.status === 422 && error.rule === RULE ? questionsOf(error) : []
      // Asking again for a key that was already sent would never end.
      if (!ask || !questions.length || questions.some(({ key }) => confirmed.includes(key))) throw error
      const isRule = questions.every(({ about }) => about === 'rule')
      if (
        !(await ask(
          questions.map(({ message }) => message),
          isRule,
        ))
      )
        throw new DOMException('Not confirmed', 'AbortError')
      confirmed.push(...questions.map(({ key }) => key))
    }
}

const questionsOf = ({ details }: ApiError): Question[] => {
  const given = (details as { questions?: unknown } | undefined)?.questions
  return Array.isArray(given) ? given.filter(isQuestion) : []
}
