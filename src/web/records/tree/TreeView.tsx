import { Button, Loader } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { Link } from 'react-router-dom'
import { label } from '../../i18n/index.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import EmptyState from '../index/EmptyState.tsx'
import { numberText } from '../index/format.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import type { Line } from './forest.ts'
import { treeKeys } from './keys.ts'
import { t } from './text.ts'
import styles from './tree.module.css'
import { useTree } from './use-tree.ts'

/** The rows of a list below the rows to which they refer. Search and filters find nodes; the nodes above them stay visible. */
const TreeView = ({ module, state, setState, rowPath, newPath }: LayoutProps) => {
  const { query, lines, position, box, setCurrent, focus, toggle, all } = useTree(module, state)

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
