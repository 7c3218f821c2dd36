import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import type { Aggregate } from '../../../engine/model/aggregate.ts'
import { installMockApi, type MockAnswer, type MockCall, refusal } from '../../testing/api.ts'
import IndexPage from '../index/IndexPage.tsx'
import { figuresOf, order, shownAt } from './storyFigures.tsx'

const meta: Meta<typeof IndexPage> = { title: 'Records/States of figures', component: IndexPage, parameters: { ownRouter: true } }
export default meta
type Story = StoryObj<typeof IndexPage>
/** The screen's code comes with the first story. */
const SLOW = { timeout: 15_000 }

const good = (data: unknown, total: number): MockAnswer => ({
  status: 200,
  body: { success: true, data, pagination: { page: 1, per_page: 25, total } },
})
const noFigures: Aggregate = { groups: [], measures: [], rows: [], total_groups: 0, totals: { values: [0] } }
const answers = (figures: (query: URLSearchParams) => MockAnswer, records: MockAnswer) => () =>
  installMockApi(({ path, query }: MockCall) =>
    path.endsWith('/aggregate') ? figures(query) : path.endsWith('/paginate') ? records : undefined,
  )

const EMPTY = answers(() => good(noFigures, 0), good([], 0))
const SINGLE = answers((query) => good(figuresOf(query, 1), 1), good([order(1, 'draft')], 1))
const BROKEN = answers(
  () => refusal(500, 'Sorry something went wrong with our server.', { reference_id: '7f3a91c2' }),
  refusal(500, 'Sorry something went wrong with our server.', { reference_id: '7f3a91c2' }),
)

const says =
  (text: string | RegExp): Story['play'] =>
  async ({ canvasElement }) =>
    void (await expect((await within(canvasElement).findAllByText(text, undefined, SLOW))[0]).toBeVisible())

const GROUPED = [shownAt('/?show=grouped&group=supplier_id&measure=sum:total')]
const PIVOT = [shownAt('/?show=pivot&group=supplier_id&across=status&measure=sum:total')]
const CHART = [shownAt('/?show=chart&group=supplier_id&measure=sum:total')]
const BOARD = [shownAt('/?show=board')]

export const GroupedEmpty: Story = { decorators: GROUPED, beforeEach: EMPTY, play: says('No records match.') }
export const GroupedOne: Story = { decorators: GROUPED, beforeEach: SINGLE, play: says(/Acme Builders/) }
export const GroupedFailing: Story = { decorators: GROUPED, beforeEach: BROKEN, play: says(/7f3a91c2/) }
export const PivotEmpty: Story = { decorators: PIVOT, beforeEach: EMPTY, play: says('No records match.') }
export const PivotOne: Story = { decorators: PIVOT, beforeEach: SINGLE, play: says(/Acme Builders/) }
export const PivotFailing: Story = { decorators: PIVOT, beforeEach: BROKEN, play: says(/7f3a91c2/) }
export const ChartEmpty: Story = { decorators: CHART, beforeEach: EMPTY, play: says('No records match.') }
export const ChartOne: Story = { decorators: CHART, beforeEach: SINGLE, play: says(/Acme Builders/) }
export const ChartFailing: Story = { decorators: CHART, beforeEach: BROKEN, play: says(/7f3a91c2/) }
export const BoardEmpty: Story = { decorators: BOARD, beforeEach: EMPTY, play: says('Draft') }
export const BoardOne: Story = { decorators: BOARD, beforeEach: SINGLE, play: says('PO-2026-000001') }
export const BoardFailing: Story = { decorators: BOARD, beforeEach: BROKEN, play: says(/7f3a91c2/) }
