import { Checkbox, MultiSelect, SegmentedControl, Select, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useParams } from 'react-router-dom'
import { put } from '../../api/client.ts'
import { dropdownQuery, queryClient, recordQuery } from '../../api/queries.ts'
import { useModuleRoute } from '../../routing/module-route.tsx'
import { Await } from '../../ui/Await.tsx'
import { AdminPage } from '../admin/parts/AdminPage.tsx'
import { DateInput } from '../admin/parts/DateInput.tsx'
import { SaveBar } from '../admin/parts/SaveBar.tsx'
import { useBusy } from '../admin/parts/useBusy.ts'
import { userAccessQuery } from '../admin/queries.ts'
import { label, t } from '../admin/text.ts'
import type { UserAccess as Access } from '../admin/types.ts'
import classes from './access.module.css'
import { Exceptions } from './Exceptions.tsx'
import { applied, type Edits, edited, type MatrixRow, NO_EDITS } from './matrix.ts'
import { OtherCompanies } from './OtherCompanies.tsx'
import { PermissionMatrix } from './PermissionMatrix.tsx'

const MOST_BRANCHES = 500
/** Placeholder for the application of a module that no menu shows. */
const NOWHERE = 0

/** Permissions of one user: those of the role, or the user's own. */
export default function UserAccess() {
  const id = Number(useParams().id)
  const { base, module } = useModuleRoute()
  const user = useQuery(recordQuery(module.name, id))
  const access = useQuery(userAccessQuery(id))
  return (
    <AdminPage title={t('access.title')} subtitle={String(user.data?.name ?? '')} back={`${base}/view/${id}`}>
      <Await query={access} height={480}>
        {(data) => <AccessOfUser key={id} saved={data} role={user.data?.user_role as { name?: string } | undefined} />}
      </Await>
    </AdminPage>
  )
}

/** Changes to the access besides the matrix. */
type Facts = Pick<Access, 'is_override' | 'branches' | 'valid_from' | 'valid_until' | 'remarks' | 'applications'>
const factsOf = ({ is_override, branches, valid_from, valid_until, remarks, applications }: Access): Facts => ({
  is_override,
  branches,
  valid_from,
  valid_until,
  remarks,
  applications,
})
const same = (value: unknown, other: unknown): boolean => JSON.stringify(value) === JSON.stringify(other)

const rowOf = (module: Access['modules'][number], applications: ReadonlyMap<number, string>): MatrixRow => ({
  application_id: module.application_id ?? NOWHERE,
  module_id: module.module_id,
  name: module.name,
  title: module.title,
  group: [applications.get(module.application_id ?? NOWHERE), module.group]
    .filter(Boolean)
    .map((part) => label(part!))
    .join(' · '),
  known: module.permission_codes,
  codes: module.codes,
  enabled: module.is_enabled,
  inherited: module.role_codes,
})

function AccessOfUser({ saved, role }: { saved: Access; role: { name?: string } | undefined }) {
  const id = saved.user_id
  const modeLabel = useId()
  const branches = useQuery(dropdownQuery('branch', { limit: MOST_BRANCHES }))
  const before = factsOf(saved)
  const [facts, setFacts] = useState<Partial<Facts>>({})
  const [edits, setEdits] = useState<Edits>(NO_EDITS)
  const { busy, run } = useBusy()
  const now: Facts = { ...before, ...facts }
  const savedRows = useMemo(() => {
    const titles = new Map(saved.applications.map(({ application_id, title }) => [application_id, title]))
    const order = new Map(saved.applications.map(({ application_id }, index) => [application_id, index]))
    const place = (row: MatrixRow) => order.get(row.application_id) ?? order.size
    return saved.modules.map((module) => rowOf(module, titles)).sort((a, b) => place(a) - place(b))
  }, [saved])
  const rows = useMemo(() => applied(savedRows, edits), [savedRows, edits])
  const enabled = now.applications.filter(({ is_enabled }) => is_enabled)
  const [chosen, setChosen] = useState<string | null>(null)
  const isOverride = now.is_override
  const shown = useMemo(() => {
    const here = chosen === null ? rows : rows.filter(({ application_id }) => String(application_id) === chosen)
    if (isOverride) return here
    // Without an override the role applies, regardless of earlier ticks.
    return here.map(({ inherited = [], ...row }) => ({ ...row, codes: saved.is_override ? inherited : row.codes }))
  }, [rows, chosen, isOverride, saved.is_override])
  const changes =
    (Object.keys(before) as (keyof Facts)[]).filter((name) => !same(before[name], now[name])).length + (isOverride ? edits.size : 0)
  const set = (change: Partial<Facts>) => setFacts((given) => ({ ...given, ...change }))
  const discard = () => {
    setFacts({})
    setEdits(NO_EDITS)
  }
  const save = async () => {
    const body = {
      user_id: id,
      ...now,
      applications: now.applications.map(({ application_id, is_enabled }) => ({ application_id, is_enabled })),
      ...(isOverride && {
        modules: rows
          .filter(({ codes }) => codes.length > 0)
          .map(({ module_id, application_id, codes }) => ({ module_id, application_id: application_id || null, permission_codes: codes })),
      }),
    }
    if (await run('save', () => put('user/override', body), t('access.saved'))) {
      await queryClient.invalidateQueries({ queryKey: userAccessQuery(id).queryKey })
      discard()
    }
  }
  return (
    <>
      <section className={classes.box}>
        <div className={classes.boxHead}>
          <h2 id={modeLabel}>{t('access.mode')}</h2>
        </div>
        <SegmentedControl
          aria-labelledby={modeLabel}
          data={[
            { value: 'role', label: t('access.role', { role: role?.name ?? '' }) },
            { value: 'own', label: t('access.overridden') },
          ]}
          value={isOverride ? 'own' : 'role'}
          onChange={(value) => set({ is_override: value === 'own' })}
        />
        <p className={classes.help}>{t(isOverride ? 'access.ownHelp' : 'access.roleHelp')}</p>
        <div className={classes.facts}>
          <Checkbox.Group
            label={t('access.applications')}
            value={enabled.map(({ application_id }) => String(application_id))}
            onChange={(on) =>
              set({
                applications: now.applications.map((application) => ({
                  ...application,
                  is_enabled: on.includes(String(application.application_id)),
                })),
              })
            }
          >
            <div className={classes.switches}>
              {now.applications.map(({ application_id, title }) => (
                <Checkbox key={application_id} value={String(application_id)} label={label(title)} disabled={!isOverride} />
              ))}
            </div>
          </Checkbox.Group>
          <div className={classes.switches}>
            <MultiSelect
              label={t('access.branches')}
              description={t('access.branchesHelp')}
              placeholder={now.branches.length ? undefined : t('access.allBranches')}
              searchable
              data={(branches.data ?? []).map((row) => ({ value: String(row.id), label: String(row.label ?? row.name) }))}
              value={now.branches.map(String)}
              onChange={(chosenBranches) => set({ branches: chosenBranches.map(Number) })}
            />
            <div className={classes.dates}>
              <DateInput label={t('access.from')} value={now.valid_from} onChange={(valid_from) => set({ valid_from })} />
              <DateInput label={t('access.until')} value={now.valid_until} onChange={(valid_until) => set({ valid_until })} />
            </div>
          </div>
          <Textarea
            label={t('access.remarks')}
            autosize
            minRows={3}
            value={now.remarks ?? ''}
            onChange={(event) => set({ remarks: event.currentTarget.value || null })}
          />
        </div>
      </section>
      <PermissionMatrix
        title={t('access.matrix')}
        rows={shown}
        edits={isOverride ? edits : NO_EDITS}
        readOnly={!isOverride}
        tools={
          <Select
            aria-label={t('access.application')}
            size="sm"
            clearable
            placeholder={t('access.allApplications')}
            data={now.applications.map(({ application_id, title }) => ({ value: String(application_id), label: label(title) }))}
            value={chosen}
            onChange={setChosen}
          />
        }
        onChange={(changed) => setEdits((given) => edited(given, changed, savedRows))}
      />
      <OtherCompanies access={saved} />
      <Exceptions user={id} role={saved.user_role_id} modules={savedRows} />
      <SaveBar changes={changes} busy={busy === 'save'} onSave={() => void save()} onDiscard={discard} />
    </>
  )
}
