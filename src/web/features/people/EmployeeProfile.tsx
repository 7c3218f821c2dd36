import { Title } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import type { Module } from '../../../engine/model/module.ts'
import { get } from '../../api/client.ts'
import type { RecordRow } from '../../api/types.ts'
import { label } from '../../fields/text.ts'
import classes from '../../records/form/form.module.css'
import { RecordForm } from '../../records/form/RecordForm.tsx'
import { RecordStore } from '../../records/form/store.ts'
import { StatusBadge } from '../../records/index/StatusBadge.tsx'
import { Parts } from '../../records/view/Parts.tsx'
import { RecordHeader } from '../../records/view/RecordHeader.tsx'
import { RecordFailure, RecordLoading } from '../../records/view/states.tsx'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { usePageTitle } from '../../ui/page-title.ts'

interface Profile {
  readonly record: RecordRow
  /** The employee's form, reduced to the fields that employees can read of their own record. */
  readonly module: Module
  /** The modules of the tabs, by name, with every field: it is the person's own data. */
  readonly belongings: Readonly<Record<string, Module>>
}

const profileQuery = queryOptions({
  queryKey: ['records', 'employee_profile', 'own'],
  queryFn: ({ signal }) => get<Profile>('employee_profile/own', undefined, signal),
})

/** The user's own employee record to read: the form of the module, with related records on tabs beside it. */
export default function EmployeeProfile() {
  const { module } = useModuleRoute()
  const query = useQuery(profileQuery)
  usePageTitle(label(module.title))
  if (query.isError) return <RecordFailure error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <RecordLoading />
  return <Own key={query.data.record.version} {...query.data} />
}

function Own({ record, module, belongings }: Profile) {
  const [store] = useState(() => new RecordStore(module, record))
  const idPrefix = `${useId()}-`
  const context = useMemo(() => ({ store, mode: 'view' as const, editable: [], idPrefix }), [store, idPrefix])
  return (
    <div className={classes.alone}>
      <Title order={1} size="h3" mb="md">
        {String(record[module.entity.name])} <StatusBadge module={module} row={record} />
      </Title>
      <RecordHeader module={module} record={record} />
      <Parts
        module={module}
        record={record}
        writable={false}
        belongings={belongings}
        form={(tab) => <RecordForm module={module} context={tab === undefined ? context : { ...context, tab }} />}
      />
    </div>
  )
}
