import { useNavigate } from 'react-router-dom'
import { t } from '../../i18n/index.ts'
import { useCommands } from '../../routing/commands.ts'

const links = (): HTMLAnchorElement[] => [...document.querySelectorAll<HTMLAnchorElement>('[data-row-link]')]

/** Moves the focus along the rows; the focused link opens with Enter by itself. */
const step = (by: 1 | -1): void => {
  const all = links()
  const index = all.indexOf(document.activeElement as HTMLAnchorElement)
  const next = index < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(index + by, 0), all.length - 1)
  all[next]?.focus()
  all[next]?.closest('tr,li')?.scrollIntoView({ block: 'nearest' })
}

/** Selects the focused row. */
const toggleRow = (): void =>
  (document.activeElement?.closest('tr,li')?.querySelector('input[type="checkbox"]') as HTMLInputElement | null)?.click()

interface ListKeys {
  newPath: string | undefined
  focusSearch: () => void
  clear: (() => void) | undefined
}

/** The keys of a list: move, open, select, search, create. */
export const useListKeys = ({ newPath, focusSearch, clear }: ListKeys): void => {
  const navigate = useNavigate()
  const group = t('keys.list')
  useCommands([
    { id: 'list.search', title: t('list.search'), group, keys: ['/'], run: focusSearch },
    {
      id: 'list.new',
      title: t('list.new'),
      group,
      keys: ['n'],
      run: () => newPath && navigate(newPath),
      disabled: !newPath,
    },
    {
      id: 'list.next',
      title: t('keys.next'),
      group,
      keys: ['j', 'arrowdown'],
      run: () => step(1),
      hidden: true,
    },
    {
      id: 'list.previous',
      title: t('keys.previous'),
      group,
      keys: ['k', 'arrowup'],
      run: () => step(-1),
      hidden: true,
    },
    {
      id: 'list.open',
      title: t('keys.open'),
      group,
      keys: ['enter'],
      run: () => (document.activeElement as HTMLElement | null)?.click(),
      hidden: true,
    },
    { id: 'list.select', title: t('keys.select'), group, keys: ['x'], run: toggleRow, hidden: true },
    {
      id: 'list.clear',
      title: t('bulk.clear'),
      group,
      keys: ['escape'],
      run: () => clear?.(),
      disabled: !clear,
      hidden: true,
    },
  ])
}
