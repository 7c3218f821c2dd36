import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { palette } from './palette.ts'

const TOKENS = [
  '--surface-page',
  '--surface-sunken',
  '--surface-raised',
  '--surface-hover',
  '--border',
  '--border-strong',
  '--accent-soft',
  '--accent-text',
]

const Tokens = () => (
  <Stack>
    <Title order={1}>Theme</Title>
    <Group gap="xs">
      {TOKENS.map((token) => (
        <Stack key={token} gap={4} w={120}>
          <div style={{ height: 40, background: `var(${token})`, border: '1px solid var(--border-strong)', borderRadius: 6 }} />
          <Text size="xs">{token}</Text>
        </Stack>
      ))}
    </Group>
    {Object.entries(palette).map(([name, shades]) => (
      <Group key={name} gap={4} wrap="nowrap">
        <Text size="sm" w={64}>
          {name}
        </Text>
        {shades.map((shade) => (
          <div key={shade} title={shade} style={{ width: 40, height: 28, background: shade, borderRadius: 4 }} />
        ))}
      </Group>
    ))}
    <Group>
      <Button>Primary</Button>
      <Button variant="default">Default</Button>
      <Button color="red">Danger</Button>
      <Button variant="subtle">Subtle</Button>
      <Badge>Badge</Badge>
    </Group>
    <Text>
      Body 14 px.{' '}
      <Text span c="dimmed">
        Dimmed.
      </Text>{' '}
      <span className="tabular">1,234,567.89</span>
    </Text>
  </Stack>
)

const meta: Meta = { title: 'Theme', render: () => <Tokens /> }
export default meta
export const Light: StoryObj = {}
export const Dark: StoryObj = { globals: { scheme: 'dark' } }
