/** The list of every module, with records and without. In a file of its own, so that it is drawn beside the other walks. */
import type { Meta, StoryObj } from '@storybook/react-vite'
import { every, isStored } from './every-module.tsx'

const meta: Meta = { title: 'Modules/Every list', tags: ['!test'], parameters: { ownRouter: true } }
export default meta
type Story = StoryObj

// Tags are read from the source, so each story has its own.
export const EveryList: Story = { ...every((module) => [{ module, screen: 'index' }]), tags: ['test'] }
export const EveryEmptyList: Story = {
  ...every((module) => (isStored(module) ? [{ module, screen: 'empty' }] : [])),
  tags: ['test'],
}
