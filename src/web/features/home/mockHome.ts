/** Responses for Home from memory, for stories. */
import type { Row } from '../../../engine/model/module.ts'
import type { MockAnswer, MockCall } from '../../testing/api.ts'
import type { Landing, Todo } from './queries.ts'

const PEOPLE = ['Maria Santos', 'Jose Ramirez', 'Ana Reyes', 'Paolo Cruz', 'Liza Bautista', 'Ramon Dizon']

export const TASKS: readonly Todo[] = [
  {
    id: 1,
    title: 'Call Cebu Hardware Depot',
    description: 'About the damaged bolts of last week.',
    due_date: '2026-11-21',
    is_done: false,
    duration_in_days: 0,
  },
  { id: 2, title: 'Send the canvass for bond paper', due_date: '2026-11-22', is_done: false, duration_in_days: 1 },
  { id: 3, title: 'Renew the business permit', due_date: '2026-12-05', is_done: false, duration_in_days: 14 },
  { id: 4, title: 'Clean up the supplier list', due_date: null, is_done: false, duration_in_days: null },
  { id: 5, title: 'Book the van', due_date: '2026-11-18', is_done: true, duration_in_days: -3 },
]

const data = (value: unknown): MockAnswer => ({ status: 200, body: { success: true, data: value } })

/** A server that remembers tasks and the mood for as long as the story runs. */
export const homeServer = (start: { tasks?: readonly Todo[]; emoji?: string; waiting?: Landing['waiting'] } = {}) => {
  let tasks = [...(start.tasks ?? TASKS)]
  let emoji = start.emoji ?? null
  const sent: MockCall[] = []
  const answer = (call: MockCall): MockAnswer | undefined => {
    const { method, path } = call
    const body = (call.body ?? {}) as Row
    if (method !== 'GET') sent.push(call)
    if (path === 'landing')
      return data({
        greeting_name: 'Maria',
        recent_active_user: PEOPLE.map((name) => ({ name, avatar_path: null })),
        total_user: 9,
        waiting: start.waiting ?? [],
        support_ticket_url: null,
        help_center_url: 'https://help.example.com',
      })
    if (path === 'feeling_today/getToday') return data(emoji ? { emoji } : null)
    if (path === 'feeling_today') {
      emoji = String(body.emoji)
      return data({ emoji })
    }
    if (path === 'todo/paginate') return data(call.query.get('page') === '1' ? tasks : [])
    if (path === 'todo') {
      const task = { is_done: false, duration_in_days: null, ...body, id: tasks.length + 1 } as Todo
      tasks = [task, ...tasks]
      return data(task)
    }
    if (/^todo\/\d+$/.test(path)) {
      const id = Number(path.split('/')[1])
      tasks =
        method === 'DELETE' ? tasks.filter((task) => task.id !== id) : tasks.map((task) => (task.id === id ? { ...task, ...body } : task))
      return data(tasks.find((task) => task.id === id) ?? null)
    }
    if (path === 'support_ticket') return data({ id: 1, ticket_no: 'TKT-000001', ...body })
    return undefined
  }
  return { answer, sent }
}
