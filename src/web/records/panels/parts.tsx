/** Shared parts of the rail. */
import { Group, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Row } from '../../../engine/model/module.ts'
import { get } from '../../api/client.ts'
import { refLabel } from '../../fields/types.ts'
import classes from '../form/form.module.css'

/** A part of the rail; one that fails or may not be seen stays silent, the record itself is what matters. */
export function RailBox({ title, count, children }: { title: string; count?: number | undefined; children: ReactNode }) {
  return (
    <section className={classes.railSection}>
      <Group justify="space-between" mb={10}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {count ? (
          <Text size="xs" c="dimmed" className="tabular">
            {count}
          </Text>
        ) : null}
      </Group>
      {children}
    </section>
  )
}

export function usePart<T>(module: string, id: number, part: string, path: string) {
  return useQuery({ queryKey: ['rail', module, id, part], queryFn: ({ signal }) => get<T>(path, undefined, signal), retry: false })
}
export const Quiet = ({ children }: { children: string }) => (
  <Text size="sm" c="dimmed">
    {children}
  </Text>
)
export const who = (row: Row): string =>
  refLabel(row.user ?? row.user_id_user ?? row.created_by_user ?? row.actor) || String(row.user_name ?? row.username ?? '')
export const listed = <T,>(data: T[] | { rows?: T[] } | undefined): T[] => (Array.isArray(data) ? data : (data?.rows ?? []))
