import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCornerDownLeft, IconPlus, IconSearch, IconStar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { bookmarksQuery } from '../api/bookmarks.ts'
import { label, t } from '../i18n/index.ts'
import { useCommandList } from '../routing/commands.ts'
import { useApplications, useHere } from '../routing/navigation.ts'
import { ModuleIcon } from '../ui/ModuleIcon.tsx'
import { rank } from '../ui/rank.ts'
import { holdKeys, takeKeys } from '../ui/typed-ahead.ts'
import styles from './CommandPalette.module.css'
import { type Entry, type Place, useFound } from './found-records.tsx'

const ENTRIES_PER_GROUP = 6
const DEBOUNCE_MS = 150

const usePlaces = (): Place[] =>
  useApplications().flatMap((application) =>
    application.groups.flatMap(({ modules }) => modules.map((module) => ({ application, module }))),
  )

/** One entry per module, the current application's before others'. */
const firstPlaces = (places: readonly Place[], here: string | undefined): Place[] => {
  const sorted = [...places].sort((a, b) => Number(b.application.name === here) - Number(a.application.name === here))
  return [...new Map(sorted.toReversed().map((place) => [place.module.name, place])).values()].reverse()
}

const useEntries = (search: string, debounced: string): { entries: Entry[]; searching: boolean } => {
  const navigate = useNavigate()
  const { application } = useHere()
  const places = firstPlaces(usePlaces(), application?.name)
  const screen: Entry[] = useCommandList()
    .filter(({ hidden, disabled }) => !hidden && !disabled)
    .map(({ id, title, keywords, icon: Icon, run, keys }) => ({
      id: `command:${id}`,
      group: t('palette.actions'),
      title,
      icon: Icon ? <Icon size={16} /> : <IconCornerDownLeft size={16} />,
      run,
      ...(keys?.[0] && { hint: keys[0] }),
      ...(keywords && { keywords }),
    }))
  const modules: Entry[] = places.map(({ application: app, module }) => ({
    id: `module:${app.name}:${module.name}`,
    group: t('palette.modules'),
    title: label(module.title),
    hint: label(app.title),
    icon: <ModuleIcon name={module.icon} size={16} />,
    run: () => navigate(`/${app.name}/${module.name}`),
  }))
  const news: Entry[] = places
    .filter(({ module }) => module.actions.includes('new'))
    .map(({ application: app, module }) => ({
      id: `new:${app.name}:${module.name}`,
      group: t('palette.new'),
      title: t('palette.newIn', { module: label(module.title) }),
      icon: <IconPlus size={16} />,
      run: () => navigate(`/${app.name}/${module.name}/new`),
    }))
  const bookmarks: Entry[] = (useQuery(bookmarksQuery()).data ?? []).map((bookmark) => ({
    id: `bookmark:${bookmark.id}`,
    group: t('palette.bookmarks'),
    title: label(bookmark.title),
    icon: <IconStar size={16} />,
    run: () => navigate(bookmark.route),
  }))
  const { exact, records, searching } = useFound(search, search ? debounced : '', places, navigate)
  const limited = (entries: Entry[]) =>
    rank(entries, search, ({ title, keywords }) => (keywords ? `${title} ${keywords}` : title)).slice(0, ENTRIES_PER_GROUP)
  // Exact matches of a name come first, then entries of the current application: a module searched for by name is among
  // the modules.
  const entries = [
    ...exact,
    ...(search ? [] : bookmarks),
    ...limited(screen),
    ...limited(modules),
    ...records,
    ...(search ? limited(news) : []),
  ]
  return { entries, searching: searching || debounced !== search }
}

/** Any module, any record, any action of the current screen, from the keyboard. */
const CommandPalette = ({ onClose }: { onClose: () => void }) => {
  const [search, setSearch] = useState(takeKeys)
  const [debounced] = useDebouncedValue(search.trim(), DEBOUNCE_MS)
  const { entries, searching } = useEntries(search.trim(), debounced)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  // Until the field has the focus, typed keys are collected for it.
  useEffect(() => {
    holdKeys(onClose)
    return () => void takeKeys()
  }, [onClose])
  const index = Math.min(active, Math.max(0, entries.length - 1))
  useEffect(() => {
    list.current?.querySelectorAll('[role="option"]')[index]?.scrollIntoView({ block: 'nearest' })
  }, [index])

  const choose = (entry: Entry | undefined) => {
    if (!entry) return
    onClose()
    // The palette's focus trap restores the focus first; an action can then move it.
    requestAnimationFrame(entry.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive(Math.min(index + 1, entries.length - 1))
    else if (event.key === 'ArrowUp') setActive(Math.max(index - 1, 0))
    else if (event.key === 'Enter') choose(entries[index])
    else return
    event.preventDefault()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={620}
      padding={0}
      yOffset="12vh"
      title={t('palette.open')}
      styles={{ header: { display: 'none' } }}
    >
      <TextInput
        data-autofocus
        variant="unstyled"
        size="md"
        className={styles.input!}
        leftSection={<IconSearch size={18} />}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value)
          setActive(0)
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          const typed = takeKeys()
          if (typed) setSearch((before) => before + typed)
        }}
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls="palette-entries"
        aria-activedescendant={entries[index] ? `entry-${index}` : undefined}
      />
      <div ref={list} id="palette-entries" role="listbox" aria-label={t('palette.open')} className={styles.list}>
        {entries.length === 0 && <p className={styles.nothing}>{t(searching ? 'palette.searching' : 'palette.nothing')}</p>}
        {entries.map((entry, position) => (
          <div key={entry.id} role="presentation">
            {entries[position - 1]?.group !== entry.group && (
              <div className={styles.group} role="presentation">
                {entry.group}
              </div>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys */}
            <div
              id={`entry-${position}`}
              role="option"
              aria-selected={position === index}
              className={styles.entry}
              onMouseMove={() => setActive(position)}
              onClick={() => choose(entry)}
            >
              <span className={styles.icon}>{entry.icon}</span>
              <span className={styles.title}>{entry.title}</span>
              {entry.hint && <span className={styles.hint}>{entry.hint}</span>}
            </div>
          </div>
        ))}
      </div>
    </Modal>
  )
}

export default CommandPalette
