import { ActionIcon, Badge, Button, Select, VisuallyHidden } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { post } from '../../api/client.ts'
import { queryClient } from '../../api/queries.ts'
import { Await } from '../../ui/Await.tsx'
import { Empty } from '../admin/parts/Empty.tsx'
import { useBusy } from '../admin/parts/useBusy.ts'
import { exceptionsQuery, userAccessQuery } from '../admin/queries.ts'
import { label, t } from '../admin/text.ts'
import classes from './access.module.css'
import type { MatrixRow } from './matrix.ts'
import { codeTitle } from './titles.ts'

/** Single permissions that a user has beside the role, or lacks although the role gives them. */
export function Exceptions({ user, role, modules }: { user: number; role: number | null; modules: readonly MatrixRow[] }) {
  const exceptions = useQuery(exceptionsQuery(user))
  const { busy, run } = useBusy()
  const titles = useMemo(() => new Map(modules.map((row) => [row.module_id, row.title])), [modules])
  const refresh = () =>
    Promise.all([exceptionsQuery(user), userAccessQuery(user)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })))
  const add = async (permission: NewException) => {
    const done = await run(
      'add',
      () => post(`user/${user}/permissions`, { user_role_id: role, permissions: [permission] }),
      t('access.exceptionAdded'),
    )
    await refresh()
    return done
  }
  const drop = async (permission: NewException) => {
    await run(
      'drop',
      () => post(`user/${user}/permissions`, { _method: 'DELETE', user_role_id: role, permissions: [permission] }),
      t('access.exceptionDropped'),
    )
    await refresh()
  }
  return (
    <section className={classes.box}>
      <div className={classes.boxHead}>
        <h2>{t('access.exceptions')}</h2>
      </div>
      <Await query={exceptions} height={80}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty>{t('access.noExceptions')}</Empty>
          ) : (
            <div className={classes.scrolling}>
              <table className={classes.exceptions}>
                <thead>
                  <tr>
                    <th scope="col">{t('matrix.module')}</th>
                    <th scope="col">{t('access.permission')}</th>
                    <th scope="col">{t('access.effect')}</th>
                    <th scope="col">
                      <VisuallyHidden>{t('access.drop')}</VisuallyHidden>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(({ id, module_id, module, application_id, action, effect }) => {
                    const title = label(titles.get(module_id) ?? module?.title ?? module?.name ?? `#${module_id}`)
                    return (
                      <tr key={id}>
                        <th scope="row">{title}</th>
                        <td>{codeTitle(action)}</td>
                        <td>
                          <Badge color={effect === 'enable' ? 'green' : 'red'} variant="light">
                            {t(effect === 'enable' ? 'access.enable' : 'access.disable')}
                          </Badge>
                        </td>
                        <td>
                          <ActionIcon
                            variant="subtle"
                            color="gray"
                            disabled={busy !== null}
                            aria-label={t('access.dropOf', { module: title, permission: codeTitle(action) })}
                            onClick={() => void drop({ module_id, application_id, action, effect })}
                          >
                            <IconTrash size={16} stroke={1.6} />
                          </ActionIcon>
                        </td>
                      </tr>
                    )
                  })}
                </tbody>
              </table>
            </div>
          )
        }
      </Await>
      <AddException modules={modules} busy={busy === 'add'} onAdd={add} />
    </section>
  )
}

interface NewException {
  module_id: number
  application_id: number | null
  action: string
  effect: 'enable' | 'disable'
}

function AddException({
  modules,
  busy,
  onAdd,
}: {
  modules: readonly MatrixRow[]
  busy: boolean
  onAdd: (exception: NewException) => Promise<boolean>
}) {
  const [moduleKey, setModule] = useState<string | null>(null)
  const [action, setAction] = useState<string | null>(null)
  const [effect, setEffect] = useState<'enable' | 'disable'>('enable')
  const module = modules.find((row) => `${row.application_id}:${row.module_id}` === moduleKey)
  const choices = useMemo(() => moduleChoices(modules), [modules])
  const add = async () => {
    if (!module || !action) return
    if (await onAdd({ module_id: module.module_id, application_id: module.application_id || null, action, effect })) setAction(null)
  }
  return (
    <div className={classes.add}>
      <Select
        label={t('matrix.module')}
        searchable
        data={choices}
        value={moduleKey}
        onChange={(value) => {
          setModule(value)
          setAction(null)
        }}
      />
      <Select
        label={t('access.permission')}
        disabled={!module}
        data={(module?.known ?? []).map((code) => ({ value: code, label: codeTitle(code) }))}
        value={action}
        onChange={setAction}
      />
      <Select
        label={t('access.effect')}
        allowDeselect={false}
        data={[
          { value: 'enable', label: t('access.enable') },
          { value: 'disable', label: t('access.disable') },
        ]}
        value={effect}
        onChange={(value) => setEffect(value === 'disable' ? 'disable' : 'enable')}
      />
      <Button variant="default" disabled={!module || !action} loading={busy} onClick={() => void add()}>
        {t('access.add')}
      </Button>
    </div>
  )
}

/** Every module once, by the first application that shows it. */
function moduleChoices(modules: readonly MatrixRow[]): { value: string; label: string }[] {
  const first = new Map<number, MatrixRow>()
  for (const row of modules) if (!first.has(row.module_id)) first.set(row.module_id, row)
  return [...first.values()].map((row) => ({ value: `${row.application_id}:${row.module_id}`, label: label(row.title) }))
}
