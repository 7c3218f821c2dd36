import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconChevronDown, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type CSSProperties, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Module, Row } from '../../../engine/model/module.ts'
import { formatLabel } from '../../../engine/runtime/format/index.ts'
import { API_BASE } from '../../api/client.ts'
import { label } from '../../i18n/index.ts'
import { ErrorPage } from '../../ui/ErrorPage.tsx'
import { Portrait } from '../../ui/UserAvatar.tsx'
import EmptyState from '../index/EmptyState.tsx'
import { numberText } from '../index/format.ts'
import type { LayoutProps } from '../layouts/layout-props.ts'
import styles from './diagram.module.css'
import type { Line, Node } from './forest.ts'
import { treeKeys } from './keys.ts'
import TreeView from './TreeView.tsx'
import { t } from './text.ts'
import { useTree } from './use-tree.ts'

const STEPS = [0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1, 1.2, 1.5] as const
const PORTRAIT = 36
/** Left free at both sides together when the drawing is fitted. */
const MARGIN = 48
/** The least size at which a box is read without leaning forward. */
const READABLE = 0.75

/** A tree drawn from the top down: a box per record, joined by lines. A phone has no room for it and shows the outline. */
const DiagramView = (props: LayoutProps) => (props.narrow ? <TreeView {...props} /> : <Diagram {...props} />)

function Diagram({ module, state, setState, rowPath, newPath }: LayoutProps) {
  const tree = useTree(module, state)
  const { query, lines, roots, narrowed, position, box, setCurrent, focus, toggle, all } = tree
  const [scale, setScale] = useState(1)
  const paper = useRef<HTMLDivElement>(null)
  const found = narrowed ? lines.find(({ node }) => !query.data?.context.has(node.id))?.node.id : undefined
  const fit = (least: number = STEPS[0]) => {
    const [inner, outer] = [paper.current?.firstElementChild?.getBoundingClientRect().width ?? 0, (box.current?.clientWidth ?? 0) - MARGIN]
    if (inner > 0 && outer > 0) setScale((present) => Math.min(1, Math.max(least, Math.floor((outer / inner) * present * 100) / 100)))
  }
  const isReady = lines.length > 0
  // At first as small as can be read at ease, and with the top in the middle.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when there is something to see
  useEffect(() => {
    if (!isReady) return
    fit(READABLE)
    const centre = () => box.current?.querySelector('[role="treeitem"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    // The frame after the next: the drawing has its new size by then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(centre)
    })
    return () => cancelAnimationFrame(frame)
  }, [isReady])
  useEffect(() => {
    if (found === undefined) return
    box.current?.querySelector(`[data-node="${found}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [found, box])

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
  const step = (by: number) => {
    const present = STEPS.findIndex((size) => size >= scale)
    setScale(STEPS[Math.min(Math.max(present + by, 0), STEPS.length - 1)]!)
  }
  const shown = new Map(lines.map((line, index) => [line.node.id, { line, index }]))
  const branch = (nodes: readonly Node[]) => (
    <ul role="none" className={styles.branch} data-leaves={nodes.every(({ children }) => children.length === 0) || undefined}>
      {nodes.map((node) => {
        const { line, index } = shown.get(node.id)!
        return (
          <li key={node.id} role="none" className={styles.place}>
            <Box
              module={module}
              line={line}
              faint={context.has(node.id)}
              path={rowPath?.(node.row)}
              isCurrent={index === position}
              onFocus={() => setCurrent(node.id)}
              onToggle={() => toggle(node.id, !line.open)}
            />
            {line.open && branch(node.children)}
          </li>
        )
      })}
    </ul>
  )
  return (
    <section aria-busy={query.isPlaceholderData || undefined}>
      <div className={styles.bar}>
        <Button size="compact-sm" variant="subtle" onClick={() => all(true)}>
          {t('tree.openAll')}
        </Button>
        <Button size="compact-sm" variant="subtle" onClick={() => all(false)}>
          {t('tree.closeAll')}
        </Button>
        <span className={styles.space} />
        <ActionIcon variant="subtle" aria-label={t('tree.zoomOut')} disabled={scale <= STEPS[0]} onClick={() => step(-1)}>
          <IconZoomOut size={18} stroke={1.6} />
        </ActionIcon>
        <Button size="compact-sm" variant="subtle" title={t('tree.actualSize')} onClick={() => setScale(1)}>
          <span className="tabular">{Math.round(scale * 100)}%</span>
        </Button>
        <ActionIcon variant="subtle" aria-label={t('tree.zoomIn')} disabled={scale >= STEPS.at(-1)!} onClick={() => step(1)}>
          <IconZoomIn size={18} stroke={1.6} />
        </ActionIcon>
        <Button size="compact-sm" variant="subtle" onClick={() => fit()}>
          {t('tree.fit')}
        </Button>
      </div>
      <div
        ref={box}
        role="tree"
        aria-label={label(module.title)}
        className={styles.frame}
        onKeyDown={treeKeys(lines, position, { focus, toggle })}
        onPointerDown={drag}
      >
        <div ref={paper} role="none" className={styles.paper} style={{ zoom: scale } as CSSProperties}>
          {branch(roots)}
        </div>
      </div>
      {total > rows.length && (
        <p className={styles.more}>{t('tree.more', { shown: numberText(rows.length, 'integer'), total: numberText(total, 'integer') })}</p>
      )}
    </section>
  )
}

/** Moves the drawing under the mouse; a press on a box is a press on the box. */
function drag(event: PointerEvent<HTMLDivElement>): void {
  if (event.pointerType !== 'mouse' || event.button !== 0 || (event.target as Element).closest('a, button')) return
  const frame = event.currentTarget
  const from = { x: event.clientX + frame.scrollLeft, y: event.clientY + frame.scrollTop }
  const move = ({ clientX, clientY }: globalThis.PointerEvent) => frame.scrollTo(from.x - clientX, from.y - clientY)
  const end = () => window.removeEventListener('pointermove', move)
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', end, { once: true })
  window.addEventListener('pointercancel', end, { once: true })
}

interface BoxProps {
  readonly module: Module
  readonly line: Line
  /** Shown only because of a matching box below it. */
  readonly faint: boolean
  readonly path: string | undefined
  readonly isCurrent: boolean
  readonly onFocus: () => void
  readonly onToggle: () => void
}

function Box({ module, line: { node, level, position, siblings, open }, faint, path, isCurrent, onFocus, onToggle }: BoxProps) {
  const { person: template, image } = module.tree!.diagram!
  const person = template ? formatLabel(template, node.row) : ''
  const place = {
    role: 'treeitem',
    'aria-level': level,
    'aria-posinset': position,
    'aria-setsize': siblings,
    ...(node.children.length > 0 && { 'aria-expanded': open }),
    tabIndex: isCurrent ? 0 : -1,
    onFocus,
    draggable: false,
    'data-node': node.id,
    className: styles.box!,
    'data-faint': faint || undefined,
  }
  const content = (
    <>
      <Portrait name={person || node.title} url={pictureOf(image && node.row[image])} size={PORTRAIT} />
      <span className={styles.words}>
        <span className={styles.person}>{person || node.title}</span>
        {person && <span className={styles.title}> {node.title}</span>}
      </span>
    </>
  )
  return (
    <div role="none" className={styles.node}>
      {path ? (
        <Link to={path} {...place}>
          {content}
        </Link>
      ) : (
        <span {...place}>{content}</span>
      )}
      {node.children.length > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.toggle}
          data-open={open || undefined}
          aria-hidden
          title={t(open ? 'tree.close' : 'tree.open', { name: person || node.title })}
          onClick={onToggle}
        >
          <span className="tabular">{numberText(node.children.length, 'integer')}</span>
          <IconChevronDown size={12} stroke={2} aria-hidden />
        </button>
      )}
    </div>
  )
}

/** The address of a stored picture, which rows hold by its number or as a record. */
function pictureOf(value: unknown): string | undefined {
  const id = Number(typeof value === 'object' && value !== null && 'id' in value ? (value as Row).id : value)
  return id > 0 ? `${API_BASE}/files/${id}` : undefined
}

export default DiagramView
