import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { mockNavigation } from '../testing/api.ts'
import { LayoutFooter } from './layout-footer.tsx'

const meta: Meta = { title: 'Shell/Layout' }
export default meta

export const Footer: StoryObj = {
  render: () => <LayoutFooter application={{ ...mockNavigation.applications[1]!, version: '2.2.0' }} />,
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByText('Procurement 2.2.0')).toBeVisible()
    // S420 S421
    await expect(within(canvasElement).getByText('Client version 2.38.0')).toBeVisible()
    await expect(within(canvasElement).getByText('System version 2.0.0')).toBeVisible()
  },
}
