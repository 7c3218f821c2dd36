import { Alert, Button } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { post } from '../../api/client.ts'
import { recordQuery } from '../../api/queries.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { Await } from '../../ui/Await.tsx'
import { dialogs } from '../../ui/dialogs/index.ts'
import { AdminPage } from '../admin/parts/AdminPage.tsx'
import { Empty } from '../admin/parts/Empty.tsx'
import { SaveBar } from '../admin/parts/SaveBar.tsx'
import { useBusy } from '../admin/parts/useBusy.ts'
import { refreshRole, roleApplicationsQuery, roleModulesQuery } from '../admin/queries.ts'
import { label, t } from '../admin/text.ts'
import classes from './access.module.css'
import { CopyFromRole } from './CopyFromRole.tsx'
import { applied, type Edits, edited, keyOf, type MatrixRow, NO_EDITS, type RoleChanges, roleChanges } from './matrix.ts'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { RoleApplications } from './RoleApplications.tsx'
import { RolePlugins } from './RolePlugins.tsx'
import { RoleTemplate } from './RoleTemplate.tsx'
import { roleRow } from './roleRow.ts'

/**
 * The permissions of a role's users. Applications and plugins are granted at once, because each is a decision of its own;
 * permissions are ticked and then saved together.
 */
export default function RoleAccess() {
  const id = Number(useParams().id)
  const { base, module } = useModuleRoute()
  const role = useQuery(recordQuery(module.name, id))
  const applications = useQuery(roleApplicationsQuery(id))
  const [chosen, setChosen] = useState<number>()
  const [edits, setEdits] = useState<Edits>(NO_EDITS)
  const { busy, run } = useBusy()
  const granted = applications.data ?? []
  const current = granted.find(({ application_id }) => application_id === chosen) ?? granted[0]
  const read = useQueries({ queries: granted.map(({ application_id }) => roleModulesQuery(id, application_id)) })
  const modules = read[granted.indexOf(current!)]
  const everything = useMemo(() => read.flatMap(({ data }) => data ?? []), [read])
  const saved = useMemo(() => (modules?.data ?? []).map(roleRow), [modules?.data])
  const rows = useMemo(() => applied(saved, edits), [saved, edits])
  const change = (changed: readonly MatrixRow[]) => setEdits((before) => edited(before, changed, everything.map(roleRow)))

  const save = async () => {
    const held = new Set(everything.filter((roleModule) => roleModule.granted).map(keyOf))
    const done = await run('save', () => saveRole(id, roleChanges(edits, everything.map(roleRow), held)), t('role.saved'))
    if (done) setEdits(NO_EDITS)
    await refreshRole(id)
  }
  const copy = async () => {
    const taken = await dialogs.modal<readonly MatrixRow[]>({ title: t('role.copyTitle'), width: 440 }, (close) => (
      <CopyFromRole roleId={id} application={current!.application_id} onDone={close} />
    ))
    if (!taken) return
    const from = new Map(taken.map((row) => [keyOf(row), row]))
    change(rows.map((row) => ({ ...row, codes: from.get(keyOf(row))?.codes ?? [], enabled: from.get(keyOf(row))?.enabled ?? row.enabled })))
  }

  const name = String(role.data?.name ?? '')
  return (
    <AdminPage title={t('role.title')} subtitle={name} back={`${base}/view/${id}`}>
      <Await query={applications} height={420}>
        {() => (
          <div className={classes.layout}>
            <aside className={classes.side}>
              <RoleApplications roleId={id} applications={granted} current={current?.application_id} onChoose={setChosen} />
              <RoleTemplate roleId={id} template={role.data?.role as { name?: string } | undefined} />
              <RolePlugins roleId={id} />
            </aside>
            <div className={classes.main}>
              {current && !current.is_enabled && <Alert color="yellow">{t('role.disabledApplication')}</Alert>}
              {current && modules ? (
                <Await query={modules} height={420}>
                  {() => (
                    <PermissionMatrix
                      key={current.application_id}
                      title={t('role.matrix', { application: label(current.title) })}
                      rows={rows}
                      edits={edits}
                      switchable
                      tools={
                        <Button variant="default" size="sm" onClick={() => void copy()}>
                          {t('role.copy')}
                        </Button>
                      }
                      onChange={change}
                    />
                  )}
                </Await>
              ) : (
                <Empty>{t('role.noApplication')}</Empty>
              )}
            </div>
          </div>
        )}
      </Await>
      <SaveBar changes={edits.size} busy={busy === 'save'} onSave={() => void save()} onDiscard={() => setEdits(NO_EDITS)} />
    </AdminPage>
  )
}

/** New modules first, then their permissions; each call only when there is a change. */
async function saveRole(role: number, changes: RoleChanges): Promise<void> {
  for (const [application_id, rows] of Map.groupBy(changes.insert, (row) => row.application_id))
    await post('user_role/insert_modules', {
      user_role_id: role,
      application_id,
      modules: rows.map(({ module_id, codes }) => ({ module_id, permission_codes: codes })),
    })
  if (changes.give.length > 0) await post(`user_role/${role}/enable-permissions`, { permissions: changes.give })
  if (changes.take.length > 0) await post(`user_role/${role}/disable-permissions`, { permissions: changes.take })
  for (const { module_id, application_id } of changes.enable)
    await post(`user_role/enable_module/${module_id}`, { user_role_id: role, application_id })
  for (const { module_id, application_id } of changes.disable)
    await post(`user_role/disable_module/${module_id}`, { user_role_id: role, application_id })
}
