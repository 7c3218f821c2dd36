/** Every module of the product in every screen and state, with generated records: nothing here depends on a single module. */

import { list, loaders } from 'virtual:modules'
import { Group, NativeSelect, Skeleton } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { useEffect, useState } from 'react'
import { expect, userEvent, waitFor, within } from 'storybook/test'
import type { Module } from '../../../engine/model/module.ts'
import { every, isStored, SCREENS, type Screen, Shown } from './every-module.tsx'

interface Args {
  module: string
  screen: Screen
  /** A state of the workflow; the first one when empty. */
  state: string
}

const pick = (
  label: string,
  value: string,
  options: readonly (string | { value: string; label: string })[],
  onChange: (value: string) => void,
) => <NativeSelect size="xs" label={label} value={value} data={[...options]} onChange={(event) => onChange(event.currentTarget.value)} />

/** Pickers of application, module, screen and state, and the chosen screen below them. */
function Browser(args: Args) {
  const [chosen, setChosen] = useState(args)
  useEffect(() => setChosen(args), [args])
  const [module, setModule] = useState<Module>()
  useEffect(() => {
    let gone = false
    void loaders[chosen.module]?.().then(({ default: found }) => gone || setModule(found ?? undefined))
    return () => {
      gone = true
    }
  }, [chosen.module])
  const here = list.find(({ name }) => name === chosen.module)
  const applications = [...new Set(list.map(({ application }) => application))].sort()
  const inApplication = (application: string) => list.filter((candidate) => candidate.application === application)
  const states = Object.values(module?.workflow?.states ?? {})
  const shown = module?.name === chosen.module ? module : undefined
  const state = states.some(({ name }) => name === chosen.state) ? chosen.state : module?.workflow?.initial
  return (
    <>
      <Group gap="xs" mb="md" align="end">
        {pick('Application', here?.application ?? '', applications, (application) => {
          const [first] = inApplication(application)
          if (first) setChosen({ ...chosen, module: first.name, state: '' })
        })}
        {pick(
          'Module',
          chosen.module,
          inApplication(here?.application ?? '').map(({ name, title }) => ({ value: name, label: title })),
          (name) => setChosen({ ...chosen, module: name, state: '' }),
        )}
        {pick('Screen', chosen.screen, SCREENS, (screen) => setChosen({ ...chosen, screen: screen as Screen }))}
        {states.length > 0 &&
          pick(
            'State',
            state ?? '',
            states.map(({ name, title }) => ({ value: name, label: title })),
            (name) => setChosen({ ...chosen, state: name }),
          )}
      </Group>
      {shown ? (
        <Shown key={`${shown.name}-${chosen.screen}-${state}`} module={shown} screen={chosen.screen} state={state} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  )
}

const meta: Meta<typeof Browser> = {
  title: 'Modules/Every module',
  // For the story book; tests draw `Kinds` and the walks through every module.
  tags: ['!test'],
  component: Browser,
  args: { module: 'purchase_order', screen: 'view', state: '' },
  argTypes: {
    module: { control: 'select', options: list.map(({ name }) => name) },
    screen: { control: 'select', options: SCREENS },
    state: { control: 'text' },
  },
  // The screens have routes of their own.
  parameters: { ownRouter: true },
}
export default meta
type Story = StoryObj<typeof Browser>

/** Choose an application, a module, a screen and a state above it; width, language and scheme are in the toolbar. */
export const Browse: Story = {}

type Seen = readonly [module: string, screen: Screen, seen: RegExp]

const shows = async (canvasElement: HTMLElement, seen: RegExp): Promise<void> => {
  await waitFor(() => expect(within(canvasElement).queryAllByText(seen).length).toBeGreaterThan(0), { timeout: 15_000 })
}
/** The screens of each kind of module. */
const KINDS: readonly Seen[] = [
  ['supplier', 'index', /of 12/],
  ['purchase_order', 'edit', /Subtotal/],
  ['leave_filing', 'view', /Timeline/],
  ['trial_balance', 'index', /^Run$/],
  ['approval_flow', 'index', /of 12/],
]
/** The pickers lead through a master, a document with lines, a filing, a report and a setting. */
export const Kinds: Story = {
  tags: ['test'],
  args: { module: 'supplier', screen: 'index' },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    for (const [module, screen, seen] of KINDS) {
      const { application } = list.find(({ name }) => name === module)!
      await userEvent.selectOptions(canvas.getByLabelText('Application'), application)
      await userEvent.selectOptions(canvas.getByLabelText('Module'), module)
      await userEvent.selectOptions(canvas.getByLabelText('Screen'), screen)
      await shows(canvasElement, seen)
    }
  },
}

const smoke = (module: string, screen: Screen, seen: RegExp): Story => ({
  args: { module, screen },
  play: ({ canvasElement }) => shows(canvasElement, seen),
})
export const Master: Story = smoke('supplier', 'index', /of 12/)
export const Document: Story = smoke('purchase_order', 'edit', /Subtotal/)
export const Filing: Story = smoke('leave_filing', 'view', /Timeline/)
export const Setting: Story = smoke('approval_flow', 'index', /of 12/)
export const Report: Story = smoke('trial_balance', 'index', /^Run$/)
export const Process: Story = smoke('daily_time_record', 'index', /of 12/)
export const Log: Story = smoke('time_log', 'index', /of 12/)
export const Errors: Story = smoke('supplier', 'errors', /Field is required/)
export const Phone: Story = { ...smoke('purchase_order', 'view', /Timeline/), globals: { viewport: { value: 'phone' } } }

// Tags are read from the source, so each story has its own.
/** Records of modules without a workflow; the others are drawn in each state. */
export const EveryView: Story = {
  ...every((module) => (isStored(module) && module.actions.view && !module.workflow ? [{ module, screen: 'view' }] : [])),
  tags: ['test'],
}
export const EveryForm: Story = {
  ...every((module) => {
    const screen = module.actions.edit ? 'edit' : module.actions.new ? 'new' : undefined
    return isStored(module) && screen ? [{ module, screen }] : []
  }),
  tags: ['test'],
}
/** Whether users must fill in a required field. */
const asks = ({ fields }: Module): boolean =>
  fields.some((field) => field.required && field.writable && !field.default && !field.fetch && !field.propose && field.widget !== 'hidden')
export const EveryError: Story = {
  ...every((module) => (isStored(module) && module.actions.new && asks(module) ? [{ module, screen: 'errors' }] : [])),
  tags: ['test'],
}
/** A record in each state of its workflow: its values, and the possible actions. */
export const EveryState: Story = {
  ...every((module) =>
    module.actions.view ? Object.keys(module.workflow?.states ?? {}).map((state) => ({ module, screen: 'view', state })) : [],
  ),
  tags: ['test'],
}
