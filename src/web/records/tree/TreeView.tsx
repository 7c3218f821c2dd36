import { Button, Loader } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Row } from '../../../engine/model/module.ts'
import { call } from '../../api/client.ts'
import { label } from '../../i18n/index.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import EmptyState from '../index/EmptyState.tsx'
import { numberText } from '../index/format.ts'
import { queryParams } from '../index/url-state.ts'
import type { LayoutProps } from '../layouts/AlternateLayout.tsx'
import { forestOf, type Line, linesOf, openAtFirst, parentsOf } from './forest.ts'
import { treeKeys } from './keys.ts'
import { t } from './text.ts'
import styles from './tree.module.css'

interface Answer {
  readonly rows: readonly Row[]
  readonly context: ReadonlySet<number>
  readonly total: number
}

/** The rows of a list below the rows to which they refer. Search and filters find nodes; the nodes above them stay visible. */
const TreeView = ({ module, state, setState, rowPath, newPath }: LayoutProps) => {
  const params = queryParams(state)
  const query = useQuery({
    queryKey: ['records', module.name, 'tree', params],
    queryFn: async ({ signal }): Promise<Answer> => {
      const answer = await call<Row[]>('get', `${module.name}/tree`, { params, signal })
      const { context = [], total = answer.data.length } = answer as unknown as { context?: number[]; total?: number }
      return { rows: answer.data, context: new Set(context), total }
    },
    placeholderData: keepPreviousData,
  })
  const roots = useMemo(() => forestOf(module, query.data?.rows ?? []), [module, query.data])
  /** Nodes opened or closed by the user, which overrides the initial state. */
  const [touched, setTouched] = useState<ReadonlyMap<number, boolean>>(new Map())
  const first = useMemo(() => openAtFirst(roots), [roots])
  const narrowed = (query.data?.context.size ?? 0) > 0
  const lines = useMemo(() => linesOf(roots, ({ id }) => touched.get(id) ?? (narrowed || first.has(id))), [roots, touched, narrowed, first])
  const [current, setCurrent] = useState<number>()
  const box = useRef<HTMLDivElement>(null)
  const wanted = useRef(false)
  const position = Math.max(
    lines.findIndex(({ node }) => node.id === current),
    0,
  )
  useEffect(() => {
    if (!wanted.current) return
    wanted.current = false
    box.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })

  if (query.isError) return <ErrorPage error={query.error} onRetry={query.refetch} />
  if (query.isPending) return <Loader size="sm" role="status" aria-label={t('tree.loading')} />
  if (!lines.length)
    return (
      <EmptyState
        module={module}
        narrowed={state.search !== '' || Object.keys(state.filters).length > 0}
        newPath={newPath}
        onClear={() => setState({ filters: {}, search: '' })}
      />
    )

  const focus = (id: number) => {
    wanted.current = true
    setCurrent(id)
  }
  const toggle = (id: number, open: boolean) => setTouched(new Map(touched).set(id, open))
  const all = (open: boolean) => setTouched(new Map([...parentsOf(roots)].map((id) => [id, open])))
  const { rows, context, total } = query.data
  const isFlat = lines.length === rows.length && lines.every(({ level }) => level === 1)
  return (
    <section className={styles.tree} aria-busy={query.isPlaceholderData || undefined}>
      {!isFlat && (
        <div className={styles.bar}>
          <Button size="compact-sm" variant="subtle" onClick={() => all(true)}>
            {t('tree.openAll')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => all(false)}>
            {t('tree.closeAll')}
          </Button>
        </div>
      )}
      <div
        ref={box}
        role="tree"
        aria-label={label(module.title)}
        className={styles.lines}
        onKeyDown={treeKeys(lines, position, { focus, toggle })}
      >
        {lines.map((line, index) => (
          <TreeLine
            key={line.node.id}
            line={line}
            faint={context.has(line.node.id)}
            path={rowPath?.(line.node.row)}
            isCurrent={index === position}
            onFocus={() => setCurrent(line.node.id)}
            onToggle={() => toggle(line.node.id, !line.open)}
          />
        ))}
      </div>
      {total > rows.length && (
        <p className={styles.more}>{t('tree.more', { shown: numberText(rows.length, 'integer'), total: numberText(total, 'integer') })}</p>
      )}
    </section>
  )
}

interface LineProps {
  readonly line: Line
  /** Shown only because of a matching node below it. */
  readonly faint: boolean
  readonly path: string | undefined
  readonly isCurrent: boolean
  readonly onFocus: () => void
  readonly onToggle: () => void
}

function TreeLine({ line: { node, level, position, siblings, open }, faint, path, isCurrent, onFocus, onToggle }: LineProps) {
  const closed = node.children.length > 0 && !open
  const place = {
    role: 'treeitem',
    'aria-level': level,
    'aria-posinset': position,
    'aria-setsize': siblings,
    ...(node.children.length > 0 && { 'aria-expanded': open }),
    tabIndex: isCurrent ? 0 : -1,
    onFocus,
    className: styles.node!,
  }
  const words = (
    <>
      <span className={styles.title}>{node.title}</span>
      {node.detail && <span className={styles.detail}> {node.detail}</span>}
      {closed && <span className={`${styles.count} tabular`}> {t('tree.below', { count: numberText(node.below, 'integer') })}</span>}
    </>
  )
  return (
    <div role="none" className={styles.line} style={{ '--level': level - 1 } as CSSProperties} data-faint={faint || undefined}>
      {node.children.length > 0 ? (
        <button type="button" className={styles.toggle} tabIndex={-1} aria-hidden data-open={open || undefined} onClick={onToggle}>
          <IconChevronRight size={16} stroke={1.8} />
        </button>
      ) : (
        <span className={styles.leaf} aria-hidden />
      )}
      {path ? (
        <Link to={path} {...place}>
          {words}
        </Link>
      ) : (
        <span {...place}>{words}</span>
      )}
    </div>
  )
}

export default TreeView
