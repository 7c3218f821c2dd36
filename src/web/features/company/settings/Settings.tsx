import { Button, Checkbox, CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { patch } from '../../../api/client.ts'
import { navigationQuery, queryClient } from '../../../api/queries.ts'
import { useModuleRoute } from '../../../routing/module-route.tsx'
import { useSession } from '../../../routing/navigation.ts'
import { Await } from '../../../ui/Await.tsx'
import { AdminPage } from '../../admin/parts/AdminPage.tsx'
import { Empty } from '../../admin/parts/Empty.tsx'
import { SaveBar } from '../../admin/parts/SaveBar.tsx'
import { useBusy } from '../../admin/parts/useBusy.ts'
import { settingsQuery } from '../../admin/queries.ts'
import { label, t } from '../../admin/text.ts'
import type { Setting, SettingValue } from '../../admin/types.ts'
import { SettingInput } from './SettingInput.tsx'
import classes from './settings.module.css'
import { grouped, sameValue, valueText } from './values.ts'

const groupTitle = (group: string): string => label(group.charAt(0).toUpperCase() + group.slice(1).replaceAll('_', ' '))

/** All settings of a company, by group, with their defaults. */
export default function Settings() {
  const { module, can } = useModuleRoute()
  const settings = useQuery(settingsQuery)
  const [search, setSearch] = useState('')
  const [changedOnly, setChangedOnly] = useState(false)
  const [edits, setEdits] = useState<ReadonlyMap<string, SettingValue>>(new Map())
  const { busy, run } = useBusy()
  const groups = useMemo(() => grouped(settings.data ?? [], search, changedOnly), [settings.data, search, changedOnly])

  const change = ({ key, value: saved }: Setting, value: SettingValue) =>
    setEdits((before) => {
      const next = new Map(before)
      if (sameValue(saved, value)) next.delete(key)
      else next.set(key, value)
      return next
    })
  const save = async () => {
    if (!(await run('save', () => patch('settings', Object.fromEntries(edits)), t('settings.saved')))) return
    await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
    // Expressions of the screens read the settings that travel with the menus.
    await queryClient.invalidateQueries({ queryKey: navigationQuery.queryKey })
    setEdits(new Map())
  }
  return (
    <AdminPage title={label(module.title)}>
      <div className={classes.tools}>
        <TextInput
          className={classes.search!}
          size="sm"
          leftSection={<IconSearch size={16} aria-hidden />}
          placeholder={t('settings.search')}
          aria-label={t('settings.search')}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          rightSection={search && <CloseButton size="sm" aria-label={t('admin.clear')} onClick={() => setSearch('')} />}
        />
        <Checkbox
          label={t('settings.changedOnly')}
          checked={changedOnly}
          onChange={(event) => setChangedOnly(event.currentTarget.checked)}
        />
      </div>
      <Await query={settings} height={480}>
        {() => (
          <div className={classes.layout}>
            <nav className={classes.groups} aria-label={t('settings.groups')}>
              {[...groups.keys()].map((group) => (
                <a key={group} href={`#settings-${group}`}>
                  {groupTitle(group)}
                </a>
              ))}
            </nav>
            <div className={classes.sections}>
              {groups.size === 0 && <Empty>{t('settings.nothing')}</Empty>}
              {[...groups].map(([group, rows]) => (
                <section key={group} id={`settings-${group}`} className={classes.section}>
                  <h2>{groupTitle(group)}</h2>
                  {rows.map((setting) => (
                    <Line
                      key={setting.key}
                      setting={setting}
                      value={edits.has(setting.key) ? edits.get(setting.key)! : setting.value}
                      edited={edits.has(setting.key)}
                      readOnly={!can('edit')}
                      onChange={(value) => change(setting, value)}
                    />
                  ))}
                </section>
              ))}
            </div>
          </div>
        )}
      </Await>
      <SaveBar changes={edits.size} busy={busy === 'save'} onSave={() => void save()} onDiscard={() => setEdits(new Map())} />
    </AdminPage>
  )
}

function Line({
  setting,
  value,
  edited,
  readOnly,
  onChange,
}: {
  setting: Setting
  value: SettingValue
  edited: boolean
  readOnly: boolean
  onChange: (value: SettingValue) => void
}) {
  // Keys are for descriptors and calls.
  const isDeveloper = useSession()?.is_developer === true
  const name = `setting-${setting.key}`
  const isDefault = sameValue(value, setting.default_value)
  return (
    <div className={classes.line} data-edited={edited || undefined}>
      <div className={classes.words}>
        <div id={name} className={classes.label}>
          {label(setting.label)}
        </div>
        <div id={`${name}-text`} className={classes.text}>
          {setting.description && <span>{label(setting.description)} </span>}
          {isDeveloper && <code>{setting.key}</code>}
        </div>
      </div>
      <div className={classes.input}>
        <SettingInput
          setting={setting}
          value={value}
          labelledBy={name}
          describedBy={`${name}-text`}
          readOnly={readOnly}
          onChange={onChange}
        />
        {!isDefault && (
          <div className={classes.default}>
            <span>{t('settings.default', { value: valueText(setting, setting.default_value, t('admin.yes'), t('admin.no')) })}</span>
            {!readOnly && (
              <Button
                variant="subtle"
                size="compact-xs"
                aria-label={t('settings.resetOne', { setting: label(setting.label) })}
                onClick={() => onChange(setting.default_value)}
              >
                {t('settings.reset')}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
