import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { CASES, runCase } from '../../engine/runtime/expressions/suite.ts'

/** The cases that the server's tests run, run where the browser computes: both must agree to the last digit. */
const Expressions = () => (
  <>
    <h1>Expressions</h1>
    <ul>
      {CASES.map((each) => (
        <li key={`${each.row}:${each.expr}`}>
          <code>{each.expr}</code> → {JSON.stringify(each.result ?? each.problem)}
        </li>
      ))}
    </ul>
  </>
)
const meta: Meta = { title: 'Engine/Expressions', component: Expressions }
export default meta

export const SameAsOnTheServer: StoryObj = {
  play: async () => {
    const wrong = CASES.filter((each) => {
      const { result, problem } = runCase(each)
      return each.problem === undefined ? JSON.stringify(result) !== JSON.stringify(each.result) : !problem?.includes(each.problem)
    })
    await expect(CASES.length).toBeGreaterThan(50)
    await expect(wrong.map((each) => each.expr)).toEqual([])
  },
}
