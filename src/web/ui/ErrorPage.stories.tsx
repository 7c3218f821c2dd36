import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { ApiError } from '../api/errors.ts'
import { ChunkLoadError } from './chunk.ts'
import { ErrorPage, ModuleNotFound } from './ErrorPage.tsx'

const meta: Meta<typeof ErrorPage> = { title: 'Pages/Error page', component: ErrorPage, args: { onRetry: fn() } }
export default meta
type Story = StoryObj<typeof ErrorPage>

const showsError = (title: string, button = 'Try again'): Story['play'] => {
  return async ({ args, canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(await canvas.findByRole('heading', { name: title })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: button }))
    await expect(args.onRetry).toHaveBeenCalledOnce()
  }
}

export const NotFound: Story = {
  args: { error: new ApiError(404, { message: 'The record was not found.' }) },
  play: showsError('Not found'),
}
export const NoModule: Story = { args: { error: new ModuleNotFound() } }
export const Forbidden: Story = { args: { error: new ApiError(403, { message: 'You may not see purchase orders.' }) } }
/** The server's own fault, with the number that support asks for. */
export const Fault: Story = {
  args: { error: new ApiError(500, { message: 'Sorry something went wrong with our server.', reference_id: '7f3a91c2' }) },
}
/** A rule says what to do first; nothing is broken. */
export const Refused: Story = {
  args: { error: new ApiError(422, { message: 'PAY-0001 is not computed yet.', rule: 'E_NOT_COMPUTED' }) },
  play: showsError('Not possible yet'),
}
export const Offline: Story = { args: { error: new ApiError(0, {}) }, play: showsError('No connection') }
/** A part of the program did not arrive: the page is loaded again as a whole. */
export const PartNotLoaded: Story = {
  args: { error: new ChunkLoadError(new TypeError('Failed to fetch')) },
  play: showsError('This page could not be loaded', 'Reload'),
}
export const Dark: Story = { ...Fault, globals: { scheme: 'dark' } }
export const Filipino: Story = { args: { error: new ApiError(0, {}) }, globals: { locale: 'fil' } }
