import { Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Failed, get, label, useModuleRoute, usePageTitle } from 'tanggapan/screens'

interface Figures {
  readonly vehicles: number
  readonly trips: number
}

/** The dashboard of the application Fleet. */
export default function FleetBoard() {
  const { module } = useModuleRoute()
  const title = label(module.title)
  usePageTitle(title)
  const figures = useQuery({ queryKey: ['fleet', 'board'], queryFn: ({ signal }) => get<Figures>('fleet/board', undefined, signal) })
  if (figures.isError) return <Failed query={figures} />
  return (
    <Stack p="lg">
      <Title order={1} size="h3">
        {title}
      </Title>
      <Group>
        <Figure name="Vehicles in use" value={figures.data?.vehicles} />
        <Figure name="Trips this month" value={figures.data?.trips} />
      </Group>
    </Stack>
  )
}

const Figure = ({ name, value }: { name: string; value: number | undefined }) => (
  <Card withBorder miw={180}>
    <Text size="sm" c="dimmed">
      {label(name)}
    </Text>
    <Text size="xl" fw={600}>
      {value ?? '…'}
    </Text>
  </Card>
)
