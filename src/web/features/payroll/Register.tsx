import { Button, Group, NativeSelect, Switch, TextInput } from '@mantine/core'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { IconFileTypeCsv, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { file, save } from '../../api/client.ts'
import { useCommands } from '../../routing/commands.ts'
import { toastError } from '../../ui/toast.ts'
import classes from './payroll.module.css'
import { RegisterTable } from './RegisterTable.tsx'
import { t } from './text.ts'
import type { Problem, Standing } from './types.ts'

const SEARCH_MS = 200

/** The pay of all employees, one line each, to search, filter and open. */
export function Register({
  id,
  standing,
  problems,
  onOpen,
}: {
  id: number
  standing: Standing | undefined
  problems: readonly Problem[]
  onOpen: (employee: number) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  const phone = useMediaQuery('(max-width: 37.5em)') ?? false
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text, SEARCH_MS)
  const [department, setDepartment] = useState<number | null>(null)
  const [only, setOnly] = useState(false)
  const [sort, setSort] = useState('employee_no')
  const filter = { search: search.trim(), department, problems: only, sort }
  useCommands([{ id: 'payroll.search', title: t('payroll.search'), keys: ['/'], run: () => box.current?.focus() }])
  const download = () => file('get', `payroll/${id}/export-employees`).then(save, toastError)
  return (
    <>
      <Group className={classes.toolbar} gap="sm">
        <TextInput
          ref={box}
          type="search"
          aria-label={t('payroll.search')}
          placeholder={t('payroll.search')}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          className={classes.search}
        />
        <NativeSelect
          aria-label={t('payroll.department')}
          value={department ?? ''}
          onChange={(event) => setDepartment(event.currentTarget.value ? Number(event.currentTarget.value) : null)}
          data={[
            { value: '', label: t('payroll.allDepartments') },
            ...(standing?.departments ?? [])
              .filter((candidate) => candidate.id !== null)
              .map((entry) => ({ value: String(entry.id), label: `${entry.name} (${entry.employees.toLocaleString('en-US')})` })),
          ]}
        />
        <Switch label={t('payroll.problemsOnly')} checked={only} onChange={(event) => setOnly(event.currentTarget.checked)} />
        <Button
          variant="default"
          leftSection={<IconFileTypeCsv size={16} stroke={1.6} />}
          onClick={() => void download()}
          ml="auto"
          visibleFrom="sm"
        >
          {t('payroll.export')}
        </Button>
      </Group>
      <RegisterTable
        key={JSON.stringify(filter)}
        id={id}
        filter={filter}
        phone={phone}
        problems={problems}
        onSort={setSort}
        onOpen={onOpen}
      />
    </>
  )
}
